package dev.mongohaul.job;

import dev.mongohaul.csv.input.BlockSums.SeenBytes;
import dev.mongohaul.csv.input.ContentDigest;
import dev.mongohaul.csv.input.ContentDigest.Listener;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.partition.CutSearch;
import dev.mongohaul.partition.CutSearch.Cut;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * What one pass over the bytes of the input tells.
 *
 * @param inputs of the job, which fail where a byte is read that is not the one that the pass saw
 * @param content digest of the bytes; a random text for standard input, which can be read only once
 * @param cuts where the input can be cut, in its order; none where the job reads it as one range
 */
public record InputScan(Inputs inputs, String content, List<Cut> cuts) {

    /**
     * Begins to read the whole input, but standard input, beside whatever else is to be done.
     *
     * @param monitor is told how far it came
     * @return the scan; it ends with an {@link InputException} where the input cannot be read
     */
    public static Future<InputScan> begin(ImportJob job, ImportMonitor monitor) {
        FutureTask<InputScan> scan = new FutureTask<>(() -> of(job, monitor));
        Thread thread = new Thread(scan, "input-scan");
        thread.setDaemon(true);
        thread.start();
        return scan;
    }

    /**
     * Reads the whole input, but standard input.
     *
     * @param monitor is told how far it came
     * @throws InputException where it cannot be read
     */
    public static InputScan of(ImportJob job, ImportMonitor monitor) {
        if (job.inputs().isStandardInput()) {
            return new InputScan(job.inputs(), "standard input " + UUID.randomUUID(), List.of());
        }
        monitor.expectScan(
                job.plannedInputs().stream().mapToLong(PlannedInput::size).sum());
        InputScan scan = read(job, monitor);
        job.touchedInput().ifPresent(InputScan::refuseTouched);
        return scan;
    }

    /** What the survey saw and what the digest is of could be two contents. */
    private static void refuseTouched(String what) {
        throw InputException.refused(what + ". Nothing was loaded; give the command again when the file is complete");
    }

    private static InputScan read(ImportJob job, ImportMonitor monitor) {
        try {
            SeenBytes seen = new SeenBytes(job.inputs());
            Listener listener = seen.and((input, offset, bytes, length) -> monitor.scanned(length));
            if (job.gridSize() == 1) {
                return new InputScan(seen.inputs(), ContentDigest.of(job.inputs(), listener), List.of());
            }
            CutSearch search =
                    new CutSearch(job.inputs(), job.dialect(), job.survey().starts());
            String content = ContentDigest.of(job.inputs(), search.and(listener));
            return new InputScan(seen.inputs(), content, search.cuts());
        } catch (IOException e) {
            throw InputException.refused("The input cannot be read: " + e.getMessage());
        }
    }
}
