package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.mongodb.client.model.Filters;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.file.StoredFiles;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.Slots;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Pages in a browser without scripts; each test has its own jobs. */
class PagesIT {

    private static final String HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\u202Eevil";
    private static final Pattern INLINE = Pattern.compile(
            "(?i)<style|\\sstyle=|<script(?! src=)|\\son[a-z]+=|javascript:|(src|href|action)=\"https?:");

    /** Size of a sparse file that takes many seconds to read. */
    private static final long LONG = 16L << 30;

    @TempDir
    private static Path folder;

    private static Dashboard dashboard;
    private static DashboardJobs jobs;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectory(folder.resolve("jobs"));
        dashboard = Dashboard.start(TestServer.database("pages"), folder);
        jobs = new DashboardJobs(dashboard, folder);
    }

    /** Most pages read all job files. */
    @AfterEach
    void deleteJobs() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("jobs"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    @AfterAll
    static void stop() {
        dashboard.close();
    }

    @Test
    void startedImportShowsTheFiguresOfItsReport() throws Exception {
        jobs.create("started", "n", DashboardJobs.numbers(300) + "x\n");

        HttpResponse<String> answer = jobs.start("started", "parameters", "fields.n=int32\nrejects.limit=5");

        assertThat(answer.statusCode()).isEqualTo(303);
        ImportReport report = jobs.ended("started");
        assertThat(answer.headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith(path(report)));
        assertThat(page(path(report))).contains("started: import started");
        assertThat(report.summary().status()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(jobs.count("started")).isEqualTo(300);
        String page = page(path(report));
        assertThat(page)
                .contains("301 read, 300 written, 0 already there, 1 rejected")
                .contains(report.progress().text())
                .contains("100 %", "completed with rejects", "Undo this import")
                .doesNotContain("data-live", "/stop", "/restart", "/abandon");
        assertThat(page("/jobs/started")).contains(path(report), "data-every=\"30\"");
        assertThat(page("/")).contains("301 read, 1 rejected", path(report));
    }

    @Test
    void importIsVerifiedOnItsPage() throws Exception {
        jobs.create("verified", "n", DashboardJobs.numbers(3));
        jobs.start("verified");
        String path = path(jobs.ended("verified"));
        assertThat(page(path)).contains(">Verify</button>").doesNotContain("equal: 3 documents");

        HttpResponse<String> answer = dashboard.send(path, path + "/verify");

        assertThat(answer.statusCode()).isEqualTo(303);
        jobs.awaitComparison("verified");
        assertThat(page(path)).contains("equal: 3 documents (").doesNotContain("data-live");
        Files.writeString(folder.resolve("verified.csv"), "n\n7\n");
        HttpResponse<String> refused = dashboard.send(path, path + "/verify");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("cannot be verified: its input has changed since", "equal: 3 documents (");
    }

    @Test
    void pageOfAJobShowsWhatAnImportWouldChange() throws Exception {
        jobs.create("compared", "n,text", "1,one\n2,two\n");
        Files.writeString(
                folder.resolve("jobs/compared.yml"),
                "source: {files: compared.csv}\ntarget: {collection: compared, id: [n]}\nwrite: {operation: upsert}\n");
        jobs.start("compared");
        jobs.ended("compared");
        Files.writeString(
                folder.resolve("compared.csv"), "n,text\n1,one\n2,<b>2</b>\n3,%s\n".formatted("x".repeat(9_000)));

        HttpResponse<String> answer = dashboard.send("/jobs/compared", "/jobs/compared/diff");

        assertThat(answer.statusCode()).isEqualTo(303);
        jobs.awaitComparison("compared");
        assertThat(page("/jobs/compared"))
                .contains("1 equal, 1 new, 1 changed, 0 deleted", "Changed fields: text 1", "compared.csv:3")
                .contains("text: &quot;two&quot; → &quot;&lt;b&gt;2&lt;/b&gt;&quot;")
                .doesNotContain("x".repeat(100));
        assertThat(jobs.count("compared")).isEqualTo(2);
        Files.delete(folder.resolve("compared.csv"));
        HttpResponse<String> refused = dashboard.send("/jobs/compared", "/jobs/compared/diff");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("compared.csv");
    }

    @Test
    void rejectsAreShownAndDownloadedByteForByte() throws Exception {
        jobs.create("rejected", "n", "1\nx\n2\ny\n");
        jobs.start("rejected", "parameters", "fields.n=int32\nrejects.limit=unlimited");
        ImportReport report = jobs.ended("rejected");

        String page = page(path(report));
        HttpResponse<String> file = dashboard.get(path(report) + "/rejects.csv");

        assertThat(page).contains("rejected.csv:3", "<code>x</code>", "<code>y</code>", "/rejects.csv");
        assertThat(file.body()).isEqualTo("n\nx\ny\n");
        assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
                .startsWith("attachment;")
                .contains("rejected-" + report.summary().importNumber() + ".csv");

        HttpResponse<String> other = dashboard.get(path(report) + "/rejects.csv?charset=x");
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(other.body()).contains("rejected: the inputs are in one charset: leave charset=x out");
    }

    @Test
    void rejectsAreShownInTheirCharset() throws Exception {
        jobs.create("charset", "n", "1\nM\u00C3\u00BCsli\n");
        jobs.start("charset", "parameters", "fields.n=int32\nrejects.limit=unlimited\nsource.charset=windows-1252");

        assertThat(page(path(jobs.ended("charset")))).contains("<code>M\u00C3\u0192\u00C2\u00BCsli</code>");
    }

    @Test
    void pageOfAFinishedImportSortsNoRejects() throws Exception {
        jobs.create("kept", "n", "1\nx\n2\ny\n");
        jobs.start("kept", "parameters", "fields.n=int32\nrejects.limit=1");
        ImportReport failed = jobs.ended("kept");
        assertThat(pageWithoutSorting(path(failed)))
                .contains("Rejects by reason, 2 in total", "kept.csv:3", "<code>x</code>");

        dashboard.send(path(failed), path(failed) + "/restart", "parameters", "rejects.limit=unlimited");

        ImportReport completed = jobs.ended("kept");
        assertThat(completed.runs()).hasSize(2);
        assertThat(pageWithoutSorting(path(completed))).contains("Rejects by reason, 2 in total", "<code>y</code>");
    }

    /** Returns a page while the server refuses to aggregate rejects. */
    private static String pageWithoutSorting(String path) throws IOException, InterruptedException {
        FailPoint refused = FailPoint.on("aggregate")
                .errorCode(96)
                .namespace(dashboard.database().getName() + "." + RejectStore.COLLECTION)
                .enable(TestServer.client());
        try {
            return page(path);
        } finally {
            refused.close();
        }
    }

    @Test
    void pageIsUnavailableWhileTheServerTakesNoMoreWork() throws Exception {
        jobs.create("busy", "n", "1\n");
        FailPoint away = FailPoint.on("find")
                .errorCode(91)
                .namespace(dashboard.database().getName() + "." + ImportPlans.COLLECTION)
                .enable(TestServer.client());
        try {
            assertThat(dashboard.get("/jobs/busy").statusCode()).isEqualTo(503);
        } finally {
            away.close();
        }
    }

    @Test
    void pageThatFailsIsLogged() throws Exception {
        jobs.create("logged", "n", "1\n");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger errors = (Logger) LoggerFactory.getLogger(PageErrors.class);
        errors.addAppender(log);
        log.start();
        FailPoint refused = FailPoint.on("find")
                .errorCode(96)
                .namespace(dashboard.database().getName() + "." + ImportPlans.COLLECTION)
                .enable(TestServer.client());
        HttpResponse<String> answer;
        try {
            answer = dashboard.get("/jobs/logged");
        } finally {
            refused.close();
            errors.detachAppender(log);
        }

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("GET /jobs/logged: MongoDB: ")
                        .contains("error 96"));
    }

    @Test
    void failedAndMissedJobsComeFirst() throws Exception {
        for (String job : List.of("well", "without-file", "left-out", "wrong")) {
            jobs.create(job, "n", "1\n");
            jobs.start(job, "parameters", job.equals("wrong") ? "fields.n=objectid" : "fields.n=int32");
            jobs.ended(job);
        }
        slot("without-file", "REFUSED", Duration.ofMinutes(1), new Document("reason", "no file came"));
        slot("left-out", "MISSED", Duration.ofMinutes(1), new Document("reason", "no process served"));
        slot(
                "wrong",
                "RAN",
                Duration.ofMinutes(-1),
                new Document(
                        "runId", jobs.history("wrong").get(0).times().runs().get(0)));

        String page = page("/");

        assertThat(page)
                .containsPattern(
                        "<p>\\d+ jobs: \\d+ refused, \\d+ reject limit exceeded, \\d+ missed, .*\\d+ completed.*</p>")
                .containsPattern(
                        "(?s)>without-file<.*?<span class=\"status refused\">refused</span>\\s*"
                                + "<span class=\"time\">[-0-9 :]+\\(just now\\)</span> </p>\\s*<p class=\"refused\">no file came</p>")
                .containsSubsequence(
                        "<h2>Needs attention</h2>",
                        ">without-file<",
                        ">wrong<",
                        ">left-out<",
                        "<h2>All other jobs</h2>",
                        ">well<")
                .containsPattern(
                        "(?s)>wrong<.*?<span class=\"status reject-limit-exceeded\">reject limit exceeded</span>")
                .containsPattern("aria-label=\"Last 30 days: 1 refused [^\"]*29 without an import\"")
                .contains("Times are in the zone <span>");
        assertThat(page("/?q=LEFT-o")).contains(">left-out<", "1 job: 1 missed").doesNotContain(">well<");
        assertThat(page("/jobs/wrong")).contains("<td class=\"word status reject-limit-exceeded\"");
        assertThat(page("/jobs/without-file"))
                .contains("<td class=\"word status refused\" data-label=\"outcome\">refused</td>");
    }

    @Test
    void slotsThatDidNotRunAreAmongTheRuns() throws Exception {
        jobs.create("slot-good", "n", "1\n");
        jobs.start("slot-good");
        jobs.ended("slot-good");
        slot("slot-bad", "REFUSED", Duration.ofMinutes(-1), new Document("reason", "in/a.csv did not come by 02:30"));
        slot(
                "slot-late",
                "CLAIMED",
                Duration.ofMinutes(-9),
                new Document("waitsFor", "in/b.csv")
                        .append("waitsUntil", Instant.now().plusSeconds(60)));
        slot("slot-old", "MISSED", Duration.ofMinutes(-10), new Document("reason", "no process served"));

        assertThat(page("/runs?job=slot-*"))
                .containsSubsequence(
                        ">slot-good<",
                        ">slot-bad<",
                        "<td class=\"word status refused\" data-label=\"status\">refused</td>",
                        "in/a.csv did not come by 02:30",
                        ">slot-late<",
                        "<td class=\"word status late\" data-label=\"status\">late</td>",
                        "waits for in/b.csv until ",
                        ">slot-old<");
        assertThat(page("/runs?job=slot-*&status=refused,missed"))
                .contains(">slot-bad<", ">slot-old<")
                .doesNotContain(">slot-good<", ">slot-late<");
    }

    private static void slot(String job, String state, Duration fromNow, Document more) {
        Document slot = new Document(
                        "_id",
                        new Document("job", job).append("time", Instant.now().plus(fromNow)))
                .append("state", state)
                .append("settledAt", Instant.now());
        slot.putAll(more);
        dashboard.database().getCollection("mongohaul_slots").insertOne(slot);
    }

    @Test
    void newestFilesOfAJobAreListed() throws Exception {
        jobs.create("listed", "n", "1\n");
        assertThat(page("/jobs/listed")).doesNotContain("Files, the newest first");
        jobs.start("listed");
        ImportReport report = jobs.ended("listed");
        KnownFiles known = dashboard.bean(ImportPlans.class).files();
        KnownFile first = known.ofJob("listed").get(0);
        StoredFiles.save(dashboard.database().getName(), first.going("/done/listed.csv", "cannot be moved: disk full"));

        String page = page("/jobs/listed");

        assertThat(page)
                .contains("Files, the newest first", "listed.csv</td>", ">completed</td>")
                .contains("not yet: /done/listed.csv</td>", "cannot be moved: disk full</td>")
                .contains("<a href=\"" + path(report) + "\">")
                .doesNotContain("lists all of them");
        assertThat(page(path(report))).contains("not yet moved to /done/listed.csv: cannot be moved: disk full");

        for (int number = 1; number <= 25; number++) {
            FileId id = new FileId("listed", "db.listed", "/in/%d.csv".formatted(number), "");
            known.saveIfAbsent(new KnownFile(
                    id,
                    first.mark(),
                    FileState.FAILED,
                    "wrong",
                    0,
                    first.at().plusSeconds(number),
                    first.until(),
                    null,
                    false));
        }
        assertThat(page("/jobs/listed"))
                .contains(
                        "/in/25.csv</td>",
                        "/in/6.csv</td>",
                        "6 more: &#39;mongohaul files listed --limit=26&#39; lists all of them")
                .doesNotContain("/in/5.csv</td>");
    }

    @Test
    void everyRunOfASlotIsLinked() throws Exception {
        jobs.create("nightly", "n", "1\n");
        jobs.start("nightly", "parameters", "fields.n=objectid");
        List<Long> run = jobs.ended("nightly").summary().times().runs();
        List<Long> runs = Stream.concat(
                        run.stream(), LongStream.range(1_001, 1_030).boxed())
                .toList();
        slot("nightly", "RAN", Duration.ofMinutes(-1), new Document("runId", run.get(0)).append("runIds", runs));

        assertThat(page("/jobs/nightly"))
                .contains("<a href=\"/runs/%d\">".formatted(run.get(0)))
                .contains("<a href=\"/runs/1001\">1,001</a> <a href=\"/runs/1002\">1,002</a> ")
                .contains(" +10</td>");
    }

    @Test
    void jobWhoseSlotLeftAFileNeedsAttention() throws Exception {
        jobs.create("fine", "n", "1\n");
        jobs.start("fine");
        jobs.ended("fine");
        jobs.create("partly", "n", "1\n");
        jobs.start("partly");
        List<Long> run = jobs.ended("partly").summary().times().runs();
        slot(
                "partly",
                "REFUSED",
                Duration.ofMinutes(-1),
                new Document("runId", run.get(0)).append("runIds", run).append("reason", "b.csv: is empty"));

        assertThat(page("/jobs/partly"))
                .contains("<td class=\"word status refused\" data-label=\"outcome\">refused</td>", "b.csv: is empty");
        assertThat(page("/"))
                .containsPattern("(?s)>partly<.*?<span class=\"status refused\">refused</span>.*?b.csv: is empty")
                .containsSubsequence(">partly<", ">fine<");
    }

    @Test
    void limitForAFewRejectsIsFilledIn() throws Exception {
        jobs.create("few", "n", DashboardJobs.numbers(39) + "x\n");
        jobs.start("few", "parameters", "fields.n=int32\ngrid-size=1");

        String page = page(path(jobs.ended("few")));

        assertThat(page)
                .contains(
                        ">rejects.limit=1</textarea>",
                        "<button type=\"submit\">Restart</button>",
                        "The import continues with the settings below.")
                .doesNotContain("are rejected. Correct");
    }

    @Test
    void limitForManyRejectsIsNotFilledInButExplained() throws Exception {
        jobs.create("limited", "n", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n");
        jobs.start("limited", "parameters", "fields.n=int32\ngrid-size=1");
        ImportReport report = jobs.ended("limited");
        String path = path(report);

        assertThat(page(path))
                .contains(
                        "Column n rejects almost every record: is its type int32 right? Values look like &quot;a&quot;.",
                        "11 of 11 records are rejected. Correct the type of the column in the job file, abandon this import,"
                                + " and import again.",
                        "<button type=\"submit\" class=\"plain\">Restart</button>",
                        "<summary>Abandon…</summary>",
                        ">Abandon this import</button>")
                .doesNotContain("rejects.limit=11", "<button type=\"submit\">Restart");
        assertThat(page("/jobs/limited"))
                .containsSubsequence(
                        ">reject limit exceeded</span>",
                        "<a href=\"/runs/" + report.runs().get(0).run() + "\">",
                        "<p class=\"refused\">The reject limit 0 is exceeded",
                        "New import")
                .contains(
                        "<figcaption>Rejects</figcaption>",
                        ": 11.0, not completed</desc>",
                        "Files that an import would find now",
                        "limited.csv</td>",
                        "collection: limited");
    }

    @Test
    void runsOfAllJobsAreFilteredAndPaged() throws Exception {
        for (String job : List.of("run-good", "run-bad")) {
            jobs.create(job, "n", "1\n");
            jobs.start(job, "parameters", job.equals("run-bad") ? "fields.n=objectid" : "fields.n=int32");
            jobs.ended(job);
        }
        String today = LocalDate.now(ZoneId.systemDefault()).toString();
        assertThat(page("/runs?job=run-*&day=" + today))
                .containsSubsequence(">run-bad<", ">run-good<")
                .contains("<a href=\"/jobs/run-good\">", "data-label=\"status\"")
                .doesNotContain(">Older<", ">Newest<");
        assertThat(page("/runs?job=run-*&status=failed,reject-limit-exceeded"))
                .contains(">run-bad<")
                .doesNotContain(">run-good<");
        assertThat(page("/runs?job=run-*&day=2001-01-01")).contains("No run or slot is like this");
        long bad = jobs.history("run-bad").get(0).times().runs().get(0);
        assertThat(page("/runs?job=run-*&before=" + bad))
                .contains(">run-good<", ">Newest<")
                .doesNotContain(">run-bad<");
        assertThat(dashboard.get("/runs?day=noon").body()).contains("is not a day, such as 2026-11-25");
        assertThat(dashboard.get("/runs?status=bad").statusCode()).isEqualTo(404);

        Document execution =
                dashboard.database().getCollection("BATCH_JOB_EXECUTION").find().first();
        List<Document> copies = LongStream.range(1_000_000, 1_000_060)
                .mapToObj(id ->
                        new Document(execution).append("_id", new ObjectId()).append("jobExecutionId", id))
                .toList();
        dashboard.database().getCollection("BATCH_JOB_EXECUTION").insertMany(copies);
        assertThat(page("/runs"))
                .contains(">1,000,059<", ">1,000,010<", "/runs?job=&amp;status=&amp;day=&amp;before=1000010&amp;until=")
                .doesNotContain(">1,000,009<");
        dashboard.database().getCollection("BATCH_JOB_EXECUTION").deleteMany(Filters.gte("jobExecutionId", 1_000_000L));
    }

    @Test
    void scheduleIsShownPausedAndResumed() throws Exception {
        jobs.create("timed", "n", "1\n");
        Files.writeString(
                folder.resolve("jobs/timed.yml"),
                "unfinished: abandon\nschedule: {cron: '0 30 2 * * MON-FRI', zone: UTC, wait: 2h}\n",
                StandardOpenOption.APPEND);
        assertThat(page("/jobs/timed"))
                .contains("Monday to Friday at 02:30 UTC, waiting for late files up to 2h")
                .containsPattern("Next times: [-0-9]+ [0-9:]+, [-0-9]+ [0-9:]+, [-0-9]+ [0-9:]+ UTC<");

        assertThat(dashboard.send("/jobs/timed", "/jobs/timed/pause").statusCode())
                .isEqualTo(303);

        assertThat(page("/jobs/timed"))
                .contains(
                        "The schedule is paused: no slot begins", "The schedule is paused since ", "/jobs/timed/resume")
                .doesNotContain("Next times");
        assertThat(page("/")).containsPattern("(?s)>timed<.*?<span class=\"status paused\">paused</span>");
        assertThat(dashboard.bean(Slots.class).pauses().present("timed")).isPresent();
        dashboard.send("/jobs/timed", "/jobs/timed/resume");
        assertThat(page("/jobs/timed")).contains("The schedule is resumed", "Next times");
        assertThat(dashboard.bean(Slots.class).pauses().present("timed")).isEmpty();
        Files.delete(folder.resolve("jobs/timed.yml"));
    }

    @Test
    void importWithoutRejectsHasNoDownload() throws Exception {
        jobs.create("clean", "n", "1\n");
        jobs.start("clean");

        assertThat(dashboard.get(path(jobs.ended("clean")) + "/rejects.csv").statusCode())
                .isEqualTo(404);
    }

    @Test
    void refusedParameterHasTheCommandsMessage() throws Exception {
        jobs.create("refused", "n", "1\n");

        HttpResponse<String> answer = jobs.start("refused", "parameters", "chunk-siz=5");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("parameter chunk-siz=5: names no setting of a job file (did you mean chunk-size?)")
                .contains(">chunk-siz=5</textarea>");
        assertThat(jobs.start("refused", "parameters", "undo.keep=7d").body())
                .contains("parameter undo.keep=7d: is not a setting any more: write the time as the value of undo");
        assertThat(jobs.history("refused")).isEmpty();
    }

    @Test
    void passwordInASettingIsNeitherStoredNorShown() throws Exception {
        jobs.create("secret", "n", "1\n");

        HttpResponse<String> answer = jobs.start(
                "secret", "parameters", "chunk-size=5\ntarget.database=mongodb://loader:hunter2@db.example.com/shop");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("secret: a setting has a connection string with a password", ">chunk-size=5</textarea>")
                .doesNotContain("hunter2");
        assertThat(jobs.history("secret")).isEmpty();
    }

    @Test
    void importIsStoppedWhileItsInputIsRead() throws Exception {
        jobs.create("early", "n", "1\n");
        try (RandomAccessFile input =
                new RandomAccessFile(folder.resolve("early.csv").toFile(), "rw")) {
            input.setLength(LONG);
        }
        assertThat(jobs.start("early").statusCode()).isEqualTo(303);
        assertThat(page("/jobs/early")).contains("computing the checksum of the input", "/jobs/early/stop");

        assertThat(dashboard.send("/jobs/early", "/jobs/early/stop").statusCode())
                .isEqualTo(303);

        Awaitility.await()
                .atMost(DashboardJobs.TIMEOUT)
                .until(() -> page("/jobs/early").contains("Stopped while the input was read; nothing was loaded"));
        assertThat(page("/jobs/early")).contains("data-every=\"30\"");
        assertThat(jobs.history("early")).isEmpty();
        assertThat(dashboard.send("/jobs/early", "/jobs/early/stop").statusCode())
                .isEqualTo(409);
    }

    @Test
    void missingInputIsReported() throws Exception {
        jobs.create("missing", "n", "1\n");

        HttpResponse<String> answer = jobs.start("missing", "files", "nope.csv");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("nope.csv: no such file");
    }

    @Test
    void formIsConfinedToTheFoldersOfJobs(@TempDir Path elsewhere) throws Exception {
        jobs.create("confined", "n", "1\n");
        Path secret = Files.writeString(elsewhere.resolve("secret.csv"), "n\n1\nhunter2\n");

        HttpResponse<String> file = jobs.start("confined", "files", secret.toString());
        HttpResponse<String> pattern = jobs.start("confined", "files", elsewhere + "/*.csv");
        HttpResponse<String> folder = jobs.start("confined", "parameters", "rejects.directory=" + elsewhere);
        HttpResponse<String> input = jobs.start("confined", "files", "-");

        for (HttpResponse<String> answer : List.of(file, pattern, folder)) {
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("is outside of");
        }
        assertThat(input.statusCode()).isEqualTo(400);
        assertThat(input.body()).contains("a page or program has no standard input");
        assertThat(jobs.history("confined")).isEmpty();
        assertThat(elsewhere).isDirectoryNotContaining("glob:**/confined*");
    }

    @Test
    void loadedContentIsNotImportedAgainUnlessAsked() throws Exception {
        jobs.create("loaded", "n", "1\n2\n");
        jobs.start("loaded");
        String first = path(jobs.ended("loaded"));

        jobs.start("loaded");
        assertThat(page("/jobs/loaded"))
                .contains("loaded: nothing to do, this content was loaded by run", "<a href=\"" + first + "\">Import ");
        assertThat(jobs.count("loaded")).isEqualTo(2);

        jobs.start("loaded", "again", "true");
        Awaitility.await()
                .atMost(DashboardJobs.TIMEOUT)
                .until(() -> jobs.history("loaded").size() == 2);
        jobs.ended("loaded");
        assertThat(jobs.count("loaded")).isEqualTo(4);
    }

    @Test
    void importShowsProgressIsStoppedAndResumed() throws Exception {
        jobs.create("stopped", "n", DashboardJobs.numbers(400));
        jobs.slowly("stopped", () -> {
            jobs.start("stopped", "parameters", "chunk-size=5\ngrid-size=1");
            String path = path(jobs.running("stopped"));
            assertThat(page(path)).contains("data-live=\"" + path + "\"", "<progress", path + "/stop");
            assertThat(page("/jobs/stopped")).contains("data-every=\"2\"", "is running");
            assertThat(page("/")).contains("data-every=\"2\"");

            HttpResponse<String> second = jobs.start("stopped");
            assertThat(second.statusCode()).isEqualTo(409);
            assertThat(second.body()).contains("stopped is being imported already");

            HttpResponse<String> answer = dashboard.send(path, path + "/stop");
            assertThat(answer.statusCode()).isEqualTo(303);
            assertThat(page(path)).contains("was asked to stop; it ends after the chunk in flight");
            // The owner looks once a second, in which the rest could be loaded without the delay.
            jobs.ended("stopped");
        });
        ImportReport report = jobs.ended("stopped");
        assertThat(report.summary().status()).isEqualTo(RunStatus.STOPPED);
        assertThat(jobs.count("stopped")).isBetween(1L, 399L);
        String path = path(report);
        assertThat(page(path)).contains(path + "/restart", path + "/abandon").doesNotContain(path + "/stop");

        HttpResponse<String> again = dashboard.send(path, path + "/restart", "parameters", "chunk-size=100");

        assertThat(again.statusCode()).isEqualTo(303);
        ImportReport whole = jobs.ended("stopped");
        assertThat(whole.summary().status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(whole.runs()).hasSize(2);
        assertThat(whole.contents().parameters()).contains("chunk-size=100");
        assertThat(jobs.count("stopped")).isEqualTo(400);
    }

    @Test
    void unfinishedImportBlocksUntilItIsAbandoned() throws Exception {
        jobs.create("unfinished", "n", "1\nx\n");
        jobs.start("unfinished", "parameters", "fields.n=int32");
        ImportReport report = jobs.ended("unfinished");
        assertThat(report.summary().status()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(report.runs().get(0).reason()).isNotEmpty();
        assertThat(page(path(report))).contains(report.runs().get(0).reason().replace("'", "&#39;"));
        Files.writeString(folder.resolve("unfinished.csv"), "n\n7\n");

        HttpResponse<String> refused = jobs.start("unfinished", "parameters", "fields.n=int32");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("The input was changed after run ", "which is unfinished");

        String path = path(report);
        assertThat(dashboard.send(path, path + "/abandon").statusCode()).isEqualTo(303);
        assertThat(page(path))
                .contains("is abandoned; its documents stay in", ", abandoned")
                .doesNotContain("<button");

        HttpResponse<String> twice = dashboard.send(path, path + "/abandon");
        assertThat(twice.statusCode()).isEqualTo(409);
        assertThat(twice.body()).contains("is abandoned: there is nothing to abandon");

        jobs.start("unfinished", "parameters", "fields.n=int32");
        assertThat(jobs.ended("unfinished").summary().status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void undoIsOfferedIfItIsPossible() throws Exception {
        jobs.create("replaced", "n", "1\n");
        Files.writeString(folder.resolve("jobs/replaced.yml"), """
                source: {files: replaced.csv}
                target: {collection: replaced, id: n}
                write: {operation: upsert}
                """);
        jobs.start("replaced");

        assertThat(page(path(jobs.ended("replaced")))).contains("completed").doesNotContain("Undo…", "mongohaul undo");
    }

    @Test
    void importIsUndoneAfterASecondClick() throws Exception {
        jobs.create("undone", "n", "1\n2\n");
        jobs.start("undone");
        String path = path(jobs.ended("undone"));
        assertThat(page(path)).containsSubsequence("<summary>Undo…</summary>", "Undo this import");

        HttpResponse<String> sent = dashboard.send(path, path + "/undo");
        assertThat(sent.statusCode()).isEqualTo(303);

        ImportReport undo = jobs.ended("undone");
        assertThat(undo.summary().undone()).isNotNull();
        assertThat(undo.summary().status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(jobs.count("undone")).isZero();
        assertThat(page(path)).contains(", undone").doesNotContain("<summary>Undo…</summary>");
        assertThat(page(path(undo))).doesNotContain("<summary>Undo…</summary>");
        assertThat(dashboard.send(path, path + "/undo").statusCode()).isEqualTo(303);
        assertThat(page(path)).contains("is undone already, by run ");
    }

    @Test
    void stoppedUndoIsRestarted() throws Exception {
        jobs.create("halfway", "n", "1\n2\n");
        jobs.start("halfway");
        ImportMonitor stopped = new ImportMonitor();
        stopped.requestStop();
        long run = jobs.ended("halfway").runs().get(0).run();
        dashboard.bean(UndoLauncher.class).undo(run, false, folder, stopped);
        String path = path(jobs.ended("halfway"));

        assertThat(dashboard
                        .send(path, path + "/restart", "parameters", "chunk-size=5")
                        .body())
                .contains(" is an undo, which has no parameters: chunk-size=5");
        assertThat(dashboard.send(path, path + "/restart").statusCode()).isEqualTo(303);

        assertThat(jobs.ended("halfway").summary().status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(jobs.count("halfway")).isZero();
    }

    @Test
    void finishedImportCannotBeStopped() throws Exception {
        jobs.create("over", "n", "1\n");
        jobs.start("over");
        String path = path(jobs.ended("over"));

        HttpResponse<String> answer = dashboard.send(path, path + "/stop");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("is not running: it is completed");
    }

    @Test
    void untrustedTextIsEscaped() throws Exception {
        jobs.create("hostile", "n,\"" + HOSTILE + "\"", "1,\"" + HOSTILE + "\"\n\"" + HOSTILE + "\",2\n");
        String name = "<img src=x onerror=alert(1)>";
        Files.writeString(folder.resolve("jobs/" + name + ".yml"), "source: {files: a.csv}\ntarget: {collection: c}\n");
        jobs.start("hostile", "parameters", "fields.n=int32\nrejects.limit=unlimited");
        ImportReport report = jobs.ended("hostile");

        for (String path : List.of("/", "/jobs/hostile", path(report), "/jobs/%3Cimg%20src=x%20onerror=alert(1)%3E")) {
            String page = page(path);
            assertThat(page).as(path).doesNotContain("<img", "<script>", "\u202E");
        }
        assertThat(page(path(report))).contains("&lt;script&gt;alert(1)", "\\u202eevil");
        assertThat(jobs.start("hostile", "parameters", HOSTILE + "=1").body()).doesNotContain("<img", "\u202E");
        Files.delete(folder.resolve("jobs/" + name + ".yml"));
    }

    @Test
    void pagesHaveNoInlineOrForeignContent() throws Exception {
        jobs.create("strict", "n", "1\nx\n");
        jobs.start("strict", "parameters", "fields.n=int32\nrejects.limit=unlimited");
        ImportReport report = jobs.ended("strict");

        for (String path :
                List.of("/", "/jobs/strict", path(report), "/runs", "/workers", "/experiments", "/nowhere")) {
            assertThat(dashboard.get(path).body()).as(path).doesNotContainPattern(INLINE);
        }
        for (String asset : List.of("report.css", "page.css", "live.js", "icon.svg")) {
            assertThat(dashboard.get("/assets/" + asset).statusCode()).as(asset).isEqualTo(200);
        }
    }

    @Test
    void loadingPagesChangesNothing() throws Exception {
        jobs.create("looked", "n", "1\nx\n");
        jobs.start("looked", "parameters", "fields.n=int32");
        ImportReport report = jobs.ended("looked");
        String path = path(report);
        Map<String, List<Document>> before = stored();

        for (String get :
                List.of("/", "/jobs/looked", path, "/runs", "/workers", "/experiments", path + "/rejects.csv")) {
            assertThat(dashboard.get(get).statusCode()).as(get).isEqualTo(200);
        }
        for (String action : List.of(path + "/stop", path + "/restart", path + "/abandon", "/jobs/looked/imports")) {
            assertThat(dashboard.get(action).statusCode()).as(action).isEqualTo(303);
        }

        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void missingPagesAreNotFound() throws Exception {
        for (String path : List.of("/jobs/nope", "/imports/999999", "/imports/x", "/runs/999999", "/nowhere")) {
            HttpResponse<String> answer = dashboard.get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(answer.body()).as(path).contains("<h1>No such page</h1>", "All jobs");
        }
        assertThat(dashboard.send("/", "/jobs/..%2Fx/imports").statusCode()).isIn(400, 404);
    }

    @Test
    void invalidJobFileIsReportedOnItsPage() throws Exception {
        Files.writeString(folder.resolve("jobs/broken.yml"), "source: {fils: a.csv}\ntarget: {collection: c}\n");

        assertThat(page("/jobs/broken")).contains("fils").doesNotContain("<button");
        assertThat(page("/")).contains("fils");
        jobs.create("whole", "n", "1\n");
        HttpResponse<String> answer = dashboard.send("/jobs/whole", "/jobs/broken/imports");
        assertThat(answer.statusCode()).isEqualTo(400);
        Files.delete(folder.resolve("jobs/broken.yml"));
    }

    @Test
    void runRedirectsToItsImport() throws Exception {
        jobs.create("run", "n", "1\n");
        jobs.start("run");
        ImportReport report = jobs.ended("run");

        HttpResponse<String> answer =
                dashboard.get("/runs/" + report.summary().times().runs().get(0));

        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith(path(report));
    }

    private static String page(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = dashboard.get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    private static String path(ImportReport report) {
        return "/imports/" + report.summary().importNumber();
    }

    /** Returns all stored documents. */
    private static Map<String, List<Document>> stored() {
        Map<String, List<Document>> stored = new TreeMap<>();
        for (String name : dashboard.database().listCollectionNames()) {
            stored.put(name, dashboard.database().getCollection(name).find().into(new ArrayList<>()));
        }
        return stored;
    }
}
