package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stepping makes no objects, whatever the operator, unless it says something that is an object. */
class AllocationTests {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** An event is an object, and so is the key of a value. StrictMath.pow of Java 17 makes arrays of its own. */
    private static final List<String> MAKE_OBJECTS = List.of(
            "row",
            "map",
            "mapToNumber",
            "filter",
            "combine",
            "dedupe",
            "prevBy",
            "operator",
            "of objects",
            "glitch",
            "pulse",
            "runt",
            "pow");

    static Stream<OperatorCase> operators() {
        return OperatorCase.all().stream()
                .filter(operator ->
                        MAKE_OBJECTS.stream().noneMatch(name -> operator.name().contains(name)));
    }

    @ParameterizedTest
    @MethodSource("operators")
    void steppingAllocatesNothing(OperatorCase operator) {
        double[] record = new double[3];
        Graph<double[], Object> graph = Graph.define(double[].class, g -> definition(operator, g));
        double[] sum = new double[1];
        Run<double[]> run = graph.start(step -> {
            if (step.isPresent()) {
                sum[0] += step.epochNanos();
            }
        });
        step(run, record, 4000);

        long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        step(run, record, 2000);
        long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

        // The first call of the bean itself and a compilation in between may leave a few bytes; one object a step would
        // be 32,000.
        assertThat(allocated).as(operator.name()).isLessThan(2000);
    }

    @Test
    void readingARowAllocatesNothing() {
        double[] record = new double[3];
        double[] sum = new double[1];
        Run<double[]> run = Graph.define(double[].class, g -> g.row(g.number(v -> v[0]), g.number(v -> v[1])))
                .start(step -> sum[0] += step.asDouble(0) + step.asDouble(1));
        step(run, record, 4000);

        long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        step(run, record, 2000);

        assertThat(THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
                .isLessThan(2000);
        assertThat(sum[0]).isPositive();
    }

    @SuppressWarnings("unchecked")
    private static Node<Object> definition(OperatorCase operator, GraphBuilder<double[]> g) {
        g.timestampMillis(v -> (long) v[2]);
        return (Node<Object>) operator.definition()
                .make((GraphBuilder<Tick>) (GraphBuilder<?>) g, g.number(v -> v[0]), g.number(v -> v[1]));
    }

    private static void step(Run<double[]> run, double[] record, int count) {
        for (int i = 0; i < count; i++) {
            record[0] = 100 + i % 17;
            record[1] = 50 - i % 13;
            // Sessions close now and then.
            record[2] += i % 20 == 0 ? 2000 : 250;
            run.accept(record);
        }
    }
}
