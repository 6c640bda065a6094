package io.streamsboot.pipeline.program.internal;

import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.Import;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.OpCode;
import io.streamsboot.pipeline.program.ProgramLimits;

/** Reads modules and refuses those that could use what the limits do not see, or ask for what is not there. */
final class WasmModuleCheck {

    private static final int MAX_LOCALS = 2_000;
    private static final long MAX_TABLES = 100_000;

    private final WasmModule module;

    private WasmModuleCheck(WasmModule module) {
        this.module = module;
    }

    /**
     * Reads a module.
     *
     * @throws IllegalArgumentException if it is refused; the message says why
     */
    static WasmModule read(byte[] bytes, ProgramLimits limits) {
        WasmModule module;
        try {
            module = Parser.parse(bytes);
        } catch (ChicoryException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IllegalArgumentException("it is not a wasm module: " + e.getMessage(), e);
        }
        WasmModuleCheck check = new WasmModuleCheck(module);
        check.imports();
        check.exports();
        check.memory(limits);
        check.tables();
        check.functions();
        return module;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    private void imports() {
        for (int i = 0; i < module.importSection().importCount(); i++) {
            Import wanted = module.importSection().getImport(i);
            require(
                    wanted.module().equals(Wasi.MODULE) && wanted.importType() == ExternalType.FUNCTION,
                    "it imports '" + wanted.module() + "." + wanted.name() + "', and only functions of " + Wasi.MODULE
                            + " are there");
        }
    }

    private void exports() {
        boolean start = false;
        for (int i = 0; i < module.exportSection().exportCount(); i++) {
            Export export = module.exportSection().getExport(i);
            start |= export.name().equals(WasmProgram.START) && export.exportType() == ExternalType.FUNCTION;
        }
        require(start, "it does not export the function '" + WasmProgram.START + "'");
        require(module.tagSection().isEmpty(), "it uses exceptions, which are not supported");
    }

    private void memory(ProgramLimits limits) {
        require(
                module.memorySection().isPresent()
                        && module.memorySection().get().memoryCount() == 1,
                "it must have one memory of its own");
        MemoryLimits memory = module.memorySection().get().getMemory(0).limits();
        require(!memory.shared(), "it shares its memory with threads, which are not supported");
        require(
                memory.initialPages() <= pages(limits),
                "it begins with " + (long) memory.initialPages() * ProgramLimits.PAGE
                        + " bytes of memory, and the limit is " + limits.memory());
    }

    /** The memory that a module gets: what it asks for, within the limit. */
    static MemoryLimits memory(WasmModule module, ProgramLimits limits) {
        MemoryLimits asked = module.memorySection().orElseThrow().getMemory(0).limits();
        return new MemoryLimits(asked.initialPages(), Math.min(asked.maximumPages(), pages(limits)));
    }

    private static int pages(ProgramLimits limits) {
        return (int) Math.min(MemoryLimits.MAX_PAGES, limits.memory() / ProgramLimits.PAGE);
    }

    private void tables() {
        long size = 0;
        for (int i = 0; i < module.tableSection().tableCount(); i++) {
            size += module.tableSection().getTable(i).limits().min();
        }
        require(size <= MAX_TABLES, "its tables have " + size + " entries, and the limit is " + MAX_TABLES);
    }

    private void functions() {
        for (FunctionBody body : module.codeSection().functionBodies()) {
            require(
                    body.localTypes().size() <= MAX_LOCALS,
                    "a function has " + body.localTypes().size() + " local variables, and the limit is " + MAX_LOCALS);
            require(
                    body.instructions().stream().noneMatch(instruction -> instruction.opcode() == OpCode.TABLE_GROW),
                    "it has tables that grow, which are not supported");
        }
    }
}
