package io.streamsboot.workflow.runtime;

import io.streamsboot.workflow.StepCodec;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.WorkflowException;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.observe.WorkflowObserver;
import io.streamsboot.workflow.run.internal.Hooks;
import io.streamsboot.workflow.run.internal.Probe;
import io.streamsboot.workflow.runtime.internal.Unreachable;
import io.streamsboot.workflow.runtime.internal.Worker;
import io.streamsboot.workflow.runtime.internal.WorkerSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The workflows of a program. Each has a consumer, a producer and threads of its own; none waits for another.
 *
 * <pre>{@code
 * try (Workflows workflows = Workflows.builder(Map.of("bootstrap.servers", "localhost:9092"))
 *         .journal(new MemoryJournal())
 *         .workflow(enrich)
 *         .build()) {
 *     workflows.start();
 *     ...
 * }
 * }</pre>
 *
 * <p>Thread-safe. It can be started again after a stop.
 */
public final class Workflows implements AutoCloseable {

    private final Map<String, WorkflowDefinition> definitions;
    private final Builder settings;
    private final Map<String, Worker> workers = new LinkedHashMap<>();

    private Workflows(Builder builder) {
        this.settings = builder;
        this.definitions = Map.copyOf(builder.definitions);
        // Whatever can be refused is refused before anything begins.
        definitions.values().forEach(this::worker);
    }

    /**
     * Begins to describe the workflows.
     *
     * @param kafka settings of all clients, at least their servers
     */
    public static Builder builder(Map<String, ?> kafka) {
        return new Builder(kafka);
    }

    private Worker worker(WorkflowDefinition definition) {
        Map<String, Object> kafka = new HashMap<>(settings.kafka);
        kafka.putAll(settings.own.getOrDefault(definition.id(), Map.of()));
        return new Worker(
                definition,
                new WorkerSettings(
                        kafka,
                        settings.journalOf(definition),
                        settings.codec,
                        settings.drainPatience,
                        settings.unreachable,
                        settings.clock,
                        new Hooks(settings.probe, settings.observer)));
    }

    /** Starts all; returns at once. */
    public synchronized void start() {
        for (WorkflowDefinition definition : definitions.values()) {
            if (!workers.containsKey(definition.id())) {
                Worker worker = worker(definition);
                workers.put(definition.id(), worker);
                worker.start();
            }
        }
    }

    /** Stops all: what runs may end within the patience for it, and what is finished is committed. */
    public synchronized void stop() {
        List<Thread> stops = new ArrayList<>();
        for (Worker worker : workers.values()) {
            Thread stop = new Thread(
                    () -> {
                        try {
                            worker.stop();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "workflow-stop");
            stops.add(stop);
            stop.start();
        }
        boolean interrupted = false;
        for (Thread stop : stops) {
            try {
                stop.join();
            } catch (InterruptedException e) {
                interrupted = true;
                stop.interrupt();
            }
        }
        workers.clear();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The ids of all workflows. */
    public List<String> ids() {
        return definitions.keySet().stream().sorted().toList();
    }

    /** How a workflow is defined; null if there is none of that id. */
    public @Nullable WorkflowDefinition definition(String id) {
        return definitions.get(id);
    }

    /** What a workflow is doing; null if there is none of that id. */
    public @Nullable WorkflowStatus status(String id) {
        WorkflowDefinition definition = definitions.get(id);
        if (definition == null) {
            return null;
        }
        Worker worker = running(id);
        return worker == null ? WorkflowStatus.stopped(id) : worker.status();
    }

    /**
     * Lets a workflow take no more records.
     *
     * @return whether there is such a workflow, and it was started
     */
    public boolean pause(String id) {
        Worker worker = running(id);
        if (worker != null) {
            worker.pause();
        }
        return worker != null;
    }

    /**
     * Lets a workflow take records again.
     *
     * @return whether there is such a workflow, and it was started
     */
    public boolean resume(String id) {
        Worker worker = running(id);
        if (worker != null) {
            worker.resume();
        }
        return worker != null;
    }

    private synchronized @Nullable Worker running(String id) {
        return workers.get(id);
    }

    /** Stops all. Journals are closed by whoever made them. */
    @Override
    public void close() {
        stop();
    }

    /** Describes the workflows of a program. Not thread-safe. */
    public static final class Builder {

        private final Map<String, Object> kafka;
        private final Map<String, Map<String, Object>> own = new HashMap<>();
        private final Map<String, WorkflowDefinition> definitions = new LinkedHashMap<>();
        private final Map<String, Journal> journals = new LinkedHashMap<>();
        private StepCodec codec = StepCodec.json(JsonMapper.shared());
        private Duration drainPatience = Duration.ofSeconds(10);
        private Predicate<Throwable> unreachable = Unreachable::is;
        private Clock clock = Clock.systemUTC();
        private Probe probe = Probe.NONE;
        private WorkflowObserver observer = WorkflowObserver.NONE;

        private Builder(Map<String, ?> kafka) {
            this.kafka = Map.copyOf(kafka);
        }

        /** Adds a workflow. */
        public Builder workflow(WorkflowDefinition definition) {
            return workflow(definition, Map.of());
        }

        /** Adds a workflow with settings of its own for its clients. */
        public Builder workflow(WorkflowDefinition definition, Map<String, Object> clients) {
            if (definitions.putIfAbsent(definition.id(), definition) != null) {
                throw new WorkflowException(
                        "There are two workflows with the id " + definition.id() + ".",
                        "Give each workflow an id of its own.");
            }
            own.put(definition.id(), Map.copyOf(clients));
            return this;
        }

        /** Adds a journal; the first is that of workflows that name none. */
        public Builder journal(Journal journal) {
            journals.put(journal.name(), journal);
            return this;
        }

        /** How results of steps are kept; JSON by default. */
        public Builder stepCodec(StepCodec value) {
            this.codec = Objects.requireNonNull(value, "value");
            return this;
        }

        /** How long runs may go on when their partition is taken away or the program ends; 10 s by default. */
        public Builder drainPatience(Duration value) {
            this.drainPatience = value;
            return this;
        }

        /** Which failures to decode or encode mean that something is not there for now, so that the record is held. */
        public Builder unreachable(Predicate<Throwable> value) {
            this.unreachable = Objects.requireNonNull(value, "value");
            return this;
        }

        /** Who is told what is done, to time and trace it; nobody by default. */
        public Builder observer(WorkflowObserver value) {
            this.observer = Objects.requireNonNull(value, "value");
            return this;
        }

        Builder probe(Probe value) {
            this.probe = value;
            return this;
        }

        /**
         * The workflows, not started yet.
         *
         * @throws WorkflowException if something about them cannot be
         */
        public Workflows build() {
            return new Workflows(this);
        }

        private @Nullable Journal journalOf(WorkflowDefinition definition) {
            if (!definition.options().durable()) {
                return null;
            }
            String name = definition.options().journal();
            Journal found =
                    name == null ? journals.values().stream().findFirst().orElse(null) : journals.get(name);
            if (found == null) {
                throw new WorkflowException(
                        "Workflow " + definition.id() + " is durable, but there is no journal"
                                + (name == null ? "." : " named " + name + "; there are " + journals.keySet() + "."),
                        "Add a journal, name one that there is, or set durable to false.");
            }
            return found;
        }
    }
}
