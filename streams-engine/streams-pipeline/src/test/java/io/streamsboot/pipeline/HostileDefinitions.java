package io.streamsboot.pipeline;

import java.util.ArrayList;
import java.util.List;

/** Definitions that somebody who means harm, or who is just tired, would write. Each must be refused. */
final class HostileDefinitions {

    /**
     * One of them.
     *
     * @param name what it tries
     * @param source name of its file
     * @param text the definition
     * @param says what the refusal says
     */
    record Definition(String name, String source, String text, String says) {
        @Override
        public String toString() {
            return name;
        }
    }

    private final List<Definition> all = new ArrayList<>();

    private HostileDefinitions() {}

    static List<Definition> all() {
        HostileDefinitions definitions = new HostileDefinitions();
        definitions.syntax();
        definitions.toml();
        definitions.shape();
        definitions.expressions();
        definitions.steps();
        definitions.programs();
        return definitions.all;
    }

    private void yaml(String name, String text, String says) {
        all.add(new Definition(name, "p.yaml", text, says));
    }

    private void syntax() {
        StringBuilder laughs = new StringBuilder("a: &a [lol, lol]\n");
        for (char c = 'b'; c < 'k'; c++) {
            char before = (char) (c - 1);
            laughs.append(c + ": &" + c + " [*" + before + ", *" + before + "]\n");
        }
        yaml("a billion laughs", laughs.toString(), "aliases");
        yaml("an alias of itself", "a: &a [*a]\n", "aliases");
        yaml("a merge key", "a: &a {name: p}\n<<: *a\n", "aliases");
        yaml("lists in lists", "[".repeat(100_000), "");
        yaml("objects in objects", "{a: ".repeat(50_000), "");
        yaml("keys of keys", "? ".repeat(50_000), "");
        yaml("blocks in blocks", nested(200), "");
        yaml("a long text", "x".repeat(2_000_000), "longer than");
        yaml("nothing", "", "is empty");
        yaml("a comment", "# name: p\n", "is empty");
        yaml("a word", "pipeline", "must be an object");
        yaml("a list", "- name: p\n", "must be an object");
        yaml("two documents", step("{ op: explode, column: a }") + "---\nname: q\n", "");
        yaml("a control character", "name: \"p\u0000\"\n", "");
        yaml("an object of Java", "!!javax.script.ScriptEngineManager [!!java.net.URLClassLoader [[]]]\n", "tag");
        yaml("an object of Java as a value", "name: !!java.net.URL ['http://x']\n", "tag");
        yaml("a tag of one's own", "name: !secret p\n", "");
        yaml("a field twice", "name: p\nname: q\n", "twice");
        yaml("an open quote", "name: 'p\nstages: []\n", "not well-formed");
        yaml("tabs", "name: p\n\tstages: []\n", "not well-formed");
        all.add(new Definition("JSON with a tail", "p.json", "{\"name\": \"p\"} {\"name\": \"q\"}", ""));
        all.add(new Definition("JSON that is cut off", "p.json", "{\"name\": \"p\", \"stages\": [", "not well-formed"));
    }

    private static String nested(int depth) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            text.append(" ".repeat(i)).append("a:\n");
        }
        return text.toString();
    }

    private void toml() {
        for (String[] each : new String[][] {
            {"TOML of lists in lists", "a = " + "[".repeat(100_000), "nested too deeply"},
            {"TOML of tables in tables", "a = " + "{b = ".repeat(50_000), "nested too deeply"},
            {"TOML with a long key", "a" + ".a".repeat(50_000) + " = 1", ""},
            {"TOML with a key twice", "name = 'p'\nname = 'q'", "not well-formed"},
            {"TOML that is cut off", "name = '''p", "not well-formed"},
            {"TOML with a huge number", "name = " + "9".repeat(10_000), ""},
            {"TOML with a control character", "name = 'p\u0000'", ""}
        }) {
            all.add(new Definition(each[0], "p.toml", each[1], each[2]));
        }
    }

    private void shape() {
        String good = step("{ op: explode, column: a }");
        yaml("a name as a path", good.replace("name: p", "name: ../../etc/passwd"), "The name of a pipeline");
        yaml("a name as a lookup", good.replace("name: p", "name: '${jndi:ldap://x/y}'"), "The name of a pipeline");
        yaml("a name with a line break", good.replace("name: p", "name: \"p\\nq\""), "The name of a pipeline");
        yaml("a long name", good.replace("name: p", "name: " + "p".repeat(101)), "The name of a pipeline");
        yaml("a name that is nothing", good.replace("name: p", "name: ''"), "The name of a pipeline");
        yaml("a name that is an object", good.replace("name: p", "name: {a: b}"), "must be a text");
        yaml("a name that is null", good.replace("name: p", "name: null"), "");
        yaml("a dataset as an expression", good.replace("in:", "'#{T(Runtime)}':"), "The name of a dataset");
        yaml("a policy that is none", good.replace("topic: t", "topic: t, onBadData: ignore"), "Use one of");
        yaml("a stage that reads itself", good.replace("inputs: [in]", "inputs: [out]"), "in a circle");
        yaml("a stage that reads nothing", good.replace("inputs: [in]", "inputs: []"), "is empty");
        yaml("a long circle", circle(900), "in a circle");
        yaml("more stages than anybody needs", circle(2_000), "may be more than");
        yaml("more paths than can be walked", diamonds(40), "in a circle");
        yaml("more steps than anybody needs", step("{ op: explode, column: a }, ".repeat(5_000)), "may be more than");
    }

    private static String circle(int length) {
        StringBuilder text = new StringBuilder("name: p\ndatasets:\n");
        for (int i = 0; i < length; i++) {
            text.append("  d").append(i).append(": {}\n");
        }
        text.append("stages:\n");
        for (int i = 0; i < length; i++) {
            text.append("  - { inputs: [d" + i + "], output: d" + (i + 1) % length + ", steps: [] }\n");
        }
        return text.toString();
    }

    /** Two stages read both of the layer before: the paths double with each layer. The last closes a circle. */
    private static String diamonds(int layers) {
        StringBuilder text = new StringBuilder("name: p\ndatasets:\n");
        StringBuilder stages = new StringBuilder("stages:\n");
        for (int i = 0; i <= layers; i++) {
            text.append("  a" + i + ": {}\n  b" + i + ": {}\n");
            int next = (i + 1) % (layers + 1);
            stages.append("  - { inputs: [a" + i + ", b" + i + "], output: a" + next + ", steps: [] }\n");
            stages.append("  - { inputs: [a" + i + ", b" + i + "], output: b" + next + ", steps: [] }\n");
        }
        return text.append(stages).toString();
    }

    private void expressions() {
        expression("a class by Spring's language", "T(java.lang.Runtime).getRuntime().exec('x')", "");
        expression("a template of Spring", "#{systemProperties}", "");
        expression("a lookup of Log4j", "${jndi:ldap://x/y}", "");
        expression("a class by an object", "''.getClass().forName('java.lang.Runtime')", "");
        expression("a new object", "new java.lang.ProcessBuilder('x').start()", "");
        expression("a call of a method", "a.toString()", "");
        expression("an assignment", "a = 1", "");
        expression("a loop", "while (true) {}", "");
        expression("several statements", "1; 2", "");
        expression("a function that is not there", "system('rm')", "system");
        expression("too few arguments", "roundTo(1)", "");
        expression("an open string", "'a", "");
        expression("an open bracket", "(".repeat(10_000) + "1", "");
        expression("brackets in brackets", "(".repeat(2_000) + "1" + ")".repeat(2_000), "");
        expression("denial upon denial", "!".repeat(5_000) + "a", "");
        expression("a long sum", "1" + " + 1".repeat(4_000), "");
        expression("a text that is too long", "'" + "x".repeat(30_000) + "'", "");
        expression("a number that is too long", "9".repeat(5_000), "");
        expression("a pattern that looks back", "matches(a, '(a)\\\\1')", "");
        expression("a pattern that looks around", "matches(a, '(?=a)')", "");
        expression("a pattern that repeats repeats", "matches(a, '((a{500}){500}){500}')", "");
        expression("a pattern that is too long", "matches(a, '" + "a".repeat(1_001) + "')", "");
        expression("a kind that cannot be", "1 && 'a'", "needs a boolean");
        expression("a quoted name that does not end", "`a", "");
        expression("a control character in an expression", "a \u0007 b", "");
    }

    private void expression(String name, String expression, String says) {
        String quoted = expression.replace("\\", "\\\\").replace("\"", "\\\"");
        yaml(name, step("{ op: applyExpression, column: x, expression: \"" + quoted + "\" }"), says);
    }

    private void steps() {
        yaml("a step that is not there", step("{ op: exec, command: [rm, -rf] }"), "there is no step 'exec'");
        yaml("a step without a name", step("{ column: a }"), "has no 'op'");
        yaml("a step that is a list", step("[a]"), "must be an object");
        yaml("a cast to a class", step("{ op: cast, column: a, to: java.lang.Runtime }"), "Use one of");
        yaml("a column twice", step("{ op: select, columns: [a, a] }"), "is there twice");
        yaml("a column that is gone", step("{ op: drop, columns: [a] }, { op: drop, columns: [a] }"), "no column 'a'");
        yaml("two columns that become one", step("{ op: rename, mapping: { a: c, b: c } }"), "two columns become 'c'");
        yaml("a field twice in flatten", step("{ op: flatten, column: a, fields: [x, x] }"), "is there twice");
        yaml("a field that nobody knows", step("{ op: explode, column: a, class: x }"), "unknown field 'class'");
        yaml("a column that is an object", step("{ op: explode, column: { a: b } }"), "must be a text");
    }

    private void programs() {
        yaml("a program elsewhere", step("{ op: wasm, ref: ../subject }"), "The program of a step is '../subject'");
        yaml("a program by its path", step("{ op: process, ref: /bin/sh }"), "The program of a step is '/bin/sh'");
        yaml("a program above", step("{ op: process, ref: '..' }"), "The program of a step is '..'");
        yaml("an image that is an option", step("{ op: container, ref: --privileged }"), "The program of a step");
        yaml("a command for a shell", step("{ op: process, ref: 'a; rm -rf /' }"), "The program of a step");
        yaml("a text that ends early", step("{ op: process, ref: a, args: [\"x\\0y\"] }"), "has the character 0");
        yaml("a program that nobody allowed", step("{ op: process, ref: sh }"), "the program 'sh' cannot be run");
        yaml("a container that nobody allowed", step("{ op: container, ref: a }"), "the program 'a' cannot be run");
    }

    private static String step(String steps) {
        return """
                name: p
                datasets:
                  in: { topic: t }
                  out: { topic: u }
                stages:
                  - inputs: [in]
                    output: out
                    steps: [%s]
                """.replace("%s", steps);
    }
}
