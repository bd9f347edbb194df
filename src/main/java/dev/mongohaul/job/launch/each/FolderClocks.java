package dev.mongohaul.job.launch.each;

import dev.mongohaul.csv.input.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clocks of the file systems of folders, as the times of files that are created in them and deleted at once: the clock of a file
 * server is not that of this machine. Each folder is asked once. For one thread.
 */
final class FolderClocks {

    private static final Logger LOG = LoggerFactory.getLogger(FolderClocks.class);

    private final Map<Path, Optional<Duration>> offsets = new HashMap<>();

    /** Returns the time now by the clock of the file system of a file; empty if nothing can be created in its folder. */
    Optional<Instant> now(Input file) {
        Path folder = Objects.requireNonNull(Path.of(file.file().address()).getParent());
        return offsets.computeIfAbsent(folder, FolderClocks::offset)
                .map(offset -> Instant.ofEpochSecond(0, System.nanoTime()).plus(offset));
    }

    /** Returns the time of the file system without that of the monotonic clock of this machine. */
    private static Optional<Duration> offset(Path folder) {
        try {
            Path file = Files.createTempFile(folder, ".mongohaul-", ".clock");
            try {
                Instant monotonic = Instant.ofEpochSecond(0, System.nanoTime());
                return Optional.of(Duration.between(
                        monotonic, Files.getLastModifiedTime(file).toInstant()));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            LOG.debug("The clock of {} is unknown", folder, e);
            return Optional.empty();
        }
    }
}
