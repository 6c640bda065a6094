package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.definition.Places;
import io.streamsboot.pipeline.definition.Step;
import io.streamsboot.pipeline.expression.Expression;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.expression.ExpressionException;
import io.streamsboot.pipeline.internal.StageProgram.Instruction;
import io.streamsboot.pipeline.row.Projection;
import io.streamsboot.pipeline.row.RowLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a program of a stage. What happens to columns is computed here, once: every step that sets a column gets a slot of
 * its own, a rename only changes the name of a slot, and what is left in the end is the projection.
 *
 * <p>Slots of columns that are read from the record come before those that are computed, and which are read is only known in
 * the end. So the steps are compiled twice, the second time with the columns of the first.
 */
final class StageCompiler {

    private static final int PROVISIONAL = 1 << 20;

    private final Place place;
    private final List<Step.Inline> todo;
    private final @Nullable Set<String> known;
    private final ExpressionCompiler expressions;
    private final List<String> inputs;
    private final int base;
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> read = new LinkedHashSet<>();
    private final List<Instruction> instructions = new ArrayList<>();
    private int computed;
    private int number;
    private boolean others = true;

    /**
     * Where steps stand, for messages.
     *
     * @param definition the pipeline
     * @param output output of the stage
     * @param before how many steps of the stage come before them
     */
    record Place(PipelineDefinition definition, String output, int before) {

        String label(int number, String op) {
            return "step " + number + " (" + op + ") of the stage of '" + output + "'";
        }

        PipelineException error(int number, String op, String problem, String action, @Nullable Throwable cause) {
            String where = definition.places().before(Places.step(output, number)) + "Pipeline '" + definition.name()
                    + "', " + label(number, op);
            return new PipelineException(where + ": " + problem, action, cause);
        }
    }

    private StageCompiler(
            Place place,
            List<Step.Inline> todo,
            @Nullable Set<String> known,
            ExpressionCompiler expressions,
            List<String> inputs,
            int base) {
        this.place = place;
        this.todo = todo;
        this.known = known;
        this.number = place.before();
        this.expressions = expressions;
        this.inputs = new ArrayList<>(inputs);
        this.base = base;
    }

    /**
     * The program of some steps.
     *
     * @param known the columns that rows have; null if they may have any
     */
    static StageProgram compile(
            Place place, List<Step.Inline> todo, @Nullable Set<String> known, ExpressionCompiler expressions) {
        StageCompiler draft = new StageCompiler(place, todo, known, expressions, List.of(), PROVISIONAL);
        draft.steps();
        StageCompiler last = new StageCompiler(place, todo, known, expressions, draft.inputs, draft.inputs.size());
        last.steps();
        return last.program();
    }

    private void steps() {
        for (Step step : todo) {
            number++;
            try {
                step(step);
            } catch (ExpressionException e) {
                throw error(step, e.description(), e.action(), e);
            }
        }
    }

    private void step(Step step) {
        if (step instanceof Step.Filter filter) {
            Expression condition = expression(filter.expression());
            instructions.add(new Instruction(StageProgram.Kind.FILTER, -1, -1, condition, label(step)));
        } else if (step instanceof Step.ApplyExpression apply) {
            set(step, apply.column(), expression(apply.expression()));
        } else if (step instanceof Step.Cast cast) {
            set(step, cast.column(), expression(conversion(cast)));
        } else if (step instanceof Step.Select select) {
            select(step, select.columns());
        } else if (step instanceof Step.Drop drop) {
            drop.columns().forEach(column -> remove(step, column));
        } else if (step instanceof Step.Rename rename) {
            rename(step, rename.mapping());
        } else if (step instanceof Step.Explode explode) {
            int from = existing(step, explode.column());
            int to = computed(explode.column());
            instructions.add(new Instruction(StageProgram.Kind.EXPLODE, from, to, null, label(step)));
        } else if (step instanceof Step.Flatten flatten) {
            flatten(step, flatten);
        }
    }

    private static String conversion(Step.Cast cast) {
        String column = "`" + cast.column() + "`";
        return cast.to().equals("boolean")
                ? "kind(" + column + ") == 'boolean' ? " + column + " : boolean(" + column + ")"
                : cast.to() + "(" + column + ")";
    }

    private void flatten(Step step, Step.Flatten flatten) {
        Set<String> names = new HashSet<>();
        List<Expression> values = new ArrayList<>();
        for (String field : flatten.fields()) {
            if (!names.add(field)) {
                throw error(step, "the field '" + field + "' is there twice.", "Name it once.", null);
            }
            values.add(expression("`" + flatten.column() + "`.`" + field + "`"));
        }
        remove(step, flatten.column());
        for (int i = 0; i < values.size(); i++) {
            set(step, flatten.prefix() + flatten.fields().get(i), values.get(i));
        }
    }

    private void select(Step step, List<String> selected) {
        Map<String, Integer> kept = new LinkedHashMap<>();
        for (String column : selected) {
            if (kept.put(column, existing(step, column)) != null) {
                throw error(step, "the column '" + column + "' is there twice.", "Name it once.", null);
            }
        }
        columns.clear();
        columns.putAll(kept);
        others = false;
    }

    private void rename(Step step, Map<String, String> mapping) {
        Map<String, Integer> renamed = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : mapping.entrySet()) {
            if (renamed.put(entry.getValue(), existing(step, entry.getKey())) != null) {
                throw error(step, "two columns become '" + entry.getValue() + "'.", "Use two names.", null);
            }
        }
        mapping.keySet().forEach(column -> remove(step, column));
        for (String name : renamed.keySet()) {
            if (columns.containsKey(name)) {
                throw error(step, "there is a column '" + name + "' already.", "Drop or rename it first.", null);
            }
            shadow(name);
        }
        columns.putAll(renamed);
    }

    private void remove(Step step, String column) {
        existing(step, column);
        columns.remove(column);
        gone.add(column);
    }

    private void set(Step step, String column, Expression value) {
        int slot = computed(column);
        instructions.add(new Instruction(StageProgram.Kind.SET, -1, slot, value, label(step)));
    }

    private int computed(String column) {
        shadow(column);
        int slot = base + computed++;
        columns.remove(column);
        columns.put(column, slot);
        return slot;
    }

    /** Of the record's own column of this name nothing is copied any more. */
    private void shadow(String column) {
        gone.remove(column);
        if (others && !inputs.contains(column)) {
            inputs.add(column);
        }
    }

    private int existing(Step step, String column) {
        int slot = slot(column);
        if (slot < 0) {
            throw error(
                    step,
                    "there is no column '" + column + "' here.",
                    "There is: " + String.join(", ", left())
                            + (others && known == null ? ", and what the records have." : "."),
                    null);
        }
        return slot;
    }

    private Set<String> left() {
        Set<String> left = new LinkedHashSet<>(others && known != null ? known : Set.of());
        left.removeAll(gone);
        left.addAll(columns.keySet());
        return left;
    }

    private int slot(String column) {
        Integer slotOf = columns.get(column);
        if (slotOf != null) {
            return slotOf;
        } else if (!others || gone.contains(column) || (known != null && !known.contains(column))) {
            return RowLayout.UNKNOWN;
        }
        if (!inputs.contains(column)) {
            inputs.add(column);
        }
        int slot = inputs.indexOf(column);
        columns.put(column, slot);
        return slot;
    }

    private Expression expression(String source) {
        Expression expression = expressions.compile(source, this::slot);
        read.addAll(expression.identifiers());
        return expression;
    }

    private StageProgram program() {
        RowLayout layout = new RowLayout(inputs, computed);
        List<Projection.Output> outputs = new ArrayList<>();
        boolean same = others && gone.isEmpty();
        for (Map.Entry<String, Integer> column : columns.entrySet()) {
            int slot = column.getValue();
            outputs.add(new Projection.Output(column.getKey(), slot));
            same &= slot < inputs.size() && inputs.get(slot).equals(column.getKey());
        }
        return new StageProgram(
                layout,
                instructions.toArray(Instruction[]::new),
                new Projection(layout, others, outputs),
                new StageProgram.Shape(same, others, List.copyOf(columns.keySet()), List.copyOf(read)),
                others && known == null ? null : left());
    }

    private String label(Step step) {
        return place.label(number, step.op());
    }

    private PipelineException error(Step step, String problem, String action, @Nullable Throwable cause) {
        return place.error(number, step.op(), problem, action, cause);
    }
}
