package dev.mongohaul.compare.run;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.function.Uncheck;
import org.springframework.util.FileSystemUtils;

/** Temporary folder of a comparison, deleted with its contents on close. */
public record ScratchFolder(Path path) implements AutoCloseable {

    /** Creates a folder in the JVM's temporary folder. */
    public static ScratchFolder open() {
        return new ScratchFolder(Uncheck.get(() -> Files.createTempDirectory("mongohaul-compare-")));
    }

    @Override
    public void close() {
        Uncheck.run(() -> FileSystemUtils.deleteRecursively(path));
    }
}
