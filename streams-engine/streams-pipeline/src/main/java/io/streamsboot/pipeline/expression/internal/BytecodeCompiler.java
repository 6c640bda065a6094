package io.streamsboot.pipeline.expression.internal;

import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes a class for an expression: a hidden one, which goes when the expression goes. */
final class BytecodeCompiler {

    private static final String RUN =
            "(Lio/streamsboot/pipeline/expression/Columns;" + "Lio/streamsboot/pipeline/expression/CostMeter;)";
    private static final String VALUE = RUN + "Ljava/lang/Object;";
    private static final String TRUTH = RUN + "I";

    private BytecodeCompiler() {}

    /**
     * Compiles a tree.
     *
     * @return null if it is too long for a method of the JVM
     */
    static @Nullable Code compile(Node root) {
        ClassCode target = new ClassCode();
        try {
            MethodVisitor run = target.method("run", VALUE);
            MethodVisitor test = target.method("test", TRUTH);
            if (ConditionCode.isLogical(root)) {
                new CodeGenerator(test, target).truth(root);
                other(run, "test", TRUTH);
                ConditionCode.box(run);
            } else {
                new CodeGenerator(run, target).value(root);
                other(test, "run", VALUE);
                ConditionCode.unbox(test, root.position());
            }
            run.visitInsn(Opcodes.ARETURN);
            ClassCode.end(run);
            test.visitInsn(Opcodes.IRETURN);
            ClassCode.end(test);
            return define(target.toByteArray(), target.constants());
        } catch (MethodTooLargeException e) {
            return null;
        }
    }

    /** Calls the one of the two methods that has the expression's code. */
    private static void other(MethodVisitor method, String name, String descriptor) {
        for (int parameter = 0; parameter <= CodeGenerator.COST; parameter++) {
            method.visitVarInsn(Opcodes.ALOAD, parameter);
        }
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, ClassCode.NAME, name, descriptor, false);
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
}
