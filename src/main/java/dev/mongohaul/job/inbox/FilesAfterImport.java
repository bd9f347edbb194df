package dev.mongohaul.job.inbox;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.setting.DatedFiles;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.file.AfterImport;
import dev.mongohaul.job.setting.file.CompletedFate;
import dev.mongohaul.job.setting.file.Expectation;
import dev.mongohaul.job.setting.file.FailedFate;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.FileMark;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.file.KnownFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of files after their import: what is known of them is saved, then they are moved or deleted. The place that a
 * file goes to is saved before it goes there, so that the next run completes what a crash interrupted. Its companions go
 * with it.
 */
public final class FilesAfterImport {

    private static final Logger LOG = LoggerFactory.getLogger(FilesAfterImport.class);

    private final KnownFiles files;
    private final Clock clock;

    public FilesAfterImport(KnownFiles files, Clock clock) {
        this.files = files;
        this.clock = clock;
    }

    /**
     * Saves that the files of a completed import are imported, and moves or deletes them. The caller holds the lease of the
     * import, so that no other process does it at the same time.
     */
    public void completed(ImportJob job, long importNumber) {
        if (job.inputs().isReadOnce()) {
            return;
        }
        AfterImport after = job.file().source().fileRules().after();
        for (Input input : job.inputs().list()) {
            Path file = Path.of(input.address());
            FileMark imported = new FileMark(input.stamp().size(), input.stamp().modified(), null);
            Optional<FileMark> mark = FileMove.markOf(file).filter(imported::isCopyOf);
            String place = mark.isEmpty() ? null : place(job.file(), after.completed(), after.to(), file, importNumber);
            FileId id = new FileId(job.name(), input.address(), Objects.requireNonNull(input.digest()));
            KnownFile known = known(job.file(), id, mark.orElse(imported), FileState.COMPLETED, null, importNumber);
            finish(job.file(), known.going(place, null));
        }
    }

    /** Saves why a file was not imported, and moves it if the job wants that. */
    public void failed(JobFile job, Path file, String reason, long importNumber) {
        AfterImport after = job.source().fileRules().after();
        FileMove.markOf(file).ifPresent(mark -> {
            FileId id = new FileId(job.name(), file.toString(), "");
            CompletedFate fate = after.failed() == FailedFate.MOVE ? CompletedFate.MOVE : CompletedFate.KEEP;
            KnownFile known = known(job, id, mark, FileState.FAILED, reason, importNumber);
            finish(job, known.going(place(job, fate, after.failedTo(), file, importNumber), reason));
        });
    }

    /** Completes moves and deletions that a crash interrupted. */
    public void resume(JobFile job) {
        files.findWaiting(job.name()).forEach(known -> finish(job, known));
    }

    private KnownFile known(
            JobFile job, FileId id, FileMark mark, FileState state, @Nullable String reason, long importNumber) {
        Instant now = clock.instant();
        Instant until = now.plus(job.source().fileRules().remember());
        return new KnownFile(id, mark, state, reason, importNumber, now, until, null, false);
    }

    private @Nullable String place(
            JobFile job, CompletedFate fate, @Nullable String folder, Path file, long importNumber) {
        return switch (fate) {
            case KEEP -> null;
            case DELETE -> "";
            case MOVE ->
                free(job, DatedFiles.folder(Objects.requireNonNull(folder), job, clock.instant()), file, importNumber)
                        .toString();
        };
    }

    /** Returns a path in a folder at which nothing lies: the file's name, or with the number of the import. */
    private static Path free(JobFile job, Path folder, Path file, long importNumber) {
        String name = Objects.requireNonNull(file.getFileName()).toString();
        Path free = folder.resolve(name);
        for (int more = 1; isTaken(job, free); more++) {
            String number = more == 1 ? "-" + importNumber : "-" + importNumber + "-" + more;
            int end = name.length() - suffix(name).length();
            free = folder.resolve(name.substring(0, end) + number + name.substring(end));
        }
        return free;
    }

    private static boolean isTaken(JobFile job, Path path) {
        return Stream.concat(Stream.of(path), companions(job).stream().map(name -> Expectation.companion(name, path)))
                .anyMatch(each -> Files.exists(each, LinkOption.NOFOLLOW_LINKS));
    }

    private static List<String> companions(JobFile job) {
        return job.source().fileRules().expectation().companions();
    }

    /**
     * Moves or deletes the companions of a file that is still there. They go before it: afterwards, those that lie there may
     * belong to the next file of the name.
     */
    private static void takeCompanions(JobFile job, KnownFile known, String place) throws IOException {
        Path file = Path.of(known.id().path());
        if (FileMove.markOf(file).filter(known.mark()::equals).isEmpty()) {
            return;
        }
        for (String name : companions(job)) {
            Path companion = Expectation.companion(name, file);
            Optional<FileMark> mark = FileMove.markOf(companion);
            if (mark.isPresent()) {
                FileMove move = new FileMove(companion, mark.get());
                boolean gone = place.isEmpty() ? move.delete() : move.to(Expectation.companion(name, Path.of(place)));
                LOG.debug("{} {}", companion, gone ? "goes with its file" : "was replaced, and stays");
            }
        }
    }

    /** Returns the end of a name from its last dot on, with the dot before it if the last one is of an archive. */
    private static String suffix(String name) {
        int end = name.matches(".+\\.[^.]+\\.(gz|zst)") ? name.lastIndexOf('.') : name.length();
        int dot = name.lastIndexOf('.', end - 1);
        return dot <= 0 ? "" : name.substring(dot);
    }

    /** Saves what is known of a file, and moves or deletes it. A move that fails is tried again by the next run. */
    private void finish(JobFile job, KnownFile known) {
        files.save(known);
        if (!known.waits()) {
            return;
        }
        Path file = Path.of(known.id().path());
        FileMove move = new FileMove(file, known.mark());
        String place = Objects.requireNonNull(known.goes());
        try {
            takeCompanions(job, known, place);
            if (place.isEmpty() ? move.delete() || !Files.exists(file) : move.to(Path.of(place))) {
                files.saveGone(known.id());
            } else {
                LOG.warn("{}: {} was replaced or removed after its import, and is not touched", job.name(), file);
                files.save(known.going(null, known.reason()));
            }
        } catch (FileAlreadyExistsException e) {
            Path folder = Objects.requireNonNull(Path.of(place).getParent());
            finish(
                    job,
                    known.going(free(job, folder, file, known.importNumber()).toString(), known.reason()));
        } catch (IOException | RuntimeException e) {
            String reason = "cannot be %s: %s".formatted(place.isEmpty() ? "deleted" : "moved to " + place, e);
            LOG.warn("{}: {} {}. The next run of the job tries it again", job.name(), file, reason);
            files.save(known.going(place, reason));
        }
    }
}
