package io.streamsboot.boot.autoconfigure;

import java.nio.file.Path;

/** Says where topologies keep their state if no property does. */
@FunctionalInterface
public interface DefaultStateDirectory {

    /**
     * The directory.
     *
     * @return the directory
     */
    Path path();
}
