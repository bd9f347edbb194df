package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.notification.Receiver;
import dev.mongohaul.repository.plan.ImportPlans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Imports that are verified after their load. */
class VerifiedImportIT extends ProgramTest {

    /** Gives each record another number, so that no document is as a second look expects it. */
    public static final class Counting implements ItemProcessor<Document, Document> {

        private static final AtomicInteger COUNT = new AtomicInteger();

        @Override
        public Document process(Document item) {
            return item.append("count", COUNT.incrementAndGet());
        }
    }

    private static final String PROCESSOR = "processor: " + Counting.class.getName();

    private Path input;

    @BeforeEach
    void prepareJob() {
        input = file("in.csv", "sku,price", "a,1", "b,2", "c,3");
        job();
    }

    private void job(String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "source: {files: in.csv, after: {completed: delete}}",
                "target: {collection: goods, id: [sku]}",
                "fields: {price: int32}"));
        lines.addAll(List.of(more));
        file("jobs/goods.yml", lines.toArray(String[]::new));
    }

    private Document stored(long importNumber) {
        return database()
                .getCollection(ImportPlans.COLLECTION)
                .find(Filters.eq("jobInstanceId", importNumber))
                .first()
                .get("verification", Document.class);
    }

    private static JsonNode json(Result result) {
        return JsonMapper.shared().readTree(result.out());
    }

    @Test
    void equalResultIsStoredAndShownUntilALaterOne() {
        Result imported = program.run("import", "goods", "--verify", "--source.after.completed=keep");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.out()).contains("Verified equal: 3 documents");
        assertThat(stored(1)).containsEntry("verified", "EQUAL").containsEntry("equal", 3L);
        JsonNode report = json(program.run("report", "1", "--format=json")).path("verification");
        assertThat(report.path("verified").asString()).isEqualTo("equal");
        assertThat(report.path("equal").asLong()).isEqualTo(3);
        assertThat(report.path("at").asString()).isNotEmpty();
        assertThat(program.run("report", "1").out()).containsPattern("verified +equal: 3 documents \\(20");

        collection("goods").updateOne(Filters.eq("b"), Updates.set("price", 9));
        assertThat(program.run("verify", "1").exitCode()).isEqualTo(1);

        assertThat(program.run("report", "1").out())
                .containsPattern("verified +different: 1 different, 0 missing, 0 extra, 2 equal");
        Result again = program.run("import", "goods", "--source.after.completed=keep");
        assertThat(again.exitCode()).as("a job that wants no verification").isZero();
    }

    @Test
    void differencesHaveAnExitCodeAnEventAndKeepTheFile() {
        try (Receiver receiver = Receiver.start()) {
            Map<String, String> environment = new HashMap<>(program.environment());
            environment.put("MONGOHAUL_WEBHOOK_URL", receiver.url().toString());
            program = program.with(environment);
            job("verify: true", PROCESSOR, "notify: {completed: true}");

            Result imported = program.run("import", "goods", "--format=json");

            assertThat(imported.exitCode()).as(imported.err()).isEqualTo(14);
            assertThat(json(imported).at("/verification/verified").asString()).isEqualTo("different");
            assertThat(json(imported).at("/verification/different").asLong()).isEqualTo(3);
            assertThat(json(imported).at("/status").asString()).isEqualTo("completed");
            assertThat(input).exists();
            JsonNode notification = receiver.posts().get(0).json();
            assertThat(notification.at("/events").toString()).isEqualTo("[\"unverified\"]");
            assertThat(notification.at("/verification/verified").asString()).isEqualTo("different");
            assertThat(notification.at("/text").asString())
                    .contains("was not verified: different: 3 different, 0 missing, 0 extra, 0 equal");
        }
        Result again = program.run("import", "goods");

        assertThat(again.exitCode()).as(again.err()).isEqualTo(14);
        assertThat(again.out()).contains("nothing to do");
        assertThat(input).exists();
    }

    @Test
    void whatCannotBeKnownIsNotEqual() {
        database()
                .createCollection(
                        "goods",
                        new CreateCollectionOptions()
                                .collation(Collation.builder().locale("en").build()));

        Result imported = program.run("import", "goods", "--verify");

        assertThat(imported.exitCode()).as(imported.err()).isEqualTo(14);
        assertThat(imported.out()).contains("Verified unknown: ", "cannot be compared: it has a collation");
        assertThat(input).exists();
        assertRefused(
                program.run("import", "goods", "--verify", "--source.after.completed=keep", "files=-"),
                2,
                "verify=true: reads the input a second time, and standard input can be read once");
    }

    @Test
    void equalFileIsDeleted() {
        assertThat(program.run("import", "goods", "--verify").exitCode()).isZero();

        assertThat(input).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"together, 0", "file, 14"})
    void sameCommandVerifiesAfterAKill(String each, int exitCode) {
        job("verify: true", "notify: {completed: true}");
        FailPoint.on("find")
                .namespace(database().getName() + ".goods")
                .block(Duration.ofSeconds(8))
                .during(TestServer.client(), () -> {
                    RunningProgram command = program.start("import", "goods", "source.each=" + each);
                    Awaitility.await()
                            .atMost(Duration.ofMinutes(1))
                            .until(() -> collection(ImportPlans.COLLECTION)
                                            .countDocuments(Filters.eq("verification.verified", "PENDING"))
                                    == 1);
                    command.signal("KILL").await();
                });
        assertThat(input).exists();
        assertThat(program.run("report", "1").out()).contains("pending: the same command verifies the import");
        if (exitCode != 0) {
            collection("goods").updateOne(Filters.eq("b"), Updates.set("price", 9));
        }

        try (Receiver receiver = Receiver.start()) {
            Map<String, String> environment = new HashMap<>(program.environment());
            environment.put("MONGOHAUL_WEBHOOK_URL", receiver.url().toString());

            Result again = program.with(environment).run("import", "goods", "source.each=" + each);

            assertThat(again.exitCode()).as(again.out() + again.err()).isEqualTo(exitCode);
            assertThat(again.out()).contains("completed").doesNotContain("nothing to do");
            JsonNode notification = receiver.posts().get(0).json();
            assertThat(notification.at("/events").toString())
                    .isEqualTo(exitCode == 0 ? "[\"completed\"]" : "[\"unverified\"]");
        }
        assertThat(stored(1)).containsEntry("verified", exitCode == 0 ? "EQUAL" : "DIFFERENT");
        assertThat(input.toFile().exists()).isEqualTo(exitCode != 0);
        assertThat(collection("goods").countDocuments()).isEqualTo(3);
    }
}
