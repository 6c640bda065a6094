package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.internal.NumberTree.Form;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Computes a {@link NumberTree} without making objects. It takes columns for integers, or for doubles, and jumps away where
 * a value is something else, or a divisor zero: there the tree begins again. What can jump finds nothing of the tree on the
 * operand stack; left operands wait in locals.
 */
final class NumberCode {

    private static final String ARITHMETIC = Type.getInternalName(Arithmetic.class);
    private static final String LONG = "java/lang/Long";
    private static final String DOUBLE = "java/lang/Double";

    /** The one leaf that may be no column. */
    private static final int FIRST = -1;

    private final CodeGenerator code;
    private final MethodVisitor method;
    private final Form columns;
    private final Label miss;
    private final Map<Integer, Integer> locals = new HashMap<>();
    private boolean varies;

    /** Writes to a method, takes columns for one form, and jumps to a label if they are not. */
    NumberCode(CodeGenerator code, Form columns, Label miss) {
        this.code = code;
        this.method = code.method();
        this.columns = columns;
        this.miss = miss;
    }

    /** Whether columns of the other form make another code. */
    boolean varies() {
        return varies;
    }

    /** Leaves the value of arithmetic on the stack, boxed. */
    void value(Node node) {
        number(node);
        if (form(node) == Form.LONG) {
            code.call(LONG, "valueOf", "(J)L" + LONG + ";");
        } else {
            code.call(DOUBLE, "valueOf", "(D)L" + DOUBLE + ";");
        }
    }

    /** Jumps where a comparison says, which must be comparable. */
    void compare(Node.Binary comparison, Label yes, Label no) {
        Form form = Objects.requireNonNull(NumberTree.comparable(comparison, columns));
        operands(comparison, form, false);
        Operator operator = comparison.operator();
        if (form == Form.LONG) {
            method.visitInsn(Opcodes.LCMP);
        } else {
            // A NaN is neither less nor greater nor equal.
            boolean less = operator == Operator.LESS || operator == Operator.LESS_OR_EQUAL;
            method.visitInsn(less ? Opcodes.DCMPG : Opcodes.DCMPL);
        }
        int jump = switch (operator) {
            case EQUAL -> Opcodes.IFEQ;
            case NOT_EQUAL -> Opcodes.IFNE;
            case LESS -> Opcodes.IFLT;
            case LESS_OR_EQUAL -> Opcodes.IFLE;
            case GREATER -> Opcodes.IFGT;
            case GREATER_OR_EQUAL -> Opcodes.IFGE;
            default -> throw new IllegalArgumentException("'" + operator.symbol + "' compares no numbers");
        };
        method.visitJumpInsn(jump, yes);
        method.visitJumpInsn(Opcodes.GOTO, no);
    }

    /** Leaves a number on the stack, in its form. */
    private void number(Node node) {
        if (node instanceof Node.Negate negate) {
            number(negate.operand());
            if (form(node) == Form.LONG) {
                code.integer(node.position());
                code.call(ARITHMETIC, "negate", "(JI)J");
            } else {
                method.visitInsn(Opcodes.DNEG);
            }
        } else if (node instanceof Node.Binary binary) {
            binary(binary);
        } else if (node instanceof Node.Literal literal) {
            method.visitLdcInsn(literal.value());
        } else {
            varies |= NumberTree.varies(node);
            boolean integer = form(node) == Form.LONG;
            int object = object(node);
            is(object, integer ? LONG : DOUBLE, Opcodes.IFEQ, miss);
            unbox(object, integer ? LONG : DOUBLE);
        }
    }

    private void binary(Node.Binary node) {
        Form form = form(node);
        boolean anyNumber = node.operator() == Operator.DIVIDE || isDouble(node.left()) || isDouble(node.right());
        if (form == Form.DOUBLE && !anyNumber && NumberTree.varies(node.left()) && NumberTree.varies(node.right())) {
            requireDouble(object(node.left()), object(node.right()));
            anyNumber = true;
        }
        operands(node, form, anyNumber);
        if (node.operator() == Operator.REMAINDER) {
            method.visitInsn(form == Form.LONG ? Opcodes.LREM : Opcodes.DREM);
        } else {
            code.integer(node.position());
            code.call(ARITHMETIC, node.operator().method, form == Form.LONG ? "(JJI)J" : "(DDI)D");
        }
    }

    /** Whether what {@link #number} leaves is certain to be a double in the row too, so that its neighbour becomes one. */
    private boolean isDouble(Node node) {
        return form(node) == Form.DOUBLE && !NumberTree.varies(node);
    }

    private void requireDouble(int left, int right) {
        Label known = new Label();
        is(left, DOUBLE, Opcodes.IFNE, known);
        is(right, DOUBLE, Opcodes.IFEQ, miss);
        method.visitLabel(known);
    }

    private void operands(Node.Binary node, Form form, boolean anyNumber) {
        Operator operator = node.operator();
        boolean divides = operator == Operator.DIVIDE || operator == Operator.REMAINDER;
        operand(node.left(), form, anyNumber);
        if (node.right() instanceof Node.Literal literal && !(divides && isZero(literal))) {
            operand(literal, form, anyNumber);
            return;
        }
        int left = store(form);
        operand(node.right(), form, anyNumber);
        int right = store(form);
        if (divides) {
            load(right, form);
            method.visitInsn(form == Form.LONG ? Opcodes.LCONST_0 : Opcodes.DCONST_0);
            method.visitInsn(form == Form.LONG ? Opcodes.LCMP : Opcodes.DCMPL);
            method.visitJumpInsn(Opcodes.IFEQ, miss);
        }
        load(left, form);
        load(right, form);
    }

    private static boolean isZero(Node.Literal literal) {
        return literal.value() instanceof Number number && number.doubleValue() == 0;
    }

    private void operand(Node node, Form form, boolean anyNumber) {
        if (form == Form.LONG) {
            number(node);
        } else if (node instanceof Node.Literal literal && literal.value() instanceof Long integer) {
            method.visitLdcInsn((double) integer);
        } else if (anyNumber && NumberTree.varies(node)) {
            anyNumber(object(node));
        } else {
            number(node);
            if (form(node) == Form.LONG) {
                method.visitInsn(Opcodes.L2D);
            }
        }
    }

    /** Leaves an integer or a double as a double. */
    private void anyNumber(int object) {
        Label isDouble = new Label();
        Label end = new Label();
        is(object, DOUBLE, Opcodes.IFNE, isDouble);
        is(object, LONG, Opcodes.IFEQ, miss);
        unbox(object, LONG);
        method.visitInsn(Opcodes.L2D);
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(isDouble);
        unbox(object, DOUBLE);
        method.visitLabel(end);
    }

    /** The local that has the object of a leaf, which is evaluated the first time; each column once. */
    int object(Node leaf) {
        int key = leaf instanceof Node.Column column ? column.slot() : FIRST;
        Integer local = locals.get(key);
        if (local == null) {
            code.value(leaf);
            local = code.store();
            locals.put(key, local);
        }
        return local;
    }

    private void is(int object, String type, int jump, Label label) {
        method.visitVarInsn(Opcodes.ALOAD, object);
        method.visitTypeInsn(Opcodes.INSTANCEOF, type);
        method.visitJumpInsn(jump, label);
    }

    private void unbox(int object, String type) {
        method.visitVarInsn(Opcodes.ALOAD, object);
        method.visitTypeInsn(Opcodes.CHECKCAST, type);
        boolean integer = type.equals(LONG);
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, type, integer ? "longValue" : "doubleValue", integer ? "()J" : "()D", false);
    }

    private int store(Form form) {
        int local = code.local(2);
        method.visitVarInsn(form == Form.LONG ? Opcodes.LSTORE : Opcodes.DSTORE, local);
        return local;
    }

    private void load(int local, Form form) {
        method.visitVarInsn(form == Form.LONG ? Opcodes.LLOAD : Opcodes.DLOAD, local);
    }

    private Form form(Node node) {
        return NumberTree.form(node, columns);
    }
}
