package dev.mongohaul.job.inbox;

import dev.mongohaul.csv.digest.FileDigest;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.csv.place.ObjectPlace;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.setting.DatedFiles;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.file.AfterImport;
import dev.mongohaul.job.setting.file.Expectation;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.plan.ImportIdentity;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of files after their import: what is known of them is saved, then they are moved or deleted. The place that a
 * file goes to is saved before it goes there, so that the next run completes what a crash interrupted. Its companions go
 * with it.
 *
 * <p>The caller has the lease of the import. If it has lost it, nothing is saved, moved or deleted: what is known is saved in
 * sessions, which an undo of the import ends, and the right is confirmed before a file goes.
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
     * Saves that the files of a completed import are imported, and moves or deletes them.
     *
     * @param identity of the import
     * @param doubtful whether none is deleted, because its documents may not be in the target
     * @param sessions of the process that has the import
     * @return what is known of them now
     */
    public List<KnownFile> completed(
            ImportJob job, ImportIdentity identity, long importNumber, boolean doubtful, WriteSessions sessions) {
        if (job.inputs().isReadOnce()) {
            return List.of();
        }
        List<KnownFile> finished = new ArrayList<>();
        for (FileDigest read : FileDigest.of(job.inputs(), identity.content())) {
            FileId id = new FileId(job.name(), identity.target(), read.file().address(), read.digest());
            finished.add(completed(job.file(), id, read.file(), importNumber, doubtful, sessions));
        }
        return finished;
    }

    private KnownFile completed(
            JobFile job, FileId id, InputObject file, long importNumber, boolean doubtful, WriteSessions sessions) {
        AfterImport after = job.source().fileRules().after();
        boolean stays = doubtful && after.completed().equals(AfterImport.DELETE);
        if (stays) {
            LOG.warn(
                    "{}: {} is not deleted, since the target may not have the documents of import {}",
                    job.name(),
                    file.address(),
                    importNumber);
        }
        String fate = stays ? AfterImport.KEEP : after.completed();
        Optional<ObjectMark> mark = markOf(file);
        KnownFile known = known(id, mark.orElseGet(file::mark), FileState.COMPLETED, null, importNumber);
        return finish(
                job,
                mark.isEmpty() && !fate.equals(AfterImport.KEEP)
                        ? known.replaced()
                        : known.going(goes(job, fate, file.address(), importNumber), null),
                sessions);
    }

    /**
     * Saves that a file has no record, and moves or deletes it as if it was imported.
     *
     * @return what is known of it now
     */
    public KnownFile empty(JobFile job, String target, InputObject file, WriteSessions sessions) {
        FileId id = new FileId(job.name(), target, file.address(), FileId.NO_RECORD);
        return completed(job, id, file, 0, false, sessions);
    }

    /**
     * Does the same for files of content that was imported before, unless one of them is not there any more.
     *
     * @return what is known of them now
     */
    public List<KnownFile> completedBefore(
            ImportJob job, ImportIdentity identity, long importNumber, boolean doubtful, WriteSessions sessions) {
        return !job.inputs().isReadOnce()
                        && job.inputs().list().stream()
                                .allMatch(input -> markOf(input.file()).isPresent())
                ? completed(job, identity, importNumber, doubtful, sessions)
                : List.of();
    }

    /** Moves or deletes a file that was imported before, and is there again. */
    public List<KnownFile> again(JobFile job, KnownFile known, WriteSessions sessions) {
        AfterImport after = job.source().fileRules().after();
        FileId id = known.id();
        return List.of(finish(
                job, known.going(goes(job, after.completed(), id.path(), known.importNumber()), null), sessions));
    }

    /** Returns the mark of a file; empty if it is not the one that was listed any more. */
    private static Optional<ObjectMark> markOf(InputObject file) {
        try {
            return file.place().mark().filter(file.mark()::isUnchanged);
        } catch (IOException | InputException e) {
            // Its place cannot be looked at. The move, which looks again, tells why.
            return Optional.of(file.mark());
        }
    }

    /** Saves why the files of an import were not imported, and moves them if the job wants that. */
    public List<KnownFile> failed(
            ImportJob job, String target, String reason, long importNumber, WriteSessions sessions) {
        return job.inputs().isReadOnce()
                ? List.of()
                : job.inputs().list().stream()
                        .map(Input::file)
                        .distinct()
                        .flatMap(file ->
                                failed(job.file(), target, file, reason, importNumber, false, sessions).stream())
                        .toList();
    }

    /**
     * Saves why a file was not imported, and moves it if the job wants that; empty if another one is there by now, or none.
     *
     * @param file as it was listed
     * @param stays whether it stays where it is, because the next run tries it again
     */
    public Optional<KnownFile> failed(
            JobFile job,
            String target,
            InputObject file,
            String reason,
            long importNumber,
            boolean stays,
            WriteSessions sessions) {
        AfterImport after = job.source().fileRules().after();
        String path = file.address();
        return markOf(file).map(mark -> {
            FileId id = new FileId(job.name(), target, path, "");
            // The user who corrects rejects tries again with the file where it is.
            boolean moves = !stays
                    && RejectExport.importOf(path, job.rejects().directory(), job.name())
                            .isEmpty();
            String fate = moves ? after.failed() : AfterImport.KEEP;
            KnownFile known = known(id, mark, FileState.FAILED, reason, importNumber);
            return finish(job, known.going(goes(job, fate, path, importNumber), reason), sessions);
        });
    }

    /**
     * Completes the move or deletion of a file that a crash or a failure interrupted, unless it was completed meanwhile.
     *
     * @return what is known of it now
     */
    public List<KnownFile> resume(JobFile job, FileId file, WriteSessions sessions) {
        return files.findWaiting(job.name()).stream()
                .filter(known -> known.id().equals(file))
                .map(known -> finish(job, known, sessions))
                .toList();
    }

    private KnownFile known(FileId id, ObjectMark mark, FileState state, @Nullable String reason, long importNumber) {
        Instant now = clock.instant();
        Instant until = now.plus(KnownFiles.MEMORY);
        return new KnownFile(id, mark, state, reason, importNumber, now, until, null, false);
    }

    private @Nullable String goes(JobFile job, String fate, String file, long importNumber) {
        return switch (fate) {
            case AfterImport.KEEP -> null;
            case AfterImport.DELETE -> "";
            default -> {
                String name = InputSources.place(file).name();
                String to = DatedFiles.folder(fate, job, clock.instant());
                if (InputSources.moveProblem(file, List.of(to)).isPresent()) {
                    yield null; // corrected rejects of files of another machine
                }
                ObjectPlace wanted = InputSources.place(to + "/" + name);
                yield wanted.address().equals(file) ? null : free(job, wanted, name, importNumber);
            }
        };
    }

    /** Returns the address of a place in a folder at which nothing lies: with a name, or with the number of the import. */
    private static String free(JobFile job, ObjectPlace place, String name, long importNumber) {
        ObjectPlace free = place.beside(name);
        for (int more = 1; isTaken(job, free.address()); more++) {
            String number = more == 1 ? "-" + importNumber : "-" + importNumber + "-" + more;
            int end = name.length() - suffix(name).length();
            free = place.beside(name.substring(0, end) + number + name.substring(end));
        }
        return free.address();
    }

    private static boolean isTaken(JobFile job, String address) {
        try {
            if (InputSources.place(address).isTaken()) {
                return true;
            }
            for (String name : companions(job)) {
                if (InputSources.place(Expectation.companion(name, address)).isTaken()) {
                    return true;
                }
            }
            return false;
        } catch (IOException | InputException e) {
            // It cannot be looked at. The move replaces nothing, and tells why.
            return false;
        }
    }

    private static List<String> companions(JobFile job) {
        return job.source().fileRules().expectation().companions();
    }

    /**
     * Moves or deletes the companions of a file that is still there. They go before it: afterwards, those that lie there may
     * belong to the next file of the name.
     */
    private static void takeCompanions(JobFile job, KnownFile known, String place) throws IOException {
        String file = known.id().path();
        for (String name : companions(job)) {
            placeOf(name, file).sweep(placeOf(name, place.isEmpty() ? file : place));
        }
        if (InputSources.place(file).mark().filter(known.mark()::isOf).isEmpty()) {
            return;
        }
        for (String name : companions(job)) {
            ObjectPlace companion = placeOf(name, file);
            Optional<ObjectMark> mark = companion.mark();
            if (mark.isPresent()) {
                boolean gone = place.isEmpty()
                        ? companion.delete(mark.get())
                        : companion.move(mark.get(), placeOf(name, place));
                LOG.debug("{} {}", companion.address(), gone ? "goes with its file" : "was replaced, and stays");
            }
        }
    }

    private static ObjectPlace placeOf(String companion, String file) {
        return InputSources.place(Expectation.companion(companion, file));
    }

    /** Returns the end of a name from its last dot on, with the dot before it if the last one is of an archive. */
    private static String suffix(String name) {
        int end = name.matches(".+\\.[^.]+\\.(gz|zst|bz2|zip)") ? name.lastIndexOf('.') : name.length();
        int dot = name.lastIndexOf('.', end - 1);
        return dot <= 0 ? "" : name.substring(dot);
    }

    /**
     * Saves what is known of a file, and moves or deletes it. A move that fails is tried again by the next run.
     *
     * @return what is known of it then
     */
    private KnownFile finish(JobFile job, KnownFile known, WriteSessions sessions) {
        if (!files.save(known, sessions)) {
            LOG.warn(
                    "{}: {} was forgotten after its import, and stays",
                    job.name(),
                    known.id().path());
            return known.forgotten();
        }
        if (!known.waits()) {
            return known;
        }
        sessions.confirm();
        ObjectPlace file = InputSources.place(known.id().path());
        String place = Objects.requireNonNull(known.goes());
        try {
            takeCompanions(job, known, place);
            if (place.isEmpty()
                    ? file.delete(known.mark()) || !file.isTaken()
                    : file.move(known.mark(), InputSources.place(place))) {
                KnownFile taken = known.taken();
                files.saveGone(taken, sessions);
                return taken;
            }
            LOG.warn("{}: {} was replaced or removed after its import, and is not touched", job.name(), file.address());
            return saved(known.replaced(), sessions);
        } catch (LeaseLostException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            String free = e instanceof FileAlreadyExistsException
                    ? free(job, InputSources.place(place), file.name(), known.importNumber())
                    : place;
            if (!free.equals(place)) {
                return finish(job, known.going(free, known.reason()), sessions);
            }
            String reason = "cannot be %s: %s".formatted(place.isEmpty() ? "deleted" : "moved", Failures.describe(e));
            LOG.warn("{}: {} {}. The next run of the job tries it again", job.name(), file.address(), reason);
            return saved(known.going(place, known.isImported() ? reason : known.reason()), sessions);
        }
    }

    private KnownFile saved(KnownFile known, WriteSessions sessions) {
        return files.save(known, sessions) ? known : known.forgotten();
    }
}
