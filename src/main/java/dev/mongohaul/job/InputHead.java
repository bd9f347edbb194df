package dev.mongohaul.job;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.job.InsertContent.InputItems;
import dev.mongohaul.repository.ImportPlan.CsvHead;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Start of the input of a job, for a trial with fewer records. */
public final class InputHead {

    private InputHead() {}

    /**
     * Writes a file that the same job reads: the header, and the first records byte for byte, of all inputs together.
     *
     * @param records at most
     */
    public static void copy(ImportJob job, long records, Path file) throws IOException {
        CsvHead head = job.head();
        byte[] lineEnd = head.lineEnd().getData();
        try (InputItems items = new InputItems(job);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            out.write(head.bytes().getData());
            long copied = 0;
            for (CsvItem item = items.next(); item != null && copied < records; item = items.next()) {
                out.write(item.toByteArray());
                out.write(lineEnd);
                copied++;
            }
        }
    }
}
