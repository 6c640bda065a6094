package io.streamsboot.pipeline.definition.internal;

import io.streamsboot.pipeline.definition.Aggregation;
import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.definition.Step;
import io.streamsboot.pipeline.definition.Windows;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.expression.ExpressionException;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Reads steps. */
final class StepReader {

    private static final Set<String> CASTS = Set.of("boolean", "decimal", "double", "integer", "string");
    private static final String OPS =
            "select, rename, drop, filter, applyExpression, cast, explode, flatten, lookupJoin,"
                    + " wasm, process, container, windowedAggregate, sessionAggregate, dedupe, topN, lastN, streamJoin";

    private StepReader() {}

    static Step read(Located fields) {
        String op = fields.text("op");
        return switch (op) {
            case "select" -> new Step.Select(fields.texts("columns"));
            case "rename" -> new Step.Rename(fields.textByName("mapping"));
            case "drop" -> new Step.Drop(fields.texts("columns"));
            case "filter" -> new Step.Filter(expression(fields));
            case "applyExpression" -> new Step.ApplyExpression(fields.text("column"), expression(fields));
            case "cast" -> cast(fields);
            case "explode" -> new Step.Explode(fields.text("column"));
            case "flatten" ->
                new Step.Flatten(fields.text("column"), fields.texts("fields"), fields.text("prefix", ""));
            case "lookupJoin" ->
                new Step.LookupJoin(
                        fields.text("table"),
                        fields.text("on"),
                        fields.optionalTexts("columns"),
                        fields.optionalTextByName("rightRename"));
            case "wasm" -> program(fields, Step.Wasm::new);
            case "process" -> program(fields, Step.Process::new);
            case "container" -> program(fields, Step.Container::new);
            default -> guarded(fields, () -> keyed(op, fields));
        };
    }

    private static Step program(Located fields, BiFunction<String, List<String>, Step> step) {
        String ref = fields.text("ref");
        List<String> args = fields.optionalTexts("args");
        return guarded(fields, () -> step.apply(ref, args));
    }

    private static Step keyed(String op, Located fields) {
        return switch (op) {
            case "windowedAggregate" ->
                new KeyedStep.WindowedAggregate(
                        windows(fields),
                        fields.integer("allowedLatenessMs", 0),
                        fields.optionalTexts("groupBy"),
                        aggregations(fields),
                        fields.optionalText("late"));
            case "sessionAggregate" ->
                new KeyedStep.SessionAggregate(
                        fields.integer("gapMs"),
                        fields.integer("allowedLatenessMs", 0),
                        fields.optionalTexts("groupBy"),
                        aggregations(fields),
                        fields.optionalText("late"));
            case "dedupe" -> new KeyedStep.Dedupe(fields.texts("on"), fields.integer("withinMs", 0));
            case "topN" ->
                new KeyedStep.TopN(
                        Math.toIntExact(Math.min(fields.integer("n"), Integer.MAX_VALUE)),
                        fields.text("orderBy"),
                        fields.flag("descending", true),
                        fields.optionalTexts("groupBy"),
                        fields.text("as", "rows"));
            case "lastN" ->
                new KeyedStep.LastN(
                        Math.toIntExact(Math.min(fields.integer("n"), Integer.MAX_VALUE)),
                        fields.optionalTexts("groupBy"),
                        fields.text("as", "rows"));
            case "streamJoin" -> streamJoin(fields);
            default -> throw fields.error("there is no step '" + op + "'", "Use one of: " + OPS + ".");
        };
    }

    private static Step streamJoin(Located fields) {
        String type = fields.text("type", "inner");
        KeyedStep.JoinType join = null;
        for (KeyedStep.JoinType candidate : KeyedStep.JoinType.values()) {
            if (candidate.name().equalsIgnoreCase(type)) {
                join = candidate;
            }
        }
        if (join == null) {
            throw fields.error("there is no join of type '" + type + "'", "Use inner, left or outer.");
        }
        List<String> on = fields.optionalTexts("on");
        List<String> left = fields.optionalTexts("leftKeys");
        List<String> right = fields.optionalTexts("rightKeys");
        return new KeyedStep.StreamJoin(
                join,
                fields.integer("windowMs"),
                fields.integer("allowedLatenessMs", 0),
                on.isEmpty() ? left : on,
                on.isEmpty() ? right : on,
                fields.optionalTextByName("rightRename"),
                fields.optionalText("late"));
    }

    private static Windows windows(Located fields) {
        String calendar = fields.optionalText("calendar");
        String zone = fields.optionalText("zone");
        long size = calendar == null ? fields.integer("windowMs") : fields.integer("windowMs", 0);
        return new Windows(size, fields.integer("slideMs", size), calendar, zone);
    }

    private static List<Aggregation> aggregations(Located fields) {
        List<Aggregation> all = new ArrayList<>();
        for (Located agg : fields.objects("aggs", "an aggregation")) {
            all.add(guarded(agg, () -> {
                String op = agg.text("op");
                return new Aggregation(
                        op,
                        agg.optionalText("column"),
                        agg.text("alias"),
                        op.equals("percentile") ? agg.number("p") : 0.5);
            }));
            agg.finish();
        }
        if (all.isEmpty()) {
            throw fields.error("'aggs' is empty", "Name at least one.");
        }
        return all;
    }

    private static Step cast(Located fields) {
        String to = fields.text("to");
        if (!CASTS.contains(to)) {
            throw fields.error(
                    "a column cannot be cast to '" + to + "'",
                    "Use one of: boolean, decimal, double, integer, string.");
        }
        return new Step.Cast(fields.text("column"), to);
    }

    /** What a definition's own checks refuse gets the line. */
    static <T> T guarded(Located fields, Supplier<T> making) {
        try {
            return making.get();
        } catch (PipelineException e) {
            throw e.description().startsWith(fields.source()) ? e : fields.error(trimmed(e.description()), e.action());
        }
    }

    /** Syntax is checked here, where the line is known; functions of the user are not, until the pipeline is compiled. */
    private static String expression(Located fields) {
        String expression = fields.text("expression");
        try {
            new ExpressionCompiler(FunctionRegistry.standard()).interpret(expression);
        } catch (ExpressionException e) {
            if (!e.description().contains("there is no function")) {
                throw fields.error("expression", trimmed(e.description()), e.action(), e);
            }
        }
        return expression;
    }

    private static String trimmed(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
