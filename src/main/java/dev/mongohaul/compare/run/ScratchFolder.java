package dev.mongohaul.compare.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** Temporary folder of a comparison, deleted with its contents on close. */
public record ScratchFolder(Path path) implements AutoCloseable {

    /** Creates a folder in the JVM's temporary folder. */
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
