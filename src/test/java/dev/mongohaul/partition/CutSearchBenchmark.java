package dev.mongohaul.partition;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.input.ContentDigest;
import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Prints how fast cuts are searched for, to be run by hand before and after a change to {@link Section}: in memory by a
 * second of one processor, and in the digest's pass over the file that the argument names.
 */
final class CutSearchBenchmark {

    private static final int ROUNDS = 10;
    private static final int PART_BYTES = 256 << 10;
    private static final int PARTS = 2000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CutSearchBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        Inputs inputs = Inputs.resolve(Path.of(""), List.of(arguments[0]), InputStream.nullInputStream());
        InputSurvey survey = InputSurvey.of(inputs, CsvDialect.RFC_4180);
        for (int round = 1; round <= ROUNDS; round++) {
            for (int quotedOf10 = 0; quotedOf10 <= 10; quotedOf10 += 5) {
                System.out.printf("%d of 10 cells quoted: %.2f GB/s  ", quotedOf10, inMemory(quotedOf10));
            }
            double digest = pass(inputs, (input, offset, bytes, length) -> {});
            CutSearch search = new CutSearch(inputs, CsvDialect.RFC_4180, survey.starts());
            double both = pass(inputs, search);
            System.out.printf(
                    "digest: %.2f GB/s, and search: %.2f GB/s, %,d cuts%n",
                    digest, both, search.cuts().size());
        }
    }

    private static double pass(Inputs inputs, ContentDigest.Listener listener) throws IOException {
        long start = System.nanoTime();
        ContentDigest.of(inputs, listener);
        return inputs.endOffset() / (double) (System.nanoTime() - start);
    }

    private static double inMemory(int quotedOf10) {
        byte[] part = rows(quotedOf10);
        Section section = new Section(new Marks(CsvDialect.RFC_4180), 0);
        long start = THREADS.getCurrentThreadCpuTime();
        for (int count = 0; count < PARTS; count++) {
            section.read(part, 0, PART_BYTES);
        }
        double speed = (double) PARTS * PART_BYTES / (THREADS.getCurrentThreadCpuTime() - start);
        return section.lines() > 0 ? speed : 0;
    }

    private static byte[] rows(int quotedOf10) {
        Random random = new Random(1);
        StringBuilder rows = new StringBuilder();
        while (rows.length() < PART_BYTES) {
            for (int cell = 0; cell < 6; cell++) {
                String quote = random.nextInt(10) < quotedOf10 ? "\"" : "";
                rows.append(cell == 0 ? "" : ",")
                        .append(quote)
                        .append("abcdefgh12345678", 0, 4 + random.nextInt(12))
                        .append(quote);
            }
            rows.append('\n');
        }
        byte[] bytes = new byte[PART_BYTES];
        for (int at = 0; at < PART_BYTES; at++) {
            bytes[at] = (byte) rows.charAt(at);
        }
        return bytes;
    }
}
