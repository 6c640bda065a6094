package io.streamsboot.graph.state;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Keeps cursors as readable text, in files like those of {@link FileStateStore}. */
public final class FileCursorStore implements CursorStore {

    private static final String PREFIX = "cursor of ";

    private final StateStore files;

    /** Makes the directory, if need be. */
    public FileCursorStore(Path directory) {
        files = new FileStateStore(directory);
    }

    @Override
    public void save(String name, String cursor) {
        files.save(PREFIX + name, cursor.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable String load(String name) {
        byte[] bytes = files.load(PREFIX + name);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
