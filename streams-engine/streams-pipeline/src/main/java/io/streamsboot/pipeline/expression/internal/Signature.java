package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.FunctionSpec;
import io.streamsboot.pipeline.expression.FunctionSpec.Parameter;
import io.streamsboot.pipeline.expression.FunctionSpec.Parameter.Presence;
import io.streamsboot.pipeline.expression.ValueKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the signatures of functions. */
public final class Signature {

    private static final Pattern WHOLE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)\\((.*)\\): ([a-z| ]+)");
    private static final Pattern PARAMETER = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(\\?|\\.\\.\\.)?: ([a-z| ]+)");

    private Signature() {}

    /** The signature's parts; see {@link FunctionSpec#of}. */
    public static FunctionSpec parse(String signature, String description) {
        Matcher whole = WHOLE.matcher(signature);
        if (!whole.matches()) {
            throw unreadable(signature, "name(parameter: kind, …): kind");
        }
        List<Parameter> parameters = new ArrayList<>();
        String list = whole.group(2);
        if (!list.isBlank()) {
            for (String part : list.split(",", -1)) {
                parameters.add(parameter(signature, part.strip()));
            }
        }
        requireOrder(signature, parameters);
        return new FunctionSpec(
                signature, whole.group(1), parameters, kinds(signature, whole.group(3)), false, description);
    }

    private static Parameter parameter(String signature, String text) {
        Matcher matcher = PARAMETER.matcher(text);
        if (!matcher.matches()) {
            throw unreadable(signature, "name: kind, name?: kind or name...: kind instead of '" + text + "'");
        }
        Presence presence = matcher.group(2) == null
                ? Presence.REQUIRED
                : matcher.group(2).equals("?") ? Presence.OPTIONAL : Presence.REPEATED;
        return new Parameter(matcher.group(1), kinds(signature, matcher.group(3)), presence);
    }

    private static void requireOrder(String signature, List<Parameter> parameters) {
        for (int i = 0; i + 1 < parameters.size(); i++) {
            Presence presence = parameters.get(i).presence();
            Presence next = parameters.get(i + 1).presence();
            if (presence == Presence.REPEATED || (presence == Presence.OPTIONAL && next != Presence.OPTIONAL)) {
                throw unreadable(signature, "required parameters first, and only the last one repeated");
            }
        }
    }

    private static Set<ValueKind> kinds(String signature, String text) {
        Set<ValueKind> kinds = EnumSet.noneOf(ValueKind.class);
        for (String name : text.split("\\|", -1)) {
            switch (name.strip()) {
                case "any" -> kinds.addAll(EnumSet.complementOf(EnumSet.of(ValueKind.NULL)));
                case "number" -> kinds.addAll(EnumSet.of(ValueKind.INTEGER, ValueKind.DOUBLE, ValueKind.DECIMAL));
                default -> {
                    try {
                        kinds.add(ValueKind.valueOf(name.strip().toUpperCase(Locale.ROOT)));
                    } catch (IllegalArgumentException e) {
                        throw unreadable(signature, "a kind instead of '" + name.strip() + "'");
                    }
                }
            }
        }
        return kinds;
    }

    private static IllegalArgumentException unreadable(String signature, String expected) {
        return new IllegalArgumentException("the signature '" + signature + "' cannot be read: expected " + expected);
    }
}
