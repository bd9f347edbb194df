package dev.mongohaul.compare.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/**
 * A folder for what a comparison needs while it runs, deleted with all in it at its end.
 *
 * @param path where it is
 */
public record ScratchFolder(Path path) implements AutoCloseable {

    /** A new one, in the folder that the JVM has for such. */
    public static ScratchFolder open() {
        try {
            return new ScratchFolder(Files.createTempDirectory("mongohaul-compare-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            FileSystemUtils.deleteRecursively(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
