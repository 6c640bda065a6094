package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.internal.NumberTree.Form;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The codes of a {@link NumberTree}. The first takes columns for integers. Where they are not, a method of its own begins the
 * tree again: it takes them for doubles, and where they are not that either, for whatever they are. Only that last code
 * knows nulls, decimals and errors of kinds.
 */
final class Shortcut {

    private static final Type VALUE = Type.getObjectType(ClassCode.OBJECT);

    private final CodeGenerator code;
    private final ClassCode target;
    private final Label miss = new Label();

    /** Writes to a method of a class. */
    Shortcut(CodeGenerator code, ClassCode target) {
        this.code = code;
        this.target = target;
    }

    /** Leaves the value of arithmetic on the stack. */
    void value(Node tree) {
        Label end = new Label();
        NumberCode integers = new NumberCode(code, Form.LONG, miss);
        integers.value(tree);
        code.method().visitJumpInsn(Opcodes.GOTO, end);
        code.method().visitLabel(miss);
        CodeGenerator others = others(tree, integers, VALUE);
        if (integers.varies()) {
            Label neither = new Label();
            new NumberCode(others, Form.DOUBLE, neither).value(tree);
            others.method().visitInsn(Opcodes.ARETURN);
            others.method().visitLabel(neither);
        }
        others.value(tree);
        others.method().visitInsn(Opcodes.ARETURN);
        ClassCode.end(others.method());
        code.method().visitLabel(end);
    }

    /** Jumps where a comparison says; where no number was compared, leaves one of {@link Logic}'s three on the stack. */
    void compare(Node.Binary tree, Label yes, Label no) {
        boolean comparesIntegers = NumberTree.comparable(tree, Form.LONG) != null;
        NumberCode numbers = new NumberCode(code, comparesIntegers ? Form.LONG : Form.DOUBLE, miss);
        numbers.compare(tree, yes, no);
        code.method().visitLabel(miss);
        CodeGenerator others = others(tree, numbers, Type.INT_TYPE);
        if (comparesIntegers && numbers.varies() && NumberTree.comparable(tree, Form.DOUBLE) != null) {
            Label isTrue = new Label();
            Label isFalse = new Label();
            Label neither = new Label();
            new NumberCode(others, Form.DOUBLE, neither).compare(tree, isTrue, isFalse);
            answer(others, isTrue, Opcodes.ICONST_1);
            answer(others, isFalse, Opcodes.ICONST_0);
            others.method().visitLabel(neither);
        }
        others.truth(tree);
        others.method().visitInsn(Opcodes.IRETURN);
        ClassCode.end(others.method());
    }

    private static void answer(CodeGenerator others, Label label, int constant) {
        others.method().visitLabel(label);
        others.method().visitInsn(constant);
        others.method().visitInsn(Opcodes.IRETURN);
    }

    private CodeGenerator others(Node tree, NumberCode numbers, Type result) {
        Node first = NumberTree.first(tree);
        return new CodeGenerator(
                target.otherwise(code.method(), first == null ? -1 : numbers.object(first), result), target, first);
    }
}
