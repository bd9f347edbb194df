package dev.mongohaul.job;

import dev.mongohaul.csv.input.ContentDigest;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.partition.Cut;
import dev.mongohaul.partition.CutSearch;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/**
 * What one pass over the bytes of the input tells.
 *
 * @param content digest of the bytes; a random text for standard input, which can be read only once
 * @param cuts where the input can be cut, in its order; none where the job reads it as one range
 */
public record InputScan(String content, List<Cut> cuts) {

    /**
     * Reads the whole input, but standard input.
     *
     * @throws InputException where it cannot be read
     */
    public static InputScan of(ImportJob job) {
        if (job.inputs().isStandardInput()) {
            return new InputScan("standard input " + UUID.randomUUID(), List.of());
        }
        InputScan scan = read(job);
        job.touchedInput().ifPresent(InputScan::refuseTouched);
        return scan;
    }

    /** What the survey saw and what the digest is of could be two contents. */
    private static void refuseTouched(String what) {
        throw InputException.refused(what + ". Nothing was loaded; give the command again when the file is complete");
    }

    private static InputScan read(ImportJob job) {
        try {
            if (job.gridSize() == 1) {
                return new InputScan(ContentDigest.of(job.inputs()), List.of());
            }
            CutSearch search =
                    new CutSearch(job.inputs(), job.dialect(), job.survey().starts());
            return new InputScan(ContentDigest.of(job.inputs(), search), search.cuts());
        } catch (IOException e) {
            throw InputException.refused("The input cannot be read: " + e.getMessage());
        }
    }
}
