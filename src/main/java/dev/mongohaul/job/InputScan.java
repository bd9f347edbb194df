package dev.mongohaul.job;

import dev.mongohaul.csv.digest.BlockListener;
import dev.mongohaul.csv.digest.ContentDigest;
import dev.mongohaul.csv.digest.Digests;
import dev.mongohaul.csv.digest.SeenBytes;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.expect.Checksums;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.partition.CutSearch;
import dev.mongohaul.partition.InputCut;
import dev.mongohaul.repository.plan.PlannedInput;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BiPredicate;

/**
 * Result of one pass over the bytes of the input.
 *
 * @param inputs of the job; reading a byte that differs from the one scanned fails
 * @param content digest of the unpacked bytes; random for standard input, which can be read only once
 * @param cuts offsets at which the input can be split, in order; empty if the job reads it as one range
 */
public record InputScan(Inputs inputs, String content, List<InputCut> cuts) {

    /**
     * Starts to read the whole input, except standard input, in the background.
     *
     * @param monitor receives the progress
     * @return the scan; it fails with an {@link InputException} if the input cannot be read
     */
    public static Future<InputScan> begin(ImportJob job, ImportMonitor monitor) {
        FutureTask<InputScan> scan = new FutureTask<>(() -> of(job, monitor));
        Thread thread = new Thread(scan, "input-scan");
        thread.setDaemon(true);
        thread.start();
        return scan;
    }

    /**
     * Reads the whole input, except standard input.
     *
     * @param monitor receives the progress
     * @throws InputException if it cannot be read
     */
    public static InputScan of(ImportJob job, ImportMonitor monitor) {
        if (job.inputs().isReadOnce()) {
            return new InputScan(job.inputs(), "standard input " + UUID.randomUUID(), List.of());
        }
        monitor.expectScan(
                job.plannedInputs().stream().mapToLong(PlannedInput::size).sum());
        Checksums checksums = job.expected().checksums();
        InputScan scan = read(job, checksums, monitor);
        job.touchedInput()
                .ifPresent(
                        what -> { // the survey and the digest could be of two contents
                            throw InputException.refused(
                                    what + ". Nothing was loaded; give the command again when the file is complete");
                        });
        checksums.require();
        return scan;
    }

    private static InputScan read(ImportJob job, Checksums checksums, ImportMonitor monitor) {
        try {
            SeenBytes seen = new SeenBytes(job.inputs());
            BlockListener listener = seen.and(checksums).and((input, offset, bytes, length) -> monitor.scanned(length));
            if (job.gridSize() == 1) {
                Digests digests = ContentDigest.digests(job.inputs(), listener);
                return new InputScan(seen.inputs(digests.files()), digests.whole(), List.of());
            }
            CutSearch search =
                    new CutSearch(job.inputs(), job.dialect(), job.survey().starts());
            Digests digests = ContentDigest.digests(job.inputs(), search.and(listener));
            return new InputScan(seen.inputs(digests.files()), digests.whole(), search.cuts());
        } catch (IOException e) {
            throw InputException.unread(e);
        }
    }

    /** Returns the inputs as they were found. */
    public static List<PlannedInput> planned(Inputs inputs) {
        return inputs.list().stream().map(InputScan::planned).toList();
    }

    private static PlannedInput planned(Input input) {
        ObjectStamp found = input.stamp();
        return new PlannedInput(
                        input.address(), found.size(), found.modified(), input.baseOffset(), null, input.digest())
                .of(input.file().mark().version());
    }

    /** Describes the first file that the file system shows as changed. */
    static Optional<String> touched(Inputs inputs) {
        return difference(inputs.list(), ObjectStamp::equals);
    }

    /** As {@link #touched}, but a file that only looks changed is read again: its digest decides. */
    static Optional<String> changed(Inputs inputs, String digest) {
        return changed(inputs, inputs.list(), digest);
    }

    /** As {@link #changed}, of the files of this machine: of an object of another one, the import reads a whole copy. */
    static Optional<String> changedFile(Inputs inputs, String digest) {
        List<Input> files = inputs.list().stream()
                .filter(input -> InputSources.isFile(input.file().address()))
                .toList();
        return changed(inputs, files, digest);
    }

    private static Optional<String> changed(Inputs inputs, List<Input> compared, String digest) {
        return difference(compared, (found, now) -> now.size() == found.size())
                .or(() -> difference(compared, ObjectStamp::equals).filter(what -> !digest.equals(digestNow(inputs))));
    }

    private static Optional<String> difference(List<Input> inputs, BiPredicate<ObjectStamp, ObjectStamp> same) {
        return inputs.stream()
                .flatMap(input -> difference(input, same).stream())
                .findFirst();
    }

    private static Optional<String> difference(Input input, BiPredicate<ObjectStamp, ObjectStamp> same) {
        try {
            if (InputSources.stamp(input.file().address()).equals(input.file().stamp())) {
                return Optional.empty();
            }
            ObjectStamp now = InputSources.stamp(input.address());
            return same.test(input.stamp(), now) ? Optional.empty() : Optional.of(describe(input, now));
        } catch (IOException e) {
            return Optional.of("%s is not there any more, or cannot be read".formatted(input.address()));
        }
    }

    private static String describe(Input input, ObjectStamp now) {
        return now.size() == input.stamp().size()
                ? "%s was written to, or replaced, while it was imported".formatted(input.address())
                : String.format(
                        Locale.ROOT,
                        "%s had %,d bytes when the import began and has %,d now",
                        input.address(),
                        input.stamp().size(),
                        now.size());
    }

    /** Returns an empty text if a file cannot be read to its end. */
    private static String digestNow(Inputs inputs) {
        try {
            return ContentDigest.of(inputs);
        } catch (IOException e) {
            return "";
        }
    }
}
