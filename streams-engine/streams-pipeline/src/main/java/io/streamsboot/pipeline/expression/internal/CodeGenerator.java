package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.Columns;
import io.streamsboot.pipeline.expression.CostMeter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the instructions of one method: those that leave a value on the stack. {@link ConditionCode} does conditions. */
final class CodeGenerator {

    /** The last parameter that all methods have; before it is the row. */
    static final int COST = 2;

    private static final int ROW = 1;
    private static final int FIRST = COST + 1;
    private static final int MAX_TEXT = 16_000;

    private static final String ACCESS = Type.getInternalName(Access.class);
    private static final String TARGET = Type.getInternalName(Target.class);
    private static final String BODY = Type.getInternalName(Body.class);
    private static final String COLUMNS = Type.getInternalName(Columns.class);
    private static final String METER = Type.getDescriptor(CostMeter.class);
    private static final String TWO = "(Ljava/lang/Object;Ljava/lang/Object;";

    private final MethodVisitor method;
    private final ClassCode target;
    private final @Nullable Node first;
    private final boolean shortcuts;
    private final ConditionCode conditions;
    private int locals;

    /** For a method with a row and a cost meter. */
    CodeGenerator(MethodVisitor method, ClassCode target) {
        this.method = method;
        this.target = target;
        this.first = null;
        this.shortcuts = true;
        this.locals = COST + 1;
        this.conditions = new ConditionCode(this);
    }

    /** For a method that {@link ClassCode#otherwise} began; its third parameter is the value of a node. */
    CodeGenerator(MethodVisitor method, ClassCode target, @Nullable Node first) {
        this.method = method;
        this.target = target;
        this.first = first;
        this.shortcuts = false;
        this.locals = FIRST + 1;
        this.conditions = new ConditionCode(this);
    }

    MethodVisitor method() {
        return method;
    }

    /** A local of this method for one value, which takes one or two slots. */
    int local(int slots) {
        int local = locals;
        locals += slots;
        return local;
    }

    /** Puts the object on the stack into a local. */
    int store() {
        int local = local(1);
        method.visitVarInsn(Opcodes.ASTORE, local);
        return local;
    }

    /** The shortcut through a node; null if it has none, or there is no room for it. */
    @Nullable Shortcut shortcut(Node node) {
        return shortcuts && NumberTree.is(node) && target.takeShortcut(NumberTree.size(node))
                ? new Shortcut(this, target)
                : null;
    }

    /** Leaves the value of a node on the stack. */
    @SuppressWarnings("ReferenceEquality") // It is about this node, not about one like it.
    void value(Node node) {
        if (node == first) {
            method.visitVarInsn(Opcodes.ALOAD, FIRST);
        } else if (node instanceof Node.Literal literal) {
            literal(literal.value());
        } else if (node instanceof Node.Column column) {
            method.visitVarInsn(Opcodes.ALOAD, ROW);
            integer(column.slot());
            method.visitMethodInsn(Opcodes.INVOKEINTERFACE, COLUMNS, "column", "(I)Ljava/lang/Object;", true);
        } else if (ConditionCode.isLogical(node)) {
            truth(node);
            ConditionCode.box(method);
        } else if (NumberTree.isArithmetic(node)) {
            arithmetic(node);
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
            target.load(method, object.names(), List.class);
            array(object.values());
            method.visitVarInsn(Opcodes.ALOAD, COST);
            call(ACCESS, "object", "(Ljava/util/List;[Ljava/lang/Object;" + METER + ")Ljava/util/Map;");
        }
    }

    /** Leaves the truth of a node on the stack, one of {@link Logic}'s three. */
    void truth(Node node) {
        conditions.truth(node);
    }

    private void arithmetic(Node node) {
        Shortcut shortcut = shortcut(node);
        if (shortcut != null) {
            shortcut.value(node);
        } else if (node instanceof Node.Negate negate) {
            value(negate.operand());
            integer(node.position());
            call(Type.getInternalName(Arithmetic.class), "negate", "(Ljava/lang/Object;I)Ljava/lang/Object;");
        } else {
            Node.Binary binary = (Node.Binary) node;
            operator(binary, binary.operator() == Operator.ADD, "Ljava/lang/Object;");
        }
    }

    /** Calls the method of an operator. */
    void operator(Node.Binary node, boolean charges, String result) {
        value(node.left());
        value(node.right());
        integer(node.position());
        if (charges) {
            method.visitVarInsn(Opcodes.ALOAD, COST);
        }
        String owner = Type.getInternalName(node.operator().owner);
        call(owner, node.operator().method, TWO + "I" + (charges ? METER : "") + ")" + result);
    }

    private void conditional(Node.Conditional node) {
        Label then = new Label();
        Label otherwise = new Label();
        Label unknown = new Label();
        Label end = new Label();
        conditions.jump(node.condition(), then, otherwise, unknown);
        method.visitLabel(then);
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
        array(node.arguments());
        int arguments = store();
        target.load(method, node.target(), Target.class);
        method.visitVarInsn(Opcodes.ALOAD, arguments);
        integer(node.position());
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, TARGET, "accepts", "([Ljava/lang/Object;I)Z", false);
        method.visitJumpInsn(Opcodes.IFEQ, refused);
        target.load(method, node.target().body, Body.class);
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
        method.visitTypeInsn(Opcodes.ANEWARRAY, ClassCode.OBJECT);
        for (int i = 0; i < nodes.size(); i++) {
            method.visitInsn(Opcodes.DUP);
            integer(i);
            value(nodes.get(i));
            method.visitInsn(Opcodes.AASTORE);
        }
    }

    /** Puts the value of a literal onto the stack. */
    void literal(@Nullable Object value) {
        if (value == null) {
            method.visitInsn(Opcodes.ACONST_NULL);
        } else if (value instanceof Boolean known) {
            method.visitFieldInsn(
                    Opcodes.GETSTATIC, "java/lang/Boolean", known ? "TRUE" : "FALSE", "Ljava/lang/Boolean;");
        } else if (value instanceof String text && text.length() <= MAX_TEXT) {
            method.visitLdcInsn(text);
        } else if (value instanceof List<?>) {
            target.load(method, value, List.class);
        } else if (value instanceof Map<?, ?>) {
            target.load(method, value, Map.class);
        } else {
            target.load(method, value, value.getClass());
        }
    }

    /** Puts an int onto the stack. */
    void integer(int value) {
        integer(method, value);
    }

    static void integer(MethodVisitor method, int value) {
        if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            method.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            method.visitLdcInsn(value);
        }
    }

    /** Calls a static method. */
    void call(String owner, String name, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }
}
