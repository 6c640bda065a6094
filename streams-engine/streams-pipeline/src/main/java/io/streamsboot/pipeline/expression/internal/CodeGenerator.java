package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.Columns;
import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.internal.BytecodeCompiler.Constants;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the instructions of one method: those that leave a value on the stack, or one of {@link Logic}'s three. */
final class CodeGenerator {

    private static final int ROW = 1;
    private static final int COST = 2;
    private static final int MAX_TEXT = 16_000;

    private static final String LOGIC = Type.getInternalName(Logic.class);
    private static final String COMPARISONS = Type.getInternalName(Comparisons.class);
    private static final String ACCESS = Type.getInternalName(Access.class);
    private static final String TARGET = Type.getInternalName(Target.class);
    private static final String BODY = Type.getInternalName(Body.class);
    private static final String COLUMNS = Type.getInternalName(Columns.class);
    private static final String METER = Type.getDescriptor(CostMeter.class);
    private static final String OPERATOR = Type.getDescriptor(Operator.class);
    private static final String TWO = "(Ljava/lang/Object;Ljava/lang/Object;";

    private final MethodVisitor method;
    private final Constants constants;
    private int locals = COST + 1;

    CodeGenerator(MethodVisitor method, Constants constants) {
        this.method = method;
        this.constants = constants;
    }

    /** Leaves the value of a node on the stack. */
    void value(Node node) {
        if (node instanceof Node.Literal literal) {
            literal(literal.value());
        } else if (node instanceof Node.Column column) {
            method.visitVarInsn(Opcodes.ALOAD, ROW);
            integer(column.slot());
            method.visitMethodInsn(Opcodes.INVOKEINTERFACE, COLUMNS, "column", "(I)Ljava/lang/Object;", true);
        } else if (isLogical(node)) {
            truth(node);
            call(LOGIC, "box", "(I)Ljava/lang/Object;");
        } else if (node instanceof Node.Binary binary) {
            arithmetic(binary);
        } else if (node instanceof Node.Negate negate) {
            value(negate.operand());
            integer(node.position());
            call(Type.getInternalName(Arithmetic.class), "negate", "(Ljava/lang/Object;I)Ljava/lang/Object;");
        } else if (node instanceof Node.Conditional conditional) {
            conditional(conditional);
        } else if (node instanceof Node.Call invocation) {
            invocation(invocation);
        } else if (node instanceof Node.Coalesce coalesce) {
            coalesce(coalesce);
        } else {
            access(node);
        }
    }

    private void access(Node node) {
        if (node instanceof Node.Index index) {
            value(index.target());
            value(index.index());
            integer(node.position());
            call(ACCESS, "index", TWO + "I)Ljava/lang/Object;");
        } else if (node instanceof Node.Field field) {
            value(field.target());
            literal(field.name());
            method.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/String");
            integer(node.position());
            call(ACCESS, "field", "(Ljava/lang/Object;Ljava/lang/String;I)Ljava/lang/Object;");
        } else if (node instanceof Node.ListOf list) {
            array(list.items());
            method.visitVarInsn(Opcodes.ALOAD, COST);
            call(ACCESS, "list", "([Ljava/lang/Object;" + METER + ")Ljava/util/List;");
        } else {
            Node.ObjectOf object = (Node.ObjectOf) node;
            constants.load(method, object.names(), List.class);
            array(object.values());
            method.visitVarInsn(Opcodes.ALOAD, COST);
            call(ACCESS, "object", "(Ljava/util/List;[Ljava/lang/Object;" + METER + ")Ljava/util/Map;");
        }
    }

    private static boolean isLogical(Node node) {
        return node instanceof Node.Not
                || node instanceof Node.Junction
                || (node instanceof Node.Binary binary && binary.operator().logical());
    }

    /** Leaves the truth of a node on the stack, an int. */
    void truth(Node node) {
        if (node instanceof Node.Not not) {
            truth(not.operand());
            call(LOGIC, "not", "(I)I");
        } else if (node instanceof Node.Junction junction) {
            junction(junction);
        } else if (node instanceof Node.Binary binary && binary.operator().logical()) {
            comparison(binary);
        } else {
            value(node);
            integer(node.position());
            call(LOGIC, "truth", "(Ljava/lang/Object;I)I");
        }
    }

    private void comparison(Node.Binary node) {
        value(node.left());
        boolean ordering = node.operator().precedence == Operator.LESS.precedence && node.operator() != Operator.IN;
        if (ordering && node.right() instanceof Node.Literal literal && literal.value() instanceof Long number) {
            method.visitLdcInsn(number);
            method.visitFieldInsn(
                    Opcodes.GETSTATIC,
                    Type.getInternalName(Operator.class),
                    node.operator().name(),
                    OPERATOR);
            integer(node.position());
            method.visitVarInsn(Opcodes.ALOAD, COST);
            call(COMPARISONS, "compareTo", "(Ljava/lang/Object;J" + OPERATOR + "I" + METER + ")I");
            return;
        }
        value(node.right());
        integer(node.position());
        method.visitVarInsn(Opcodes.ALOAD, COST);
        call(COMPARISONS, node.operator().method, TWO + "I" + METER + ")I");
    }

    private void arithmetic(Node.Binary node) {
        value(node.left());
        value(node.right());
        integer(node.position());
        String owner = Type.getInternalName(node.operator().owner);
        if (node.operator() == Operator.ADD) {
            method.visitVarInsn(Opcodes.ALOAD, COST);
            call(owner, node.operator().method, TWO + "I" + METER + ")Ljava/lang/Object;");
        } else {
            call(owner, node.operator().method, TWO + "I)Ljava/lang/Object;");
        }
    }

    private void junction(Node.Junction node) {
        Label decided = new Label();
        Label end = new Label();
        int jump = node.and() ? Opcodes.IFEQ : Opcodes.IF_ICMPEQ;
        int left = locals++;
        truth(node.left());
        method.visitInsn(Opcodes.DUP);
        method.visitVarInsn(Opcodes.ISTORE, left);
        decide(node.and(), jump, decided);
        int right = locals++;
        truth(node.right());
        method.visitInsn(Opcodes.DUP);
        method.visitVarInsn(Opcodes.ISTORE, right);
        decide(node.and(), jump, decided);
        method.visitVarInsn(Opcodes.ILOAD, left);
        method.visitVarInsn(Opcodes.ILOAD, right);
        if (node.and()) {
            call(LOGIC, "bothNotFalse", "(II)I");
        } else {
            // Neither is true, so that each is 0 or 2.
            method.visitInsn(Opcodes.IOR);
        }
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(decided);
        method.visitInsn(node.and() ? Opcodes.ICONST_0 : Opcodes.ICONST_1);
        method.visitLabel(end);
    }

    private void decide(boolean and, int jump, Label decided) {
        if (!and) {
            method.visitInsn(Opcodes.ICONST_1);
        }
        method.visitJumpInsn(jump, decided);
    }

    private void conditional(Node.Conditional node) {
        Label otherwise = new Label();
        Label unknown = new Label();
        Label end = new Label();
        int condition = locals++;
        truth(node.condition());
        method.visitInsn(Opcodes.DUP);
        method.visitVarInsn(Opcodes.ISTORE, condition);
        method.visitJumpInsn(Opcodes.IFEQ, otherwise);
        method.visitVarInsn(Opcodes.ILOAD, condition);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitJumpInsn(Opcodes.IF_ICMPNE, unknown);
        value(node.then());
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(unknown);
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(otherwise);
        value(node.otherwise());
        method.visitLabel(end);
    }

    private void coalesce(Node.Coalesce node) {
        Label end = new Label();
        for (Node argument : node.arguments()) {
            value(argument);
            method.visitInsn(Opcodes.DUP);
            method.visitJumpInsn(Opcodes.IFNONNULL, end);
            method.visitInsn(Opcodes.POP);
        }
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitLabel(end);
    }

    /** The function is called from here and not through a shared method, so that the JIT compiler can inline it. */
    private void invocation(Node.Call node) {
        Label refused = new Label();
        Label from = new Label();
        Label to = new Label();
        Label handler = new Label();
        Label end = new Label();
        int arguments = locals++;
        array(node.arguments());
        method.visitVarInsn(Opcodes.ASTORE, arguments);
        constants.load(method, node.target(), Target.class);
        method.visitVarInsn(Opcodes.ALOAD, arguments);
        integer(node.position());
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, TARGET, "accepts", "([Ljava/lang/Object;I)Z", false);
        method.visitJumpInsn(Opcodes.IFEQ, refused);
        constants.load(method, node.target().body, Body.class);
        method.visitVarInsn(Opcodes.ALOAD, arguments);
        method.visitVarInsn(Opcodes.ALOAD, COST);
        method.visitTryCatchBlock(from, to, handler, "java/lang/RuntimeException");
        method.visitLabel(from);
        method.visitMethodInsn(
                Opcodes.INVOKEINTERFACE, BODY, "call", "([Ljava/lang/Object;" + METER + ")Ljava/lang/Object;", true);
        method.visitLabel(to);
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(handler);
        integer(node.position());
        call(TARGET, "failed", "(Ljava/lang/RuntimeException;I)Ljava/lang/RuntimeException;");
        method.visitInsn(Opcodes.ATHROW);
        method.visitLabel(refused);
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitLabel(end);
    }

    private void array(List<Node> nodes) {
        integer(nodes.size());
        method.visitTypeInsn(Opcodes.ANEWARRAY, BytecodeCompiler.OBJECT);
        for (int i = 0; i < nodes.size(); i++) {
            method.visitInsn(Opcodes.DUP);
            integer(i);
            value(nodes.get(i));
            method.visitInsn(Opcodes.AASTORE);
        }
    }

    private void literal(@Nullable Object value) {
        if (value == null) {
            method.visitInsn(Opcodes.ACONST_NULL);
        } else if (value instanceof Boolean known) {
            method.visitFieldInsn(
                    Opcodes.GETSTATIC, "java/lang/Boolean", known ? "TRUE" : "FALSE", "Ljava/lang/Boolean;");
        } else if (value instanceof String text && text.length() <= MAX_TEXT) {
            method.visitLdcInsn(text);
        } else if (value instanceof List<?>) {
            constants.load(method, value, List.class);
        } else if (value instanceof Map<?, ?>) {
            constants.load(method, value, Map.class);
        } else {
            constants.load(method, value, value.getClass());
        }
    }

    private void integer(int value) {
        if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            method.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            method.visitLdcInsn(value);
        }
    }

    private void call(String owner, String name, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }
}
