package dev.mongohaul.job.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.run.ImportMeter;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * File that is changed in place during its import and then restored. No document may hold any of the other content,
 * whether the change was noticed or not.
 */
class RestoredInputIT {

    private static final int ROWS = 500;
    private static final int ROW_BYTES = 2_600;
    private static final int OPERATION_BYTES = 2;
    private static final int NUMBER_BYTES = 7;
    private static final int MOST_RUNS = 4;

    private static Program program;

    /** Meter that changes the file between chunks. */
    private static volatile ImportMeter meter = ImportMeter.NONE;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take(), (job, writer) -> new ImportMeter() {
            @Override
            public void chunkWritten(Counts counts, long bytes, Duration writing) {
                meter.chunkWritten(counts, bytes, writing);
            }

            @Override
            public void ended(Run ending) {}
        });
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    static LongStream seeds() {
        return TestSize.seeds("restored", 100, 1, 2, 3, 4, 5, 6);
    }

    /** Write settings of the job. */
    enum Writing {
        INSERT_GENERATED("", "{operation: insert}"),
        INSERT(", id: [n]", "{operation: insert}"),
        REPLACE(", id: [n]", "{operation: upsert, keys: unique}"),
        UPDATE(", id: [n]", "{operation: merge}"),
        DELETE(", id: [n]", "{operation: delete}"),
        MIXED(", id: [n]", "{operation: {column: op, values: {I: insert, R: upsert, U: merge, D: delete}}}");

        private final String id;
        private final String write;

        Writing(String id, String write) {
            this.id = id;
            this.write = write;
        }

        TestJob job(Path folder, String name, boolean packed) {
            return TestJob.in(
                    folder,
                    name,
                    "source: {files: input.csv" + (packed ? ".gz" : "") + "}",
                    "target: {collection: " + name + id + "}",
                    "write: " + write,
                    "rejects: {limit: unlimited}");
        }
    }

    /** Change of the bytes of the file, without a change of their number. */
    enum Change {
        ONE_BYTE,
        OTHER_TEXTS,
        OTHER_RECORDS;

        byte[] of(byte[] former, Random random) {
            byte[] other = former.clone();
            switch (this) {
                case ONE_BYTE -> other[random.nextInt(former.length / 8, former.length)] ^= 1;
                case OTHER_TEXTS -> {
                    for (int at = former.length / 8; at < other.length; at++) {
                        other[at] = other[at] >= 'a' && other[at] <= 'y' ? (byte) (other[at] + 1) : other[at];
                    }
                }
                case OTHER_RECORDS ->
                    System.arraycopy(former, ROW_BYTES * 3 / 2, other, ROW_BYTES, former.length - ROW_BYTES * 3 / 2);
            }
            return other;
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void contentPutBackIsImportedUnaltered(long seed) throws IOException {
        Random random = new Random(seed);
        Writing writing = Writing.values()[(int) (seed % Writing.values().length)];
        Change change = Change.values()[random.nextInt(Change.values().length)];
        boolean packed = random.nextInt(5) == 0;
        byte[] plain = csv(random);
        byte[] former = packed ? gzip(plain) : plain;
        Path file = folder.resolve("input.csv" + (packed ? ".gz" : ""));
        Files.write(file, former);
        List<Document> before = before(random);
        List<Document> expected = expected(writing, "expected" + seed, packed, before);
        String name = "restored" + seed;
        fill(name, before);
        TestJob job = writing.job(folder, name, packed);

        meter = disturbance(random, file, former, change.of(former, random));
        List<Run> runs = new ArrayList<>();
        runs.add(program.run(job.prepare(parameters(random))));
        meter = ImportMeter.NONE;
        write(file, former);
        while (unfinished(runs) && runs.size() < MOST_RUNS) {
            runs.add(program.run(job.prepare(parameters(random))));
        }

        String what = "seed %d: %s, %s%s, runs %s"
                .formatted(
                        seed,
                        writing,
                        change,
                        packed ? " of an archive" : "",
                        runs.stream()
                                .map(run -> run.ending() + " " + run.reason())
                                .toList());
        assertThat(unfinished(runs)).as(what).isFalse();
        assertThat(comparable(name).equals(expected)).as(what).isTrue();
        program.database().getCollection(name).drop();
        program.database().getCollection("expected" + seed).drop();
    }

    private static boolean unfinished(List<Run> runs) {
        return runs.get(runs.size() - 1).ending().continues();
    }

    /**
     * Writes the other content after some chunks. Then the run continues, or the former content is restored first, or the
     * run is killed first.
     */
    private static ImportMeter disturbance(Random random, Path file, byte[] former, byte[] other) {
        int first = random.nextInt(1, 10);
        int second = first + random.nextInt(1, 12);
        int ending = random.nextInt(3);
        AtomicInteger chunks = new AtomicInteger();
        return new ImportMeter() {
            @Override
            public void chunkWritten(Counts counts, long bytes, Duration writing) {
                int chunk = chunks.incrementAndGet();
                if (chunk == first) {
                    write(file, other);
                } else if (chunk == second && ending == 1) {
                    write(file, former);
                } else if (chunk >= second && ending == 2) {
                    throw new IllegalStateException("killed");
                }
            }

            @Override
            public void ended(Run ending) {}
        };
    }

    private static void write(Path file, byte[] content) {
        try {
            Files.write(file, content, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String[] parameters(Random random) {
        return new String[] {"grid-size=" + random.nextInt(1, 4), "chunk-size=" + random.nextInt(5, 30)};
    }

    private List<Document> expected(Writing writing, String name, boolean packed, List<Document> before) {
        fill(name, before);
        ImportJob job = writing.job(folder, name, packed).prepare();
        assertThat(program.run(job).ending().continues()).isFalse();
        return comparable(name);
    }

    private static void fill(String name, List<Document> documents) {
        program.collection(name)
                .insertMany(documents.stream().map(Document::new).toList());
    }

    private static List<Document> before(Random random) {
        List<Document> documents = new ArrayList<>();
        documents.add(new Document("_id", "other"));
        for (int row = 0; row < ROWS; row++) {
            if (random.nextInt(4) == 0) {
                documents.add(new Document("_id", number(row)).append("old", row));
            }
        }
        return documents;
    }

    /** Returns the documents in the order of their ids. Generated ids are reduced to their offsets. */
    private static List<Document> comparable(String name) {
        List<Document> documents = program.documents(name);
        for (Document document : documents) {
            if (document.get("_id") instanceof ObjectId id) {
                document.put("_id", id.toHexString().substring(14));
            }
        }
        return documents;
    }

    private static byte[] csv(Random random) {
        StringBuilder csv = new StringBuilder("op,n,text\n");
        for (int row = 0; row < ROWS; row++) {
            csv.append("IRUD".charAt(random.nextInt(4)))
                    .append(',')
                    .append(number(row))
                    .append(',');
            for (int at = OPERATION_BYTES + NUMBER_BYTES; at < ROW_BYTES - 1; at++) {
                csv.append((char) ('a' + random.nextInt(26)));
            }
            csv.append('\n');
        }
        return csv.toString().getBytes(US_ASCII);
    }

    private static String number(int row) {
        return "n%05d".formatted(row);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }
}
