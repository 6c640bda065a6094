package io.streamsboot.pipeline.program;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Programs in a directory of this machine. A symbolic link that leads out of it is refused. Immutable and thread-safe. */
public final class ProgramDirectory implements ProgramSource {

    private final Path directory;

    /**
     * Programs in a directory.
     *
     * @param directory the directory; need not exist as long as nobody asks for a program
     */
    public ProgramDirectory(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    @Override
    public InputStream open(String file) throws IOException {
        return Files.newInputStream(find(file));
    }

    @Override
    public Path executable(String file) throws IOException {
        Path path = find(file);
        if (!Files.isExecutable(path)) {
            throw new IOException("'" + file + "' in " + directory + " is not executable");
        }
        return path;
    }

    private Path find(String file) throws IOException {
        Path path = directory.resolve(file);
        if (!directory.equals(path.getParent()) || !path.normalize().equals(path)) {
            throw new IOException("'" + file + "' is not the name of a file");
        } else if (!Files.exists(path)) {
            throw new FileNotFoundException("there is no '" + file + "' in " + directory);
        }
        Path real = path.toRealPath();
        if (!real.startsWith(directory.toRealPath())) {
            throw new IOException("'" + file + "' is a link that leads out of " + directory);
        } else if (!Files.isRegularFile(real)) {
            throw new IOException("'" + file + "' in " + directory + " is not a file");
        }
        return real;
    }
}
