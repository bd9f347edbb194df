package dev.mongohaul.retention;

import dev.mongohaul.reject.RejectExport;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that an import's rejects were exported to, on this machine.
 *
 * <p>Nothing else is touched: a file of such a name that was changed after the import ended is somebody's work, or is of an
 * import of another repository; one that is read by an import is its input; a link is not followed.
 *
 * @param directory where the job exports to
 * @param read files that unfinished imports read
 */
record ExportedFiles(Path directory, List<String> read) {

    private static final Logger LOG = LoggerFactory.getLogger(ExportedFiles.class);

    /** Between the clocks of the machine and of the file system. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    /** The files of an import that can be removed. */
    List<Path> of(ImportPlan plan, Instant ended) {
        if (plan.counts().rejected() == 0) {
            return List.of();
        }
        return RejectExport.files(directory, plan.identity().job(), plan.jobInstanceId(), plan.charsets()).stream()
                .filter(file -> isItsOwn(file, plan, ended))
                .toList();
    }

    /** What cannot be removed stays, and is told in the log. */
    static void remove(List<Path> files) {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.warn("{} is not needed any more, and cannot be removed: {}", file, e.getMessage());
            }
        }
    }

    private boolean isItsOwn(Path file, ImportPlan plan, Instant ended) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.getLastModifiedTime(file).toInstant().isBefore(ended.plus(SKEW))
                    && !isAmong(plan.inputs().stream().map(PlannedInput::path).toList(), file)
                    && !isAmong(read, file);
        } catch (IOException e) {
            LOG.debug("{} is left alone", file, e);
            return false;
        }
    }

    /** By whatever name or link. */
    private static boolean isAmong(List<String> paths, Path file) throws IOException {
        for (String path : paths) {
            if (Files.exists(Path.of(path)) && Files.isSameFile(Path.of(path), file)) {
                return true;
            }
        }
        return false;
    }
}
