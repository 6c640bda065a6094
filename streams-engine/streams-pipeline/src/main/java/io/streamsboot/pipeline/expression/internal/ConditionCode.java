package io.streamsboot.pipeline.expression.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes conditions: jumps to one of three labels, or leaves one of {@link Logic}'s three on the stack. */
final class ConditionCode {

    private static final String LOGIC = Type.getInternalName(Logic.class);

    private final CodeGenerator code;
    private final MethodVisitor method;

    /** Writes to the method of a generator. */
    ConditionCode(CodeGenerator code) {
        this.code = code;
        this.method = code.method();
    }

    /** Whether a node has a truth without a value. */
    static boolean isLogical(Node node) {
        return node instanceof Node.Not
                || node instanceof Node.Junction
                || (node instanceof Node.Binary binary && binary.operator().logical());
    }

    /** Leaves the truth of a node on the stack. */
    void truth(Node node) {
        Label yes = new Label();
        Label no = new Label();
        Label unknown = new Label();
        Label end = new Label();
        if (jumps(node)) {
            jump(node, yes, no, unknown);
            method.visitLabel(unknown);
            method.visitInsn(Opcodes.ICONST_2);
        } else if (!leaves(node, yes, no)) {
            return;
        }
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(yes);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(no);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitLabel(end);
    }

    /** Whether a node is a condition that does not leave its truth on the stack first. */
    private static boolean jumps(Node node) {
        return node instanceof Node.Not || node instanceof Node.Junction || constant(node) != null;
    }

    /** Goes to one of three labels. */
    void jump(Node node, Label yes, Label no, Label unknown) {
        if (node instanceof Node.Not not) {
            jump(not.operand(), no, yes, unknown);
            return;
        } else if (node instanceof Node.Junction junction) {
            junction(junction, yes, no, unknown);
            return;
        }
        Node.Literal constant = constant(node);
        if (constant != null) {
            equality((Node.Binary) node, constant, yes, no);
            return;
        }
        leaves(node, yes, no);
        if ((node.kinds() & Kinds.NULL) != 0) {
            int truth = code.local(1);
            method.visitInsn(Opcodes.DUP);
            method.visitVarInsn(Opcodes.ISTORE, truth);
            method.visitInsn(Opcodes.ICONST_2);
            method.visitJumpInsn(Opcodes.IF_ICMPEQ, unknown);
            method.visitVarInsn(Opcodes.ILOAD, truth);
        }
        method.visitJumpInsn(Opcodes.IFEQ, no);
        method.visitJumpInsn(Opcodes.GOTO, yes);
    }

    /** Leaves a truth on the stack, or takes a shortcut to a label; whether there is one. */
    private boolean leaves(Node node, Label yes, Label no) {
        if (!isLogical(node)) {
            code.value(node);
            unbox(method, node.position());
            return false;
        }
        Node.Binary comparison = (Node.Binary) node;
        Shortcut shortcut = code.shortcut(comparison);
        if (shortcut == null) {
            code.operator(comparison, true, "I");
            return false;
        }
        shortcut.compare(comparison, yes, no);
        return true;
    }

    /** A chain of one operator is decided by its first side that decides; it is unknown if one was, and none decided. */
    private void junction(Node.Junction node, Label yes, Label no, Label unknown) {
        int anyUnknown = code.local(1);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, anyUnknown);
        for (Node side : sides(node)) {
            Label isUnknown = new Label();
            Label next = new Label();
            jump(side, node.and() ? next : yes, node.and() ? no : next, isUnknown);
            method.visitLabel(isUnknown);
            method.visitInsn(Opcodes.ICONST_1);
            method.visitVarInsn(Opcodes.ISTORE, anyUnknown);
            method.visitLabel(next);
        }
        method.visitVarInsn(Opcodes.ILOAD, anyUnknown);
        method.visitJumpInsn(Opcodes.IFNE, unknown);
        method.visitJumpInsn(Opcodes.GOTO, node.and() ? yes : no);
    }

    private static List<Node> sides(Node.Junction chain) {
        Deque<Node> sides = new ArrayDeque<>();
        Node rest = chain;
        while (rest instanceof Node.Junction junction && junction.and() == chain.and()) {
            sides.addFirst(junction.right());
            rest = junction.left();
        }
        sides.addFirst(rest);
        return List.copyOf(sides);
    }

    /** The side of an equality that only equals what is the same to Java, and costs nothing to compare; null if none is. */
    private static Node.@Nullable Literal constant(Node node) {
        if (node instanceof Node.Binary binary
                && (binary.operator() == Operator.EQUAL || binary.operator() == Operator.NOT_EQUAL)) {
            if (binary.right() instanceof Node.Literal literal && isConstant(literal.value())) {
                return literal;
            } else if (binary.left() instanceof Node.Literal literal && isConstant(literal.value())) {
                return literal;
            }
        }
        return null;
    }

    private static boolean isConstant(@Nullable Object value) {
        return value == null
                || value instanceof Boolean
                || (value instanceof String text && text.length() <= Comparisons.FREE);
    }

    @SuppressWarnings("ReferenceEquality") // It is about this side, not about one like it.
    private void equality(Node.Binary node, Node.Literal constant, Label yes, Label no) {
        boolean equal = node.operator() == Operator.EQUAL;
        code.value(constant == node.right() ? node.left() : node.right());
        if (constant.value() == null) {
            method.visitJumpInsn(Opcodes.IFNULL, equal ? yes : no);
            method.visitJumpInsn(Opcodes.GOTO, equal ? no : yes);
            return;
        }
        code.literal(constant.value());
        method.visitInsn(Opcodes.SWAP);
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                Type.getInternalName(constant.value().getClass()),
                "equals",
                "(Ljava/lang/Object;)Z",
                false);
        method.visitJumpInsn(Opcodes.IFEQ, equal ? no : yes);
        method.visitJumpInsn(Opcodes.GOTO, equal ? yes : no);
    }

    /** Makes a truth on the stack a value. */
    static void box(MethodVisitor method) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, LOGIC, "box", "(I)Ljava/lang/Object;", false);
    }

    /** Makes a value on the stack a truth. */
    static void unbox(MethodVisitor method, int position) {
        CodeGenerator.integer(method, position);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, LOGIC, "truth", "(Ljava/lang/Object;I)I", false);
    }
}
