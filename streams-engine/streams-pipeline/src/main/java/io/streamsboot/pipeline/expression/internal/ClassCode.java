package io.streamsboot.pipeline.expression.internal;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The class of an expression under construction. What is no simple constant (lists, functions, boxed numbers) is handed to
 * its constructor and kept in final fields, which the JIT compiler trusts.
 */
final class ClassCode {

    static final String CODE = Type.getInternalName(Code.class);
    static final String OBJECT = "java/lang/Object";
    static final String NAME = CODE.substring(0, CODE.lastIndexOf('/') + 1) + "CompiledExpression";

    private static final String OTHERWISE =
            "(Lio/streamsboot/pipeline/expression/Columns;Lio/streamsboot/pipeline/expression/CostMeter;L" + OBJECT
                    + ";)";

    /** Parts of trees with shortcuts; HotSpot leaves methods of more than 8,000 bytes to its bytecode interpreter. */
    private static final int SHORTCUTS = 100;

    private final ClassWriter writer = new Writer();
    private final List<Object> values = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private int others;
    private int shortcuts = SHORTCUTS;

    ClassCode() {
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                NAME,
                null,
                OBJECT,
                new String[] {CODE});
    }

    /** Begins a method that {@link Code} declares. */
    MethodVisitor method(String name, String descriptor) {
        return begin(Opcodes.ACC_PUBLIC, name, descriptor);
    }

    private MethodVisitor begin(int access, String name, String descriptor) {
        MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
        method.visitCode();
        return method;
    }

    /**
     * Begins a method for what a shortcut does not take, and calls it from the one that has the shortcut. Its parameters
     * are the row, the cost meter and the object on top of the caller's stack.
     */
    MethodVisitor otherwise(MethodVisitor caller, int first, Type result) {
        String name = "otherwise" + others++;
        String descriptor = OTHERWISE + result.getDescriptor();
        for (int parameter = 0; parameter <= CodeGenerator.COST; parameter++) {
            caller.visitVarInsn(Opcodes.ALOAD, parameter);
        }
        if (first < 0) {
            caller.visitInsn(Opcodes.ACONST_NULL);
        } else {
            caller.visitVarInsn(Opcodes.ALOAD, first);
        }
        caller.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, name, descriptor, false);
        return begin(Opcodes.ACC_PRIVATE, name, descriptor);
    }

    static void end(MethodVisitor method) {
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /** Whether there is room for a shortcut through a tree of so many parts. */
    boolean takeShortcut(int parts) {
        if (shortcuts < parts) {
            return false;
        }
        shortcuts -= parts;
        return true;
    }

    /** Puts the constant onto the stack. */
    @SuppressWarnings("ReferenceEquality") // Equal values of different kinds, 1 and 1.0, are two constants.
    void load(MethodVisitor method, Object value, Class<?> type) {
        int index = -1;
        String descriptor = Type.getDescriptor(type);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) == value && types.get(i).equals(descriptor)) {
                index = i;
            }
        }
        if (index < 0) {
            index = values.size();
            values.add(value);
            types.add(descriptor);
        }
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, NAME, "c" + index, descriptor);
    }

    /** What the constructor takes. */
    Object[] constants() {
        return values.toArray();
    }

    /** Ends the class. */
    byte[] toByteArray() {
        constructor();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void constructor() {
        MethodVisitor method = begin(0, "<init>", "([Ljava/lang/Object;)V");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        for (int i = 0; i < values.size(); i++) {
            String type = types.get(i);
            writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "c" + i, type, null, null)
                    .visitEnd();
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            method.visitLdcInsn(i);
            method.visitInsn(Opcodes.AALOAD);
            method.visitTypeInsn(Opcodes.CHECKCAST, Type.getType(type).getInternalName());
            method.visitFieldInsn(Opcodes.PUTFIELD, NAME, "c" + i, type);
        }
        method.visitInsn(Opcodes.RETURN);
        end(method);
    }

    /** Computes frames without loading classes: apart from interfaces, all that meets is an Object. */
    private static final class Writer extends ClassWriter {

        Writer() {
            super(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
        }

        @Override
        protected String getCommonSuperClass(String first, String second) {
            return OBJECT;
        }
    }
}
