package dev.mongohaul.retention;

import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exported reject files of an import on this machine, and the list of documents that it did not delete, or that an undo
 * spared.
 *
 * <p>Other files are not touched: a file that was changed after the import ended is a user's work or belongs to another
 * repository; a file that an import reads is its input; links are not followed.
 *
 * @param directory to which the job exports
 * @param read input files of unfinished imports
 */
record ExportedFiles(Path directory, List<String> read) {

    private static final Logger LOG = LoggerFactory.getLogger(ExportedFiles.class);

    /** Tolerance between the clocks of the machine and of the file system. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    /** Returns the files of an import that can be removed. */
    List<Path> of(ImportPlan plan, Instant ended) {
        String job = plan.identity().job();
        boolean undo = plan.identity().isUndo();
        Stream<Path> rejects = undo || plan.counts().rejected() == 0
                ? Stream.empty()
                : RejectExport.files(directory, job, plan.importNumber(), plan.charsets()).stream()
                        .flatMap(List::stream);
        Stream<Path> held = undo || plan.holdsDeletions()
                ? Stream.of(RejectExport.heldFile(directory, job, plan.importNumber()))
                : Stream.empty();
        return Stream.concat(rejects, held)
                .filter(file -> isItsOwn(file, plan, ended))
                .toList();
    }

    /** Removes the files, with a warning for each that cannot be removed. */
    static void remove(List<Path> files) {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.warn("{} is no longer needed, but cannot be removed: {}", file, e.getMessage());
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
            LOG.debug("{} is not removed", file, e);
            return false;
        }
    }

    /** Returns whether the file is among the paths, even by another name or link. */
    private static boolean isAmong(List<String> paths, Path file) throws IOException {
        for (String path : paths) {
            if (Files.exists(Path.of(path)) && Files.isSameFile(Path.of(path), file)) {
                return true;
            }
        }
        return false;
    }
}
