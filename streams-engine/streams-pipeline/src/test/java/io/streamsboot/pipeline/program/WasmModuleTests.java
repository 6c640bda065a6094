package io.streamsboot.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.streamsboot.pipeline.definition.PipelineException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Modules that are refused before they run; each is the text before its bytes, by wat2wasm. */
class WasmModuleTests {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            (module (memory 1)) | 0061736d010000000503010001 | it does not export the function '_start'
            (module (func (export "_start"))) | 0061736d0100000001040160000003020100070a01065f737461727400000a040102000b | it must have one memory of its own
            (module (import "env" "open" (func)) (memory 1) (func (export "_start"))) | 0061736d01000000010401600000020c0103656e76046f70656e0000030201000503010001070a01065f737461727400010a040102000b | it imports 'env.open'
            (module (import "env" "memory" (memory 1)) (func (export "_start"))) | 0061736d01000000010401600000020f0103656e76066d656d6f727902000103020100070a01065f737461727400000a040102000b | it imports 'env.memory'
            (module (memory 2000) (func (export "_start"))) | 0061736d010000000104016000000302010005040100d00f070a01065f737461727400000a040102000b | it begins with 131072000 bytes of memory
            (module (memory 1 2 shared) (func (export "_start"))) | 0061736d0100000001040160000003020100050401030102070a01065f737461727400000a040102000b | it shares its memory
            (module (memory 1) (table 200000 funcref) (func (export "_start"))) | 0061736d01000000010401600000030201000406017000c09a0c0503010001070a01065f737461727400000a040102000b | its tables have 200000 entries
            (module (memory 1) (table 1 funcref) (func (export "_start") (drop (table.grow (ref.null func) (i32.const 1))))) | 0061736d01000000010401600000030201000404017000010503010001070a01065f737461727400000a0c010a00d0704101fc0f001a0b | tables that grow
            (module (memory 1) (tag) (func (export "_start"))) | 0061736d010000000104016000000302010005030100010d03010000070a01065f737461727400000a040102000b | it uses exceptions
            (module (memory 1) (func (export "_start") (local i64 …))) | 0061736d01000000010401600000030201000503010001070a01065f737461727400000a07010501d10f7e0b | a function has 2001 local variables
            """)
    void isRefused(String text, String hex, String says) throws IOException {
        assertThat(refusal(HexFormat.of().parseHex(hex))).contains(says);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nothing at all | not a wasm module
            (module)       | not a wasm module
            """)
    void isNoModule(String text, String says) throws IOException {
        assertThat(refusal(text.getBytes(StandardCharsets.UTF_8))).contains(says);
    }

    private String refusal(byte[] module) throws IOException {
        Files.write(directory.resolve("m.wasm"), module);
        PipelineException e = catchThrowableOfType(
                PipelineException.class,
                () -> Subject.pipeline(
                        ProgramOptions.wasm(new ProgramDirectory(directory)), "drop", "{ op: wasm, ref: m }"));
        assertThat(e).isNotNull();
        assertThat(e.action()).isNotBlank();
        return String.valueOf(e.getMessage());
    }
}
