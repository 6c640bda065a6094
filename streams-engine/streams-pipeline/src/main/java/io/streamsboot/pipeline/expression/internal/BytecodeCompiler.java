package io.streamsboot.pipeline.expression.internal;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes a class for an expression: a hidden one, which goes when the expression goes. What is no simple constant (lists,
 * functions, boxed numbers) is handed to its constructor and kept in final fields, which the JIT compiler trusts.
 */
final class BytecodeCompiler {

    static final String CODE = Type.getInternalName(Code.class);
    static final String OBJECT = "java/lang/Object";

    private static final String NAME = CODE.substring(0, CODE.lastIndexOf('/') + 1) + "CompiledExpression";
    private static final String RUN =
            "(Lio/streamsboot/pipeline/expression/Columns;" + "Lio/streamsboot/pipeline/expression/CostMeter;)";

    private BytecodeCompiler() {}

    /** Constants of a class under construction, each with the type of its field. */
    static final class Constants {

        private final List<Object> values = new ArrayList<>();
        private final List<String> types = new ArrayList<>();

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
    }

    /**
     * Compiles a tree.
     *
     * @return null if it is too long for a method of the JVM
     */
    static @Nullable Code compile(Node root) {
        ClassWriter writer = new Writer();
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                NAME,
                null,
                OBJECT,
                new String[] {CODE});
        Constants constants = new Constants();
        try {
            MethodVisitor run = method(writer, "run", RUN + "Ljava/lang/Object;");
            new CodeGenerator(run, constants).value(root);
            run.visitInsn(Opcodes.ARETURN);
            end(run);
            MethodVisitor test = method(writer, "test", RUN + "I");
            new CodeGenerator(test, constants).truth(root);
            test.visitInsn(Opcodes.IRETURN);
            end(test);
            constructor(writer, constants);
            writer.visitEnd();
            return define(writer.toByteArray(), constants.values.toArray());
        } catch (MethodTooLargeException e) {
            return null;
        }
    }

    private static MethodVisitor method(ClassWriter writer, String name, String descriptor) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
        method.visitCode();
        return method;
    }

    private static void end(MethodVisitor method) {
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private static void constructor(ClassWriter writer, Constants constants) {
        MethodVisitor method = writer.visitMethod(0, "<init>", "([Ljava/lang/Object;)V", null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        for (int i = 0; i < constants.values.size(); i++) {
            String type = constants.types.get(i);
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

    private static Code define(byte[] bytes, Object[] constants) {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(bytes, true);
            var constructor = hidden.lookupClass().getDeclaredConstructor(Object[].class);
            return (Code) constructor.newInstance((Object) constants);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a generated class cannot be defined", e);
        }
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
