package dev.mongohaul.serve.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.Programs;
import dev.mongohaul.architecture.StoredNames;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.Slot;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.Slots;
import dev.mongohaul.serve.Served;
import dev.mongohaul.serve.api.ApiClient.Answer;
import dev.mongohaul.serve.security.Access;
import dev.mongohaul.serve.security.Role;
import dev.mongohaul.serve.security.Tokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** API, used by a client that knows its document only; each answer is compared with it. Each test has its own jobs. */
class ApiIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SLOW = Duration.ofMillis(100);
    private static final String DATABASE = TestServer.database("api");

    @TempDir
    private static Path folder;

    private static Served served;
    private static ApiClient client;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectory(folder.resolve("jobs"));
        served = serve();
        client = new ApiClient(served, token("all", Role.OPERATE));
    }

    private static Served serve() {
        return Served.start(
                DATABASE,
                new JobFiles(folder.resolve("jobs"), folder),
                Access.of("127.0.0.1", List.of(), Optional.empty()));
    }

    private static String token(String name, Role role) {
        return new Tokens(served.bean(RepositoryDatabase.class).database())
                .create(name, role, Instant.now(), Duration.ofHours(1));
    }

    @AfterAll
    static void stop() {
        requireAllSeen();
        MongoDatabase database = TestServer.client().getDatabase(DATABASE);
        served.close();
        database.drop();
    }

    private static void job(String name, String records, String... more) throws IOException {
        Files.writeString(
                folder.resolve("jobs/" + name + ".yml"),
                "source: {files: %s.csv}\ntarget: {collection: %s}\n%s\n"
                        .formatted(name, name, String.join("\n", more)));
        Path input = Files.writeString(folder.resolve(name + ".csv"), records);
        Files.setLastModifiedTime(input, FileTime.from(Instant.now().minusSeconds(600)));
    }

    /** Returns a CSV file with one number per line. */
    private static String numbers(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> n + "\n").collect(Collectors.joining("", "n\n", ""));
    }

    private static Answer start(String job, Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>(Map.of("name", job));
        for (int index = 0; index < namesAndValues.length; index += 2) {
            values.put(String.valueOf(namesAndValues[index]), namesAndValues[index + 1]);
        }
        return client.call("startImport", values);
    }

    /** Waits until a start has ended, and returns it. */
    private static JsonNode ended(Answer started) {
        assertThat(started.status()).as(started.response().body()).isEqualTo(202);
        String id = started.json().path("start").asString();
        assertThat(started.header("Location")).isEqualTo("/api/v1/starts/" + id);
        return Awaitility.await()
                .atMost(TIMEOUT)
                .until(
                        () -> client.call("getStart", Map.of("id", id)).json(),
                        start -> !start.path("state").asString().equals("running"));
    }

    private static long importOf(JsonNode start) {
        assertThat(start.path("state").asString()).as(start.toString()).isEqualTo("ended");
        return start.path("import").asLong();
    }

    private static JsonNode report(long number) {
        return client.call("getImport", Map.of("number", number)).json();
    }

    private static long count(String collection) {
        return served.database().getCollection(collection).countDocuments();
    }

    @Test
    void refusedFileOfAFolderIsARefusal() throws IOException {
        Files.createDirectories(folder.resolve("sender"));
        send("a.csv", numbers(2));
        send("b.csv", "other\n1\n");
        Files.writeString(
                folder.resolve("jobs/sender.yml"),
                "source: {files: sender/*.csv, each: file}\ntarget: {collection: sender}\nfields: {n: int32}\n");
        Object[] request = {"Idempotency-Key", "sender"};

        Answer refused = start("sender", request);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.detail()).contains("sender/b.csv", "the header lacks");
        assertThat(count("sender")).isEqualTo(2);
        assertThat(start("sender", "Idempotency-Key", "sender", "body", Map.of("again", true))
                        .status())
                .isEqualTo(422);
        send("b.csv", "n\n3\n");
        ended(start("sender", request));
        assertThat(count("sender")).isEqualTo(3);
    }

    private static void send(String name, String content) throws IOException {
        Path file = Files.writeString(folder.resolve("sender").resolve(name), content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
    }

    @Test
    void startedImportIsFoundWithItsRunsAndRejects() throws IOException {
        job("started", numbers(3) + "x\n", "fields: {n: int32}");

        JsonNode start = ended(start(
                "started", "body", Map.of("files", List.of("started.csv"), "settings", Map.of("rejects.limit", "5"))));

        JsonNode report = report(importOf(start));
        assertThat(report.path("status").asString()).isEqualTo("completed-with-rejects");
        assertThat(report.path("parameters").toString()).contains("rejects.limit=5");
        assertThat(count("started")).isEqualTo(3);
        long run = report.path("runs").path(0).asLong();
        JsonNode details = client.call("getRun", Map.of("number", run)).json();
        assertThat(details.path("counts").path("rejected").asLong()).isEqualTo(1);
        assertThat(client.call("getRejects", Map.of("number", run)).response().body())
                .isEqualTo("n\nx\n");
        JsonNode reason = client.call("getReasons", Map.of("number", run)).json();
        assertThat(reason.path("value").asString()).isEqualTo("x");
        assertThat(client.call("getRejects", Map.of("number", run, "charset", "x"))
                        .detail())
                .contains("are in one charset; omit --charset=x");
        JsonNode imports = client.call("listImports", Map.of("name", "started", "limit", 1))
                .json();
        assertThat(imports.path(0).path("import").asLong()).isEqualTo(importOf(start));
        assertThat(client.call("getJob", Map.of("name", "started"))
                        .json()
                        .path("last")
                        .path("import")
                        .asLong())
                .isEqualTo(importOf(start));
    }

    @Test
    void importIsVerifiedLater() throws IOException {
        job("verified", numbers(3));
        long number = importOf(ended(start("verified")));
        assertThat(report(number).has("verification")).isFalse();

        assertThat(importOf(ended(client.call("verifyImport", Map.of("number", number)))))
                .isEqualTo(number);

        assertThat(report(number).path("verification").path("verified").asString())
                .isEqualTo("equal");
        served.database().getCollection("verified").deleteOne(new Document("n", "2"));
        ended(client.call("verifyImport", Map.of("number", number)));
        JsonNode different = report(number).path("verification");
        assertThat(different.path("verified").asString()).isEqualTo("different");
        assertThat(different.path("missing").asLong()).isEqualTo(1);
        assertThat(different.path("equal").asLong()).isEqualTo(2);

        Files.writeString(folder.resolve("verified.csv"), numbers(4));
        assertThat(client.call("verifyImport", Map.of("number", number)).detail())
                .contains("cannot be verified: its input has changed since");
        assertThat(report(number).path("verification")).isEqualTo(different);
        assertThat(client.call("verifyImport", Map.of("number", 99_999)).status())
                .isEqualTo(404);
    }

    @Test
    void laterImportsExplainTheDifferencesOfAVerification() throws IOException {
        job("explained", "n,price\n1,5\n2,6\n", "write: {operation: upsert, match: [n]}");
        long number = importOf(ended(start("explained")));
        Files.writeString(folder.resolve("explained-later.csv"), "n,price\n1,7\n");
        long later = importOf(ended(start("explained", "body", Map.of("files", List.of("explained-later.csv")))));

        ended(client.call("verifyImport", Map.of("number", number)));

        JsonNode result = report(number).path("verification");
        assertThat(result.path("verified").asString()).isEqualTo("unknown");
        assertThat(result.path("laterImports")).extracting(JsonNode::asLong).containsExactly(later);
        assertThat(result.path("equal").asLong()).isEqualTo(1);
        assertThat(result.path("different").asLong()).isZero();
    }

    @Test
    void answersAreTheJsonOfReports() throws IOException {
        job("same", numbers(2));
        long number = importOf(ended(start("same")));

        JsonMapper mapper = JsonMapper.shared();
        Reports reports = served.bean(Reports.class);
        JsonNode report = report(number);
        assertThat(report)
                .isEqualTo(mapper.readTree(Reports.json(reports.ofImport(number).orElseThrow())));
        assertThat(client.call("listRuns", Map.of("job", "same")).json())
                .isEqualTo(mapper.readTree(Reports.json(
                        reports.runs(RunReport.filter("same", List.of(), null, null), Long.MAX_VALUE, 20))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            listRuns    | GET  | /runs?limit=1&stauts=failed   | "stauts" here (did you mean status?); allowed are job, status, since, before, limit
            listRuns    | GET  | /runs?Job=orders              | "Job" here (did you mean job?); allowed are job, status
            listImports | GET  | /jobs/none/imports?skip=1     | "skip" here; allowed are before, limit
            listJobs    | GET  | /jobs?limit=1                 | "limit" here; none is allowed
            getJob      | GET  | /jobs/none?verbose            | "verbose" here; none is allowed
            startImport | POST | /jobs/none/imports?again=true | "again" here; none is allowed
            stopImport  | POST | /imports/1/stop?x=1           | "x" here; none is allowed
            """)
    void unknownParameterIsRefused(String operation, String method, String address, String message) {
        HttpRequest.Builder request = served.request("/api/v1" + address)
                .header("Authorization", "Bearer " + client.token())
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.noBody());

        Answer answer = client.checked(ApiDocument.operation(operation), Served.send(request));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).startsWith("There is no parameter ").contains(message);
    }

    @Test
    void slotsOfAllJobsThatDidNotRunAreListed() {
        Instant time = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
        Slots slots = served.bean(Slots.class);
        slots.complete(new Slot("slot-a", time), "0 2 * * *", SlotState.MISSED, "no process served", 0);
        slots.complete(
                new Slot("slot-b", time.minusSeconds(60)), "0 2 * * *", SlotState.MISSED, "no process served", 0);
        slots.complete(
                new Slot("slot-c", time.minus(Duration.ofDays(2))),
                "0 2 * * *",
                SlotState.MISSED,
                "no process served",
                0);

        Answer answer = client.call("listSlots", Map.of("job", "slot-*", "since", "12h"));

        assertThat(jobs(answer)).containsExactly("slot-a", "slot-b");
        assertThat(answer.json().get(0).get("state").asString()).isEqualTo("missed");
        assertThat(answer.json().get(0).get("time").asString()).isEqualTo(time.toString());
        assertThat(client.call("listSlots", Map.of("since", "soon")).detail()).contains("soon");
    }

    @Test
    void runsAreFilteredAndPaged() throws IOException {
        for (String job : List.of("paged-1", "paged-2", "paged-3")) {
            job(job, numbers(1));
            importOf(ended(start(job)));
        }

        Answer page = client.call(
                "listRuns", Map.of("job", "paged-*", "status", "completed,failed", "since", Instant.EPOCH, "limit", 2));

        assertThat(jobs(page)).containsExactly("paged-3", "paged-2");
        Answer last = follow("listRuns", page);
        assertThat(jobs(last)).containsExactly("paged-1");
        assertThat(last.response().headers().firstValue("Link")).isEmpty();
        assertThat(jobs(client.call("listRuns", Map.of("job", "paged-*", "status", "failed"))))
                .isEmpty();
        assertThat(client.call("listRuns", Map.of("status", "fine")).detail())
                .contains("status=fine", "completed-with-rejects");
        assertThat(client.call("listRuns", Map.of("limit", 0)).detail())
                .contains("limit=0: a page has from 1 to 200 entries");
        assertThat(client.call("listRuns", Map.of("since", "yesterday")).detail())
                .contains("since=yesterday is neither an age, such as 12h or 7d, nor a day or time");
    }

    @Test
    void importsAndFilesArePaged() throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (int count = 1; count <= 3; count++) {
            job("pages", numbers(count), "unfinished: abandon");
            numbers.add(0, importOf(ended(start("pages"))));
        }

        List<Long> found = new ArrayList<>();
        for (JsonNode entry : pages("listImports", Map.of("name", "pages", "limit", 2))) {
            found.add(entry.path("import").asLong());
        }
        assertThat(found).isEqualTo(numbers);
        assertThat(pages("listFiles", Map.of("name", "pages", "limit", 2)))
                .extracting(file -> file.path("importNumber").asLong())
                .isEqualTo(numbers);
        for (String list : List.of("listImports", "listFiles")) {
            assertThat(client.call(list, Map.of("name", "pages", "limit", 201)).detail())
                    .contains("limit=201: a page has from 1 to 200 entries");
        }
    }

    /** Returns the entries of a list that has two pages. */
    private static List<JsonNode> pages(String operation, Map<String, Object> values) {
        Answer page = client.call(operation, values);
        List<JsonNode> entries = new ArrayList<>(page.json().valueStream().toList());
        assertThat(entries).hasSize(2);
        Answer last = follow(operation, page);
        assertThat(last.response().headers().firstValue("Link")).isEmpty();
        last.json().forEach(entries::add);
        return entries;
    }

    private static Answer follow(String operation, Answer page) {
        String link = page.header("Link");
        assertThat(link).endsWith(">; rel=\"next\"");
        URI next = URI.create(link.substring(1, link.indexOf('>')));
        return client.checked(
                ApiDocument.operation(operation),
                Served.send(served.request(next.getRawPath() + "?" + next.getRawQuery())
                        .header("Authorization", "Bearer " + client.token())));
    }

    private static List<String> jobs(Answer runs) {
        return runs.json().valueStream().map(run -> run.path("job").asString()).toList();
    }

    @Test
    void sameKeyStartsOneImportInAnyProcess() throws Exception {
        job("once", numbers(50));
        Map<String, Object> values =
                Map.of("name", "once", "Idempotency-Key", "event-1", "body", Map.of("again", true));

        List<Answer> answers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(20);
        try (Served second = serve()) {
            List<ApiClient> clients = List.of(client, new ApiClient(second, client.token(), client.seen()));
            List<Callable<Answer>> requests = IntStream.range(0, 20)
                    .<Callable<Answer>>mapToObj(n -> () -> clients.get(n % 2).call("startImport", values))
                    .toList();
            for (Future<Answer> answer : threads.invokeAll(requests)) {
                answers.add(answer.get());
            }
            ended(answers.get(0));
        } finally {
            threads.shutdown();
        }

        assertThat(answers).extracting(Answer::status).containsOnly(202);
        assertThat(answers)
                .extracting(answer -> answer.header("Location"))
                .hasSize(20)
                .containsOnly(answers.get(0).header("Location"));
        long number = importOf(ended(answers.get(0)));
        assertThat(importOf(ended(client.call("startImport", values)))).isEqualTo(number);
        assertThat(count("once")).isEqualTo(50);
        assertThat(client.call("getJob", Map.of("name", "once"))
                        .json()
                        .path("importCount")
                        .asLong())
                .isEqualTo(1);
        Answer other = start("once", "Idempotency-Key", "event-1", "body", Map.of("again", false));
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.detail()).contains("Idempotency-Key was used with another request");
        try (Served restarted = serve()) {
            Answer answer = new ApiClient(restarted, client.token())
                    .call(
                            "startImport",
                            Map.of("name", "once", "Idempotency-Key", "event-1", "body", Map.of("again", true)));
            assertThat(answer.json().path("import").asLong()).isEqualTo(number);
        }
        assertThat(count("once")).isEqualTo(50);
    }

    @Test
    void refusedStartCanBeTriedAgainWithItsKey() throws IOException {
        job("late", numbers(2));
        Files.delete(folder.resolve("late.csv"));

        Answer refused = start("late", "Idempotency-Key", "late-1");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.detail()).contains("late.csv");
        Files.writeString(folder.resolve("late.csv"), numbers(2));
        importOf(ended(start("late", "Idempotency-Key", "late-1")));
        assertThat(count("late")).isEqualTo(2);
    }

    @Test
    void keyOfARefusedStartIsFreeForACorrectedRequest() throws IOException {
        job("corrected", numbers(2));
        Object[] wrong = {"Idempotency-Key", "corrected-1", "body", Map.of("files", List.of("none.csv"))};
        assertThat(start("corrected", wrong).status()).isEqualTo(400);

        importOf(ended(start("corrected", "Idempotency-Key", "corrected-1")));

        assertThat(count("corrected")).isEqualTo(2);
        assertThat(start("corrected", wrong).status()).isEqualTo(422);
    }

    /** As after a crash between the end of an import and the save of its number. */
    private static void loseNumber(String start) {
        served.database()
                .getCollection(StartStore.COLLECTION)
                .updateOne(
                        new Document("_id", start),
                        new Document(
                                        "$set",
                                        new Document("state", "RUNNING").append("expiresAt", Date.from(Instant.EPOCH)))
                                .append("$unset", new Document("importNumber", "")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void startWhoseProcessDiedLoadsNothingAgain(boolean moved) throws IOException {
        String job = moved ? "died-moved" : "died-again";
        job(job, numbers(20));
        Object[] request = {"Idempotency-Key", job, "body", Map.of("again", true)};
        JsonNode first = ended(start(job, request));
        loseNumber(first.path("start").asString());
        if (moved) {
            Files.delete(folder.resolve(job + ".csv"));
        }

        JsonNode again = ended(start(job, request));

        assertThat(importOf(again)).isEqualTo(importOf(first));
        assertThat(again.path("start").asString()).isEqualTo(first.path("start").asString());
        assertThat(count(job)).isEqualTo(20);
    }

    @Test
    void startOfFilesWhoseProcessDiedLoadsNothingAgain() throws IOException {
        job("died-each", numbers(20));
        Files.writeString(
                folder.resolve("jobs/died-each.yml"),
                "source: {files: died-each.csv, each: file}\ntarget: {collection: died-each}\n");
        Map<String, Object> body = Map.of(
                "again",
                true,
                "settings",
                Map.of("files", folder.resolve("died-each.csv").toString()));
        Object[] request = {"Idempotency-Key", "each", "body", body};
        JsonNode first = ended(start("died-each", request));
        loseNumber(first.path("start").asString());

        ended(start("died-each", request));

        importOf(first);
        assertThat(count("died-each")).isEqualTo(20);
    }

    @Test
    void startWhoseProcessDiedEarlyIsTriedAgain() throws IOException {
        job("died", numbers(2));
        String id =
                start("died", "Idempotency-Key", "died-1").json().path("start").asString();
        ended(start("died", "Idempotency-Key", "died-1"));
        loseNumber(id);
        served.database()
                .getCollection("mongohaul_imports")
                .updateMany(
                        new Document("identity.job", "died"),
                        new Document("$unset", new Document("request.start", "")));

        assertThat(client.call("getStart", Map.of("id", id))
                        .json()
                        .path("state")
                        .asString())
                .isEqualTo("lost");
        JsonNode again = ended(start("died", "Idempotency-Key", "died-1"));

        assertThat(again.path("start").asString()).isEqualTo(id);
        assertThat(again.path("state").asString()).isEqualTo("nothing");
        assertThat(again.path("message").asString()).isNotEmpty();
        assertThat(count("died")).isEqualTo(2);
    }

    @Test
    void importIsStoppedResumedAndUndone() throws Exception {
        job("stopped", numbers(300), "write: {chunk-size: 10}");
        FailPoint.on("insert").block(SLOW).namespace(DATABASE + ".stopped").during(TestServer.client(), () -> {
            Answer started = start("stopped");
            long number = Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(
                            () -> client.call(
                                            "getStart",
                                            Map.of(
                                                    "id",
                                                    started.json().path("start").asString()))
                                    .json()
                                    .path("import")
                                    .asLong(0),
                            found -> found > 0);
            assertThat(start("stopped").detail()).contains("is being imported already");
            for (String action : List.of("restartImport", "undoImport")) {
                assertThat(client.call(action, Map.of("number", number)).detail())
                        .contains("stopped is being imported already");
            }
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() ->
                            client.call("stopImport", Map.of("number", number)).status() == 200);
            ended(started);
        });
        long number = client.call("listImports", Map.of("name", "stopped"))
                .json()
                .path(0)
                .path("import")
                .asLong();
        assertThat(report(number).path("status").asString()).isEqualTo("stopped");
        assertThat(client.call("stopImport", Map.of("number", number)).detail())
                .contains("is not running: it is stopped");

        ended(client.call(
                "restartImport", Map.of("number", number, "body", Map.of("settings", Map.of("chunk-size", "50")))));

        assertThat(report(number).path("status").asString()).isEqualTo("completed");
        assertThat(report(number).path("runDetails")).hasSize(2);
        assertThat(count("stopped")).isEqualTo(300);
        assertThat(client.call("abandonImport", Map.of("number", number)).detail())
                .contains("there is nothing to abandon");

        ImportMonitor monitor = new ImportMonitor();
        monitor.requestStop();
        long run = served.bean(Runs.class).runsOf(number).get(0).id();
        LaunchResult undo = served.bean(UndoLauncher.class).undo(run, false, folder, monitor);
        ended(client.call(
                "restartImport", Map.of("number", undo.run().orElseThrow().importNumber())));

        assertThat(report(number).path("state").asString()).isEqualTo("undone");
        assertThat(count("stopped")).isZero();
        JsonNode again = ended(client.call("undoImport", Map.of("number", number, "body", Map.of("force", false))));
        assertThat(again.path("state").asString()).isEqualTo("nothing");
        assertThat(again.path("message").asString()).contains("is undone already");
    }

    @Test
    void heldFileOfAFolderIsResumedWhereItLies() throws IOException {
        Path in = Files.createDirectories(folder.resolve("held"));
        Files.writeString(folder.resolve("jobs/held.yml"), """
                source: {files: 'held/*.csv', each: file, after: {completed: held-done, failed: held-failed}}
                target: {collection: held, id: [n]}
                fields: {n: int32}
                """);
        Map<String, String> contents = Map.of("1.csv", "n\n1\n", "2.csv", "n\n2\nx\n", "3.csv", "n\n3\n");
        for (Map.Entry<String, String> file : contents.entrySet()) {
            Files.setLastModifiedTime(
                    Files.writeString(in.resolve(file.getKey()), file.getValue()),
                    FileTime.from(Instant.now().minusSeconds(600)));
        }
        long number = importOf(ended(start("held")));
        assertThat(report(number).path("status").asString()).isEqualTo("reject-limit-exceeded");
        assertThat(folder.resolve("held-failed/2.csv")).exists();
        assertThat(state("held")).isEqualTo("reject-limit-exceeded");

        JsonNode resumed = ended(client.call(
                "restartImport", Map.of("number", number, "body", Map.of("settings", Map.of("rejects.limit", "1")))));

        assertThat(importOf(resumed)).isEqualTo(number);
        assertThat(report(number).path("status").asString()).isEqualTo("completed-with-rejects");
        assertThat(folder.resolve("held-done/2.csv")).hasContent("n\n2\nx\n");
        assertThat(count("held")).isEqualTo(3);
        assertThat(state("held")).isEqualTo("completed-with-rejects");
    }

    private static String state(String job) {
        return client.call("getJob", Map.of("name", job)).json().path("state").asString();
    }

    @Test
    void failedImportIsAbandoned() throws IOException {
        job("wrong", "n\nx\ny\n", "fields: {n: int32}", "rejects: {limit: 0}");
        long number = importOf(ended(start("wrong")));
        assertThat(report(number).path("status").asString()).isEqualTo("reject-limit-exceeded");

        assertThat(client.call("abandonImport", Map.of("number", number))
                        .json()
                        .path("message")
                        .asString())
                .contains("is abandoned");

        assertThat(report(number).path("state").asString()).isEqualTo("abandoned");
        assertThat(client.call("restartImport", Map.of("number", number, "body", "[]"))
                        .status())
                .isEqualTo(400);
        assertThat(client.call("undoImport", Map.of("number", number, "body", Map.of("forse", true)))
                        .detail())
                .isEqualTo("The body has a field \"forse\"; allowed are force");
    }

    @Test
    void scheduleIsPausedByTheTokenAndResumed() throws IOException {
        job("nightly", numbers(1), "schedule: {cron: '30 2 * * *'}", "unfinished: refuse");
        job("by-hand", numbers(1));

        JsonNode paused =
                client.call("pauseSchedule", Map.of("name", "nightly")).json();

        assertThat(paused.path("paused").path("by").asString()).isEqualTo("all");
        assertThat(client.call("pauseSchedule", Map.of("name", "nightly"))
                        .json()
                        .path("paused"))
                .isEqualTo(paused.path("paused"));
        assertThat(client.call("resumeSchedule", Map.of("name", "nightly"))
                        .json()
                        .has("paused"))
                .isFalse();
        assertThat(client.call("pauseSchedule", Map.of("name", "by-hand")).detail())
                .isEqualTo("by-hand has no schedule that could be paused");
    }

    @Test
    void filesOfAJobAreListed() throws IOException {
        job("inbox", numbers(1));
        Files.writeString(
                folder.resolve("jobs/inbox.yml"),
                "source: {files: inbox.csv, each: file}\ntarget: {collection: inbox}\nempty: ok\n");
        ended(start("inbox"));

        JsonNode files = client.call("listFiles", Map.of("name", "inbox")).json();

        assertThat(files.path(0).path("outcome").asString()).isEqualTo("completed");
        assertThat(files.path(0).path("path").asString()).endsWith("inbox.csv");
    }

    @Test
    void jobsAreListedWithTheirProblems() throws IOException {
        job("listed", numbers(1), "description: one number");
        Files.writeString(folder.resolve("jobs/broken.yml"), "source: {}\n");

        JsonNode jobs = client.call("listJobs", Map.of()).json();

        assertThat(jobs.valueStream().filter(job -> job.path("job").asString().equals("listed")))
                .singleElement()
                .satisfies(job -> assertThat(job.path("description").asString()).isEqualTo("one number"));
        assertThat(jobs.valueStream().filter(job -> job.path("job").asString().equals("broken")))
                .singleElement()
                .satisfies(job -> assertThat(job.path("problems").isEmpty()).isFalse());
        assertThat(start("broken").detail()).contains("broken.yml");
        assertThat(client.call("getJob", Map.of("name", "broken"))
                        .json()
                        .path("state")
                        .asString())
                .isEqualTo("broken");
        assertThat(client.call("getJob", Map.of("name", "listed"))
                        .json()
                        .path("importCount")
                        .asLong())
                .isZero();
        Files.delete(folder.resolve("jobs/broken.yml"));
    }

    @Test
    void unknownThingsAreMissing() {
        for (String operation :
                List.of("getJob", "listImports", "listFiles", "startImport", "pauseSchedule", "resumeSchedule")) {
            assertThat(client.call(operation, Map.of("name", "none")).detail()).contains("There is no job", "\"none\"");
        }
        for (String operation : List.of("getImport", "stopImport", "restartImport", "abandonImport", "undoImport")) {
            assertThat(client.call(operation, Map.of("number", 987_654)).detail())
                    .isEqualTo("There is no import 987654");
        }
        for (String operation : List.of("getRun", "getRejects", "getReasons")) {
            assertThat(client.call(operation, Map.of("number", 987_654)).status())
                    .isEqualTo(404);
        }
        assertThat(client.call("getStart", Map.of("id", "none")).status()).isEqualTo(404);
    }

    @Test
    void startIsRestrictedAsOnThePages() throws IOException {
        job("confined", numbers(1));
        Path secret = Files.createDirectories(
                folder.resolve("../" + folder.getFileName() + "-secret").normalize());
        Files.writeString(secret.resolve("secret.csv"), "n\n1\n");

        assertThat(start("confined", "body", Map.of("files", List.of(secret + "/secret.csv")))
                        .detail())
                .contains("mongohaul.import.input-roots");
        assertThat(start("confined", "body", Map.of("settings", Map.of("undo.keep", "7d")))
                        .detail())
                .contains("is not a setting any more: write the time as the value of undo");
        assertThat(start("confined", "body", Map.of("files", List.of("-"))).detail())
                .contains("standard input");
        assertThat(start("confined", "body", Map.of("settings", Map.of("source.after.completed", "delete")))
                        .detail())
                .contains("source.after");
        assertThat(count("confined")).isZero();
    }

    @Test
    void wrongBodyIsRefused() throws IOException {
        job("strict", numbers(1));

        assertThat(start("strict", "body", "{\"setings\": {}}").detail())
                .isEqualTo("The body has a field \"setings\"; allowed are again, files, settings");
        for (String body : List.of("{", "[]", "{\"files\": [null]}", "{\"settings\": {\"a\": null}}", "{} {}")) {
            Answer answer = start("strict", "body", body);
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.detail()).contains("/api/v1/openapi.yaml describes it");
        }
        assertThat(start("strict", "Idempotency-Key", "a b").detail()).contains("1 to 200 visible ASCII characters");
    }

    @Test
    void documentIsServed() {
        assertThat(client.call("getDocument", Map.of()).response().body()).startsWith("openapi: 3.1.1");
    }

    @Test
    @Tag(Programs.TAG)
    void recipesOfThePageStartImports() throws Exception {
        ApiPage.requirePrograms();
        Files.createDirectories(folder.resolve("in"));
        Files.writeString(folder.resolve("in/orders-1.csv"), numbers(2));
        job("orders", numbers(1));
        Files.writeString(
                folder.resolve("jobs/orders.yml"),
                "source: {files: in/orders-*.csv}\ntarget: {collection: orders, id: [n]}\n");
        ApiPage page = new ApiPage(folder, "http://127.0.0.1:" + served.port(), token("page", Role.OPERATE));

        ended(start("orders", "Idempotency-Key", "unused"));
        assertThat(page.shell(page.block("sh"))).contains("\"state\" : ", "\"job\" : \"orders\"");

        page.shell(page.block("sh nightly.sh"));
        page.checkPython(page.block("python dags/orders.py"));
    }

    @Test
    void pageNamesEveryPath() throws IOException {
        String page = ApiPage.text();

        assertThat(ApiDocument.operations())
                .extracting(
                        operation -> operation.path().substring(operation.path().lastIndexOf('/')))
                .allSatisfy(segment -> assertThat(page).contains(segment));
        assertThat(ApiPage.paths())
                .hasSizeGreaterThan(5)
                .allSatisfy(path -> assertThat(ApiDocument.operations())
                        .extracting(operation -> operation.path().replaceAll("[{][a-z]+}", "[^/]+"))
                        .anyMatch(path::matches));
    }

    @Test
    void storedFieldsOfStartsAreUnchanged() throws IOException {
        job("stored", numbers(1));
        ended(start("stored"));
        start("stored", "body", Map.of("files", List.of("-")));

        MongoCollection<BsonDocument> stored =
                served.database().getCollection(StartStore.COLLECTION, BsonDocument.class);

        StoredNames.checkDocuments(StartStore.COLLECTION, stored.find().into(new ArrayList<>()));
        StoredNames.check(
                "indexes of " + StartStore.COLLECTION,
                stored.listIndexes().map(index -> index.getString("name")).into(new ArrayList<>()));
    }

    @Test
    void generatedClientUsesTheApi() throws Exception {
        job("generated", numbers(3) + "x\n", "fields: {n: int32}");

        String out = GeneratedProgram.run(
                folder.resolve("client"), "http://127.0.0.1:" + served.port(), token("generated", Role.OPERATE));

        assertThat(out)
                .contains("job generated into generated\n")
                .containsSubsequence(
                        "same import true\n",
                        "completed-with-rejects 4 read\n",
                        "rejects n\nx\n",
                        "partitions finished\n",
                        "usual null\n",
                        "409 true\n",
                        "state undone\n");
        assertThat(count("generated")).isZero();
    }

    @Test
    void otherContentTypeAndLongBodyAreRefused() {
        for (String id : List.of("startImport", "restartImport", "undoImport")) {
            ApiDocument.Operation operation = ApiDocument.operation(id);
            String path = operation.path().replace("{name}", "none").replace("{number}", "1");

            Answer form = post(operation, path, "application/x-www-form-urlencoded", "again=true");
            assertThat(form.status()).isEqualTo(415);
            assertThat(form.detail()).contains("application/x-www-form-urlencoded");
            if (operation.statuses().anyMatch("413"::equals)) {
                Answer large = post(operation, path, "application/json", " ".repeat(1 << 20) + "{}");
                assertThat(large.status()).isEqualTo(413);
                assertThat(large.detail()).isEqualTo("The body of a request may have at most 1,048,576 bytes");
            }
        }
    }

    private static Answer post(ApiDocument.Operation operation, String path, String type, String body) {
        return client.checked(
                operation,
                Served.send(served.request(path)
                        .header("Authorization", "Bearer " + client.token())
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofString(body))));
    }

    /** Fails if the document has an answer that no test has seen; not if only some tests ran. */
    private static void requireAllSeen() {
        Set<String> operations = client.seen().stream()
                .map(seen -> seen.substring(0, seen.indexOf(' ')))
                .collect(Collectors.toSet());
        if (ApiDocument.operations().stream().map(ApiDocument.Operation::id).allMatch(operations::contains)) {
            assertThat(client.seen())
                    .containsAll(ApiDocument.operations().stream()
                            .flatMap(operation -> operation.statuses().map(status -> operation.id() + " " + status))
                            .toList());
        }
    }
}
