package io.streamsboot.pipeline;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Rows that no stage can handle, each with the step that meets it. None may hold the stream up. */
final class HostileRows {

    /**
     * One of them.
     *
     * @param name what it tries
     * @param step a step, as in a definition; none of them fails for {@code {"a":1}}
     * @param value the value of the record; null for a record without one
     */
    record Row(String name, String step, byte[] value) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String PASS = "{ op: filter, expression: \"a >= 1\" }";

    private final List<Row> all = new ArrayList<>();

    private HostileRows() {}

    static List<Row> all() {
        HostileRows rows = new HostileRows();
        rows.notJson();
        rows.notUtf8();
        rows.tooMuch();
        rows.values();
        rows.costs();
        rows.programs();
        return rows.all;
    }

    private void notJson() {
        for (String text : new String[] {
            "",
            " ",
            "x",
            "null",
            "true",
            "1",
            "\"a\"",
            "[{\"a\":1}]",
            "{\"a\":1",
            "{\"a\":1}}",
            "{\"a\":1} {\"a\":1}",
            "{\"a\":1,}",
            "{,\"a\":1}",
            "{\"a\" 1}",
            "{a:1}",
            "{'a':1}",
            "{\"a\":1 /* one */}",
            "{\"a\":NaN}",
            "{\"a\":Infinity}",
            "{\"a\":+1}",
            "{\"a\":01}",
            "{\"a\":.5}",
            "{\"a\":1.}",
            "{\"a\":1e}",
            "{\"a\":0x10}",
            "{\"a\":tru}",
            "{\"a\":\"\\x41\"}",
            "{\"a\":\"\\u12\"}",
            "{\"a\":\"b",
            "{\"a\":\"b\nc\"}",
            "{\"a\":\"b\u0000c\"}",
            "{\"a\":[1}",
            "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>"
        }) {
            row("no row: " + (text.length() > 30 ? text.substring(0, 30) : text), PASS, text);
        }
        all.add(new Row("no value", PASS, null));
    }

    private void notUtf8() {
        bytes("a lone byte", 0xff);
        bytes("a letter that is cut off", 0xc3);
        bytes("a slash in two bytes", 0xc0, 0xaf);
        bytes("half a pair", 0xed, 0xa0, 0x80);
        bytes("beyond Unicode", 0xf5, 0x80, 0x80, 0x80);
        all.add(new Row("UTF-16", PASS, "{\"a\":1}".getBytes(StandardCharsets.UTF_16)));
    }

    private void bytes(String name, int... bytes) {
        byte[] head = "{\"a\":\"".getBytes(StandardCharsets.UTF_8);
        byte[] tail = "\"}".getBytes(StandardCharsets.UTF_8);
        byte[] value = new byte[head.length + bytes.length + tail.length];
        System.arraycopy(head, 0, value, 0, head.length);
        for (int i = 0; i < bytes.length; i++) {
            value[head.length + i] = (byte) bytes[i];
        }
        System.arraycopy(tail, 0, value, head.length + bytes.length, tail.length);
        all.add(new Row(name, PASS, value));
    }

    private void tooMuch() {
        row("lists in lists", PASS, "{\"a\":" + "[".repeat(1_000_000));
        row("lists in lists that end", PASS, "{\"a\":" + "[".repeat(1_000) + "]".repeat(1_000) + "}");
        row("objects in objects", PASS, "{\"a\":".repeat(500_000));
        StringBuilder fields = new StringBuilder("{\"a\":1");
        for (int i = 0; i < 10_001; i++) {
            fields.append(",\"f").append(i).append("\":1");
        }
        row("more fields than anybody needs", PASS, fields.append('}').toString());
        row("ten megabytes instead of a number", "{ op: cast, column: a, to: integer }", text("9".repeat(10_000_000)));
    }

    private void values() {
        row("a text where a number is needed", PASS, text("1"));
        row("a number beyond 64 bits", set("a + 1"), "{\"a\":9223372036854775807}");
        row("a division by nothing", set("1 / (a - 2)"), "{\"a\":2}");
        row("a list where a number is needed", set("a * 2"), "{\"a\":[1,2]}");
        row("an object where a list is needed", "{ op: explode, column: b }", "{\"b\":{}}");
        row("a text as a flag", "{ op: cast, column: a, to: boolean }", text("perhaps"));
        row("a time that is none", set("parseTime(string(a) == '1' ? '2020-01-01T00:00:00Z' : a)"), text("yesterday"));
        row("a huge exponent", set("decimal(string(a))"), text("1e999999999"));
        row("a number of a million digits", set("a + 1"), "{\"a\":" + "9".repeat(1_000_000) + "}");
        row(
                "a condition that is no boolean",
                "{ op: filter, expression: \"kind(a) == 'integer' ? true : a\" }",
                text("x"));
    }

    private void costs() {
        row("a text that grows", set("repeat(string(a), kind(a) == 'string' ? 20000000 : 1)"), text("x"));
        row("a list that grows", set("size(range(0, a == 1 ? 1 : 2000000000))"), "{\"a\":2}");
        row(
                "rows that grow",
                "{ op: explode, column: b }, { op: applyExpression, column: c, expression: \"repeat('x', kind(b) == 'null' ? 1 : 10000)\" }",
                "{\"b\":[" + "1,".repeat(9_999) + "1]}");
        row(
                "a pattern over a long text",
                set("matches(string(a), '(a*)*(a*)*(a*)*b|1') || kind(a) == 'integer'"),
                text("a".repeat(5_000_000)));
    }

    /** What these rows ask the program of subject.c to do. */
    private void programs() {
        for (String what : new String[] {
            "loop", "memory", "deep", "garbage", "number", "object", "nested", "two", "half", "silence", "exit", "trap",
            "flood", "error"
        }) {
            row("wasm: " + what, "{ op: wasm, ref: subject }", "{\"a\":1,\"do\":\"" + what + "\"}");
        }
    }

    private static String set(String expression) {
        return "{ op: applyExpression, column: c, expression: \"" + expression + "\" }";
    }

    private static String text(String value) {
        return "{\"a\":\"" + value + "\"}";
    }

    private void row(String name, String step, String value) {
        all.add(new Row(name, step, value.getBytes(StandardCharsets.UTF_8)));
    }
}
