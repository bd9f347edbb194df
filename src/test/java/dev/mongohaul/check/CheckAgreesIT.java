package dev.mongohaul.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.run.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparison of checks of random files with imports of the same files. */
class CheckAgreesIT {

    private static final List<String> LIMITS = List.of("0", "15", "1%", "25%", "unlimited");
    private static final List<String> WRITES = List.of(
            "operation: insert", "writer: save-all", "operation: upsert, match: [note]", "operation: add, match: [n]");
    private static final List<String> NUMBERS = List.of("1", "-7", "2147483647", "", "1.5", "x", "2147483648", " 1");
    private static final List<String> PRICES = List.of("1.50", "0", "", "1e3", "\"1,5\"", "NaN");
    private static final List<String> DAYS = List.of("2026-02-28", "2024-02-29", "", "2026-02-30", "today");

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
    void checkAndImportGiveTheSameResult(long seed) {
        Random random = new Random(seed);
        TestJob job = job("random-" + seed, random);
        int chunkSize = 1 + random.nextInt(300);

        CheckResult check = CheckLauncher.launch(prepared(job, chunkSize), new ImportMonitor());
        Run run = program.run(prepared(job, chunkSize));

        assertThat(check.ending()).as("seed %d", seed).isEqualTo(run.ending());
        if (check.limit().exceeded()) {
            assertThat(check.limit().atRecord())
                    .as("seed %d", seed)
                    .isEqualTo(run.counts().read());
            assertThat(check.limit().rejects())
                    .as("seed %d", seed)
                    .isEqualTo(run.counts().rejected());
        } else {
            assertThat(check.counts()).as("seed %d", seed).isEqualTo(run.counts());
            assertThat(byColumn(check)).as("seed %d", seed).isEqualTo(byColumn(run));
        }
        assertThat(check.documents())
                .as("seed %d", seed)
                .isNotEmpty()
                .allSatisfy(document -> assertThat(document).isEqualTo(imported("random-" + seed, document)));
    }

    /** Returns an import in one range, so that one record reaches the reject limit. */
    private static ImportJob prepared(TestJob job, int chunkSize) {
        return job.prepare("chunk-size=" + chunkSize, "grid-size=1");
    }

    private TestJob job(String name, Random random) {
        return TestJob.in(
                        folder,
                        name,
                        "fields: {n: int32, price: decimal, day: {type: date, pattern: yyyy-MM-dd}}",
                        "write: {" + WRITES.get(random.nextInt(WRITES.size())) + "}",
                        "rejects: {limit: " + LIMITS.get(random.nextInt(LIMITS.size())) + "}")
                .input(csv(random));
    }

    /** Returns files with few or many rejects. From 10,000 records on, a percentage is checked before the end. */
    private static String csv(Random random) {
        int badness = 1 + random.nextInt(100);
        StringBuilder csv = new StringBuilder("n,price,day,note\n");
        int rows = random.nextBoolean() ? 200 + random.nextInt(1000) : 10_000 + random.nextInt(2000);
        for (int row = 0; row < rows; row++) {
            csv.append(cell(NUMBERS, badness, random)).append(',');
            csv.append(cell(PRICES, badness, random)).append(',');
            csv.append(cell(DAYS, badness, random)).append(',');
            csv.append(row > 0 && random.nextInt(1000) == 0 ? "" : "r" + row);
            csv.append(random.nextInt(1000) < badness / 10 ? ",surplus\n" : "\n");
        }
        return csv.toString();
    }

    private static String cell(List<String> values, int badness, Random random) {
        return values.get(random.nextInt(1000) < badness ? random.nextInt(values.size()) : 0);
    }

    private static Map<String, Long> byColumn(CheckResult check) {
        return check.rejects().stream()
                .collect(Collectors.groupingBy(
                        group -> String.valueOf(group.column()),
                        TreeMap::new,
                        Collectors.summingLong(RejectGroup::count)));
    }

    private static Map<String, Long> byColumn(Run run) {
        try (Stream<Reject> rejects = program.bean(RejectStore.class).stream(run.importNumber())) {
            return rejects.map(reject -> reject.reason().cell())
                    .collect(Collectors.groupingBy(
                            cell -> String.valueOf(cell == null ? null : cell.column()),
                            TreeMap::new,
                            Collectors.counting()));
        }
    }

    /** Returns the document with the same note, without its id. */
    private static BsonDocument imported(String collection, BsonDocument checked) {
        BsonValue note = checked.get("note");
        BsonDocument found = program.collection(collection)
                .withDocumentClass(BsonDocument.class)
                .find(Filters.eq("note", note))
                .first();
        assertThat(found).isNotNull();
        found.remove("_id");
        return found;
    }
}
