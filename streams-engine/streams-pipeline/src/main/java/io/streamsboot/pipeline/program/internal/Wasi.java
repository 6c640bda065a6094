package io.streamsboot.pipeline.program.internal;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The system of a wasm program: the functions of WASI preview 1 that a program needs for lines, and nothing else. There are
 * three open files, of which each claims to be a terminal, so that C writes lines at once; arguments; a clock that stands still
 * at 1970; and the same random numbers after every start. What is asked for beyond that is refused with an error number. No
 * function here copies more than a page at once, or what the program has itself.
 */
final class Wasi {

    static final String MODULE = "wasi_snapshot_preview1";

    private static final int SUCCESS = 0;
    private static final int BAD_FILE = 8;
    private static final int NOT_THERE = 52;
    private static final int NO_SEEK = 70;
    private static final int TERMINAL = 2;
    private static final int READ = 1 << 1;
    private static final int WRITE = 1 << 6;
    private static final int CHUNK = 8_192;

    private final List<byte[]> args;
    private final Files files;
    private final SplittableRandom random = new SplittableRandom(0);

    /** The three files. */
    interface Files {

        /** At most so many bytes of the standard input, at least one; waits for them. */
        byte[] read(int most);

        /** Takes bytes for the standard output. */
        void write(byte[] bytes);

        /** Takes bytes for the standard error. */
        void complain(byte[] bytes);
    }

    /** The program ends itself. */
    static final class Exit extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int code;

        Exit(int code) {
            super("exit " + code, null, false, false);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    Wasi(List<String> args, Files files) {
        this.args = args.stream()
                .map(arg -> (arg + '\0').getBytes(StandardCharsets.UTF_8))
                .toList();
        this.files = files;
    }

    /** A function for each that the module imports. */
    List<HostFunction> functions(WasmModule module) {
        List<HostFunction> functions = new ArrayList<>();
        module.importSection().stream()
                .filter(wanted -> wanted.importType() == ExternalType.FUNCTION)
                .map(FunctionImport.class::cast)
                .forEach(wanted -> functions.add(
                        function(wanted.name(), module.typeSection().getType(wanted.typeIndex()))));
        return functions;
    }

    private HostFunction function(String name, FunctionType type) {
        boolean answers = !type.returns().isEmpty();
        return new HostFunction(MODULE, name, type, (instance, values) -> {
            int result = call(name, instance, values);
            return answers ? new long[] {result} : null;
        });
    }

    private int call(String name, Instance instance, long[] values) {
        Memory memory = instance.memory();
        int first = values.length > 0 ? (int) values[0] : 0;
        int second = values.length > 1 ? (int) values[1] : 0;
        return switch (name) {
            case "fd_read" -> read(memory, first, second, (int) values[2], (int) values[3]);
            case "fd_write" -> write(memory, first, second, (int) values[2], (int) values[3]);
            case "fd_fdstat_get" -> isOpen(first) ? status(memory, first, second) : BAD_FILE;
            case "fd_filestat_get" -> isOpen(first) ? fileStatus(memory, second) : BAD_FILE;
            case "fd_fdstat_set_flags", "fd_close" -> isOpen(first) ? SUCCESS : BAD_FILE;
            case "fd_seek", "fd_tell" -> isOpen(first) ? NO_SEEK : BAD_FILE;
            case "fd_prestat_get", "fd_prestat_dir_name" -> BAD_FILE;
            case "args_sizes_get" ->
                sizes(
                        memory,
                        first,
                        second,
                        args.size(),
                        args.stream().mapToInt(arg -> arg.length).sum());
            case "args_get" -> arguments(memory, first, second);
            case "environ_sizes_get" -> sizes(memory, first, second, 0, 0);
            case "environ_get", "sched_yield" -> SUCCESS;
            case "clock_time_get" -> time(memory, (int) values[2], 0);
            case "clock_res_get" -> time(memory, second, 1);
            case "random_get" -> random(memory, first, second);
            case "proc_exit" -> throw new Exit(first);
            default -> NOT_THERE;
        };
    }

    private static boolean isOpen(int file) {
        return file >= 0 && file <= 2;
    }

    private int read(Memory memory, int file, int vectors, int count, int result) {
        if (file != 0) {
            return BAD_FILE;
        }
        int read = 0;
        for (int i = 0; i < count && read == 0; i++) {
            int at = memory.readInt(vectors + 8 * i);
            int most = memory.readInt(vectors + 8 * i + 4);
            if (most != 0) {
                byte[] bytes = files.read(most < 0 ? CHUNK : Math.min(most, CHUNK));
                memory.write(at, bytes);
                read = bytes.length;
            }
        }
        memory.writeI32(result, read);
        return SUCCESS;
    }

    private int write(Memory memory, int file, int vectors, int count, int result) {
        if (file != 1 && file != 2) {
            return BAD_FILE;
        }
        int written = 0;
        for (int i = 0; i < count; i++) {
            int at = memory.readInt(vectors + 8 * i);
            int left = memory.readInt(vectors + 8 * i + 4);
            while (left != 0) {
                int length = left < 0 ? CHUNK : Math.min(left, CHUNK);
                byte[] bytes = memory.readBytes(at, length);
                if (file == 1) {
                    files.write(bytes);
                } else {
                    files.complain(bytes);
                }
                at += length;
                left -= length;
                written += length;
            }
        }
        memory.writeI32(result, written);
        return SUCCESS;
    }

    private static int status(Memory memory, int file, int at) {
        memory.fill((byte) 0, at, at + 24);
        memory.writeByte(at, (byte) TERMINAL);
        memory.writeLong(at + 8, file == 0 ? READ : WRITE);
        return SUCCESS;
    }

    private static int fileStatus(Memory memory, int at) {
        memory.fill((byte) 0, at, at + 64);
        memory.writeByte(at + 16, (byte) TERMINAL);
        return SUCCESS;
    }

    private static int sizes(Memory memory, int countAt, int lengthAt, int count, int length) {
        memory.writeI32(countAt, count);
        memory.writeI32(lengthAt, length);
        return SUCCESS;
    }

    private int arguments(Memory memory, int pointers, int start) {
        int at = start;
        for (int i = 0; i < args.size(); i++) {
            memory.writeI32(pointers + 4 * i, at);
            memory.write(at, args.get(i));
            at += args.get(i).length;
        }
        return SUCCESS;
    }

    private static int time(Memory memory, int at, long value) {
        memory.writeLong(at, value);
        return SUCCESS;
    }

    private int random(Memory memory, int start, int length) {
        for (int at = 0; at < length; at++) {
            memory.writeByte(start + at, (byte) random.nextInt());
        }
        return SUCCESS;
    }
}
