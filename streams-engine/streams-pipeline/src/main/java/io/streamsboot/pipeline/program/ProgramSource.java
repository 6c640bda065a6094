package io.streamsboot.pipeline.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Where programs are. A file is asked for by its name alone, without a directory. Must be thread-safe. */
public interface ProgramSource {

    /**
     * Opens a file.
     *
     * @param file its name, checked to have no separator
     * @return its bytes, closed by the caller
     * @throws IOException if there is none, it cannot be read, or lies elsewhere; the message says which
     */
    InputStream open(String file) throws IOException;

    /**
     * Finds a file that can be executed.
     *
     * @param file its name, checked to have no separator
     * @return its absolute path, without symbolic links
     * @throws IOException if there is none, it cannot be executed, or lies elsewhere; the message says which
     */
    Path executable(String file) throws IOException;
}
