package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.Expression;
import io.streamsboot.pipeline.internal.StageProgram.Instruction;
import io.streamsboot.pipeline.internal.StageProgram.Kind;
import io.streamsboot.pipeline.row.JsonRow;
import java.util.List;
import java.util.Objects;

/** Runs a program over one row after the other. */
final class ProgramRunner implements StageRunner.Next {

    private final StageProgram program;
    private final CostMeter cost;
    private final StageRunner.Next next;
    private final JsonRow row;

    ProgramRunner(StageProgram program, CostMeter cost, StageRunner.Next next) {
        this.program = program;
        this.cost = cost;
        this.next = next;
        this.row = new JsonRow(program.layout());
    }

    @Override
    public void take(byte[] value) {
        row.read(value);
        run(0);
    }

    private void run(int from) {
        Instruction[] instructions = program.instructions();
        for (int i = from; i < instructions.length; i++) {
            Instruction instruction = instructions[i];
            try {
                if (instruction.kind() == Kind.EXPLODE) {
                    for (Object element : elements(instruction)) {
                        cost.charge(instructions.length - i);
                        row.set(instruction.to(), element);
                        run(i + 1);
                    }
                    return;
                }
                Expression expression = Objects.requireNonNull(instruction.expression());
                if (instruction.kind() == Kind.SET) {
                    row.set(instruction.to(), expression.evaluate(row, cost));
                } else if (!expression.test(row, cost)) {
                    return;
                }
            } catch (EvaluationException e) {
                throw named(instruction.label(), e);
            }
        }
        emit();
    }

    private List<?> elements(Instruction instruction) {
        Object value = row.column(instruction.from());
        if (value == null) {
            return List.of();
        } else if (value instanceof List<?> list) {
            return list;
        }
        throw new EvaluationException(Reason.TYPE, "only a list can be exploded");
    }

    private void emit() {
        byte[] unchanged = program.shape().same() ? row.unchanged() : null;
        byte[] written = unchanged == null ? row.write(program.projection()) : unchanged;
        cost.charge(written.length);
        next.take(written);
    }

    private static EvaluationException named(String label, EvaluationException e) {
        String message = String.valueOf(e.getMessage());
        return message.startsWith("step ")
                ? e
                : new EvaluationException(e.reason(), label + ": " + message, e.position(), e.getCause());
    }
}
