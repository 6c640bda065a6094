package io.streamsboot.pipeline.internal.time;

import io.streamsboot.pipeline.definition.EventTime;
import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.Expression;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.RowException;
import io.streamsboot.pipeline.row.RowLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the event time of rows. Not thread-safe. */
public final class TimeReader {

    private final String column;
    private final Expression expression;
    private final JsonRow row;
    private final CostMeter cost = new CostMeter();

    /** A reader of a column; the expression must have been made by {@link #expression}. */
    public TimeReader(EventTime time, Expression expression) {
        this.column = time.column();
        this.expression = expression;
        this.row = new JsonRow(new RowLayout(List.of(column), 0));
    }

    /** What reads the time of a column. */
    public static Expression expression(EventTime time, ExpressionCompiler compiler) {
        String name = "`" + time.column() + "`";
        String parsed = time.pattern() == null
                ? "parseTime(" + name + ")"
                : "parseTime(" + name + ", " + quoted(time.pattern())
                        + (time.zone() == null ? ")" : ", " + quoted(time.zone()) + ")");
        return compiler.compile(
                "kind(" + name + ") == 'string' ? " + parsed + " : " + name, new RowLayout(List.of(time.column()), 0));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /**
     * The time of a row.
     *
     * @throws RuntimeException a {@link RowException} or {@link EvaluationException} if it has none
     */
    public long read(byte @Nullable [] value) {
        if (value == null) {
            throw new RowException("it has no value", 0);
        }
        row.read(value);
        cost.reset();
        Object time;
        try {
            time = expression.evaluate(row, cost);
        } catch (EvaluationException e) {
            throw new EvaluationException(e.reason(), "the time column '" + column + "': " + e.getMessage());
        }
        if (time instanceof Long millis && millis >= 0) {
            return millis;
        }
        throw new EvaluationException(
                Reason.DOMAIN,
                time instanceof Long
                        ? "the time column '" + column + "' is before 1970"
                        : "the time column '" + column + "' is neither an integer nor a string");
    }
}
