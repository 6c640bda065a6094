package io.streamsboot.pipeline.program.internal;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Instruction;
import io.streamsboot.pipeline.program.ProgramLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * A wasm program, interpreted. It asks for the next row by reading its standard input, and by then must have written the answer
 * to the one before: so a line too few or too many is noticed at the row to which it belongs.
 */
final class WasmProgram extends ThreadedProgram implements Wasi.Files, ExecutionListener {

    static final String START = "_start";

    private static final int CHECK_EVERY = 1_024;
    private static final int MAX_OPERANDS = 1_000_000;

    private final WasmModule module;
    private final Wasi wasi;
    private final Output output;
    private final ErrorLog errors;
    private byte[] row = new byte[0];
    private int read;
    private boolean asking;
    private long steps;

    /** Ends the program from within. */
    private static final class Stop extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Stop(String problem) {
            super(problem, null, false, false);
        }
    }

    WasmProgram(WasmModule module, String name, List<String> args, ProgramLimits limits) {
        super(name, limits, Duration.ZERO);
        this.module = module;
        this.wasi = new Wasi(args, this);
        this.output = new Output(limits.output());
        this.errors = new ErrorLog(name);
    }

    @Override
    String live() {
        try {
            Instance.builder(module)
                    .withMemoryLimits(WasmModuleCheck.memory(module, limits()))
                    .withImportValues(ImportValues.builder()
                            .addFunction(wasi.functions(module).toArray(ImportFunction[]::new))
                            .build())
                    .withUnsafeExecutionListener(this)
                    .withStart(false)
                    .build()
                    .export(START)
                    .apply();
            return ended(0);
        } catch (Wasi.Exit e) {
            return ended(e.code());
        } catch (Stop e) {
            return String.valueOf(e.getMessage());
        } catch (ChicoryException e) {
            return "it was ended by a trap: " + e.getMessage();
        } catch (StackOverflowError e) {
            return "it called too deep";
        } catch (OutOfMemoryError e) {
            return "there is not enough memory for it";
        } catch (RuntimeException e) {
            return "it was ended by " + e;
        }
    }

    /** A program may end with its answer. */
    private String ended(int code) {
        if (asking && code == 0 && output.isWhole() && output.lines() == 1) {
            lastAnswer(output.line());
        }
        return "it ended with exit code " + code;
    }

    @Override
    void stop(boolean broken) {
        // the listener notices
    }

    @Override
    public void onExecution(Instruction instruction, MStack stack) {
        steps++;
        if ((steps & (CHECK_EVERY - 1)) == 0) {
            check(stack);
        }
    }

    private void check(MStack stack) {
        if (isStopped()) {
            throw new Stop("it was stopped");
        } else if (steps > limits().steps()) {
            throw new Stop("it took more than " + limits().steps() + " steps");
        } else if (stack.size() > MAX_OPERANDS) {
            throw new Stop("it has more than " + MAX_OPERANDS + " operands");
        }
    }

    @Override
    public byte[] read(int most) {
        if (read == row.length) {
            turn();
        }
        int from = read;
        read = Math.min(row.length, from + most);
        return Arrays.copyOfRange(row, from, read);
    }

    private void turn() {
        if (asking) {
            int lines = output.lines();
            if (lines > 1) {
                throw new Stop("it wrote more than one line");
            } else if (!output.isWhole()) {
                throw new Stop("it read on without having written a whole line; it may have to flush its output");
            }
            answer(output.line());
            output.clear();
        }
        asking = false;
        byte[] line;
        try {
            line = next();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stop("it was stopped");
        }
        asking = true;
        steps = 0;
        read = 0;
        row = Arrays.copyOf(line, line.length + 1);
        row[line.length] = '\n';
    }

    @Override
    public void write(byte[] bytes) {
        if (!output.add(bytes)) {
            throw new Stop("it wrote more than " + limits().output() + " bytes");
        }
    }

    @Override
    public void complain(byte[] bytes) {
        errors.add(bytes);
    }
}
