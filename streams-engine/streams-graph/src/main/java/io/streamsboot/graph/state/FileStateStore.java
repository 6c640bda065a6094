package io.streamsboot.graph.state;

import io.streamsboot.graph.StateException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each name in a file of a directory. A save writes a new file, forces it to the disk, moves it over the old one in one
 * piece, and forces the directory. Different names never share a file. Thread-safe for different names; one process at a time
 * uses a directory.
 */
public final class FileStateStore implements StateStore {

    private static final String SUFFIX = ".state";
    private static final String UNFINISHED = ".tmp";
    private static final int LONGEST = 200;

    private final Path directory;

    /** Makes the directory, if need be. */
    public FileStateStore(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw failed("cannot make the directory", directory, e);
        }
    }

    @Override
    public void save(String name, byte[] bytes) {
        Path file = file(name);
        Path unfinished = directory.resolve(file.getFileName() + UNFINISHED);
        try {
            try (var channel = FileChannel.open(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory();
        } catch (IOException e) {
            throw failed("cannot save", file, e);
        }
    }

    /** Where a directory cannot be opened, as on Windows, a move is as durable as it gets. */
    private void forceDirectory() throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException expected) {
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }

    @Override
    public byte @Nullable [] load(String name) {
        Path file = file(name);
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw failed("cannot load", file, e);
        }
    }

    @Override
    public Set<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> decode(file.substring(0, file.length() - SUFFIX.length())))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw failed("cannot list", directory, e);
        }
    }

    @Override
    public void delete(String name) {
        Path file = file(name);
        try {
            Files.deleteIfExists(file);
            forceDirectory();
        } catch (IOException e) {
            throw failed("cannot delete", file, e);
        }
    }

    private Path file(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a state is blank");
        }
        String encoded = encode(name);
        if (encoded.length() > LONGEST) {
            throw new IllegalArgumentException("the name of a state is too long for a file: " + encoded.length()
                    + " characters, at most " + LONGEST + ": " + name);
        }
        return directory.resolve(encoded + SUFFIX);
    }

    /** Lower-case letters, digits and hyphens stand for themselves, so that no file system confuses two names. */
    private static String encode(String name) {
        var encoded = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            if ((b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '-') {
                encoded.append((char) b);
            } else {
                encoded.append('_')
                        .append(Character.forDigit((b >> 4) & 15, 16))
                        .append(Character.forDigit(b & 15, 16));
            }
        }
        return encoded.toString();
    }

    private static String decode(String encoded) {
        ByteBuffer bytes = ByteBuffer.allocate(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '_' && i + 2 < encoded.length()) {
                bytes.put((byte) Integer.parseInt(encoded.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.put((byte) c);
            }
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static StateException failed(String what, Path path, IOException cause) {
        return new StateException(what + " " + path + ": " + cause, cause);
    }
}
