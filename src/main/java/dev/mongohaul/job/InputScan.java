package dev.mongohaul.job;

import dev.mongohaul.csv.input.BlockListener;
import dev.mongohaul.csv.input.ContentDigest;
import dev.mongohaul.csv.input.Digests;
import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.FileStamp;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.SeenBytes;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.partition.CutSearch;
import dev.mongohaul.partition.InputCut;
import dev.mongohaul.repository.plan.PlannedInput;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * Result of one pass over the bytes of the input.
 *
 * @param inputs of the job; reading a byte that differs from the one scanned fails
 * @param content digest of the bytes; random for standard input, which can be read only once
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
        if (job.inputs().isStandardInput()) {
            return new InputScan(job.inputs(), "standard input " + UUID.randomUUID(), List.of());
        }
        monitor.expectScan(
                job.plannedInputs().stream().mapToLong(PlannedInput::size).sum());
        InputScan scan = read(job, monitor);
        job.touchedInput()
                .ifPresent(
                        what -> { // the survey and the digest could be of two contents
                            throw InputException.refused(
                                    what + ". Nothing was loaded; give the command again when the file is complete");
                        });
        return scan;
    }

    private static InputScan read(ImportJob job, ImportMonitor monitor) {
        try {
            SeenBytes seen = new SeenBytes(job.inputs());
            BlockListener listener = seen.and((input, offset, bytes, length) -> monitor.scanned(length));
            if (job.gridSize() == 1) {
                Digests digests = ContentDigest.digests(job.inputs(), listener);
                return new InputScan(seen.inputs(digests.files()), digests.whole(), List.of());
            }
            CutSearch search =
                    new CutSearch(job.inputs(), job.dialect(), job.survey().starts());
            Digests digests = ContentDigest.digests(job.inputs(), search.and(listener));
            return new InputScan(seen.inputs(digests.files()), digests.whole(), search.cuts());
        } catch (IOException e) {
            throw InputException.refused("The input cannot be read: " + e.getMessage());
        }
    }

    /** Returns the inputs as the file system shows them now. */
    public static List<PlannedInput> planned(Inputs inputs) {
        return inputs.list().stream().map(InputScan::planned).toList();
    }

    private static PlannedInput planned(Input input) {
        return input.source() instanceof FileSource file
                ? new PlannedInput(
                        file.path().toString(),
                        file.size(),
                        file.lastModified(),
                        input.baseOffset(),
                        null,
                        file.digest())
                : new PlannedInput("-", -1, Instant.EPOCH, input.baseOffset());
    }

    /** Describes the first file that the file system shows as changed. */
    static Optional<String> touched(Inputs inputs) {
        return difference(inputs, (file, now) -> now.equals(file.stamp()));
    }

    /** As {@link #touched}, but a file that only looks changed is read again: its digest decides. */
    static Optional<String> changed(Inputs inputs, String digest) {
        return difference(inputs, (file, now) -> now.size() == file.size())
                .or(() -> touched(inputs).filter(what -> !digest.equals(digestNow(inputs))));
    }

    private static Optional<String> difference(Inputs inputs, BiPredicate<FileSource, FileStamp> same) {
        return inputs.list().stream()
                .flatMap(input -> input.source() instanceof FileSource file ? Stream.of(file) : Stream.empty())
                .flatMap(file -> difference(file, same).stream())
                .findFirst();
    }

    private static Optional<String> difference(FileSource file, BiPredicate<FileSource, FileStamp> same) {
        try {
            FileStamp now = FileStamp.of(file.path());
            return same.test(file, now) ? Optional.empty() : Optional.of(describe(file, now));
        } catch (IOException e) {
            return Optional.of("%s is not there any more, or cannot be read".formatted(file.path()));
        }
    }

    private static String describe(FileSource file, FileStamp now) {
        return now.size() == file.size()
                ? "%s was written to, or replaced, while it was imported".formatted(file.path())
                : String.format(
                        Locale.ROOT,
                        "%s had %,d bytes when the import began and has %,d now",
                        file.path(),
                        file.size(),
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
