package dev.mongohaul.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Field;
import com.mongodb.client.model.Filters;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.overview.JobNow;
import dev.mongohaul.report.overview.Overview;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRepository;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunFilter;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.Slots;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands for lists of 50 and of 200 entries, which are copies of an import that exceeded its limit of rejects: 200 of its
 * job, and one of each of 200 jobs.
 */
class ListCommandsIT {

    private static final int MOST = 200;

    private static final Queue<String> COMMANDS = new ConcurrentLinkedQueue<>();
    private static final Program PROGRAM = Program.start(TestServer.database("lists"));

    @TempDir
    private static Path folder;

    private static MongoClient client;
    private static Reports reports;

    @BeforeAll
    static void copyAnImport() {
        Run run = PROGRAM.run(TestJob.in(folder, "orders", "fields: {a: int32}")
                .input("a\n1\n2\nx\n")
                .prepare("rejects.limit=0"));
        copy("BATCH_JOB_INSTANCE", """
                        {jobInstanceId: {$add: ['$jobInstanceId', '$copy']}, jobKey: '$text', jobName: '$job'}""");
        copy("BATCH_JOB_EXECUTION", """
                        {jobInstanceId: {$add: ['$jobInstanceId', '$copy']},
                         jobExecutionId: {$add: ['$jobExecutionId', '$copy']}}""");
        copy("BATCH_STEP_EXECUTION", """
                        {jobExecutionId: {$add: ['$jobExecutionId', '$copy']},
                         stepExecutionId: {$add: ['$stepExecutionId', {$multiply: ['$copy', 100]}]}}""");
        copy("mongohaul_imports", """
                        {jobInstanceId: {$add: ['$jobInstanceId', '$copy']}, 'identity.job': '$job',
                         'request.alone': '$text', 'cut.run': {$add: ['$cut.run', '$copy']}}""");
        copy("mongohaul_partitions", """
                        {_id: {import: '$text', run: {$add: ['$_id.run', '$copy']}, from: '$_id.from'}}""");
        PROGRAM.collection("mongohaul_slots")
                .insertMany(LongStream.rangeClosed(run.id() + 1, run.id() + MOST)
                        .mapToObj(id -> new Document("_id", new Document("job", "nights").append("time", new Date(id)))
                                .append("state", "RAN")
                                .append("runId", id))
                        .toList());
        Instant now = Instant.now();
        for (int file = 0; file < MOST; file++) {
            FileId id = new FileId("orders", "test.orders", "/in/" + file + ".csv", "digest" + file);
            ObjectMark mark = new ObjectMark(9, now, null, null, null);
            PROGRAM.bean(ImportPlans.class)
                    .files()
                    .saveIfAbsent(new KnownFile(
                            id, mark, FileState.COMPLETED, null, file, now, now.plus(Duration.ofDays(1)), null, false));
        }
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(TestServer.uri()))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        COMMANDS.add(event.getCommandName());
                    }
                })
                .build());
        MongoDatabase counted = client.getDatabase(PROGRAM.database().getName());
        RetryBudget retries = PROGRAM.bean(RetryBudget.class);
        ImportPlans plans = new ImportPlans(counted, retries);
        RepositoryDatabase repository = new RepositoryDatabase(counted);
        Runs runs = new Runs(
                BatchRepository.create(repository, PROGRAM.bean(RepositoryProperties.class), plans, retries),
                plans,
                repository);
        reports = new Reports(runs, new RejectStore(counted, retries), new Slots(counted, retries));
    }

    @AfterAll
    static void stop() {
        PROGRAM.database().drop();
        client.close();
        PROGRAM.close();
    }

    @Test
    void runsAreListedByAsManyCommandsForMoreRuns() {
        haveEqualCommands(limit -> reports.runs(RunFilter.ALL, Long.MAX_VALUE, limit));

        List<RunReport> listed = reports.runs(RunFilter.ALL, Long.MAX_VALUE, MOST);
        assertThat(listed).extracting(RunReport::run).isSortedAccordingTo((one, other) -> Long.compare(other, one));
        RunReport whole =
                RunReport.of(reports.runs().find(listed.get(MOST - 1).run()).orElseThrow());
        assertThat(whole.summary().counts().read()).isEqualTo(3);
        assertThat(listed.get(MOST - 1)).isEqualTo(whole);
    }

    @Test
    void importsAreListedByAsManyCommandsForMoreImports() {
        haveEqualCommands(limit -> reports.imports("orders", Long.MAX_VALUE, limit));
    }

    @Test
    void filesAreListedByAsManyCommandsForMoreFiles() {
        haveEqualCommands(limit -> reports.files("orders", 0, limit));
    }

    /** The slots of this job have runs of another one. */
    @Test
    void slotsAreListedByAsManyCommandsForMoreSlots() {
        haveEqualCommands(limit -> reports.job("nights", limit).orElseThrow().slots());

        assertThat(reports.job("nights", MOST).orElseThrow().slots())
                .extracting(SlotReport::status)
                .containsOnly(RunStatus.REJECT_LIMIT_EXCEEDED);
    }

    @Test
    void overviewHasAsManyCommandsForMoreFailedJobs() {
        IntFunction<List<?>> overview = jobs -> List.copyOf(new Overview(reports, ZoneOffset.UTC)
                .jobs(Instant.now(), List.of())
                .values());
        List<String> many = commands(overview, MOST + 2);
        assertThat(overview.apply(0))
                .filteredOn(job -> ((JobNow) job).reason() != null)
                .hasSize(MOST + 1);

        long first = reports.runs(RunFilter.ALL, Long.MAX_VALUE, 1).get(0).importNumber() - 100;
        PROGRAM.collection("BATCH_JOB_INSTANCE").deleteMany(Filters.gte("jobInstanceId", first));
        PROGRAM.collection("BATCH_JOB_EXECUTION").deleteMany(Filters.gte("jobInstanceId", first));

        assertThat(commands(overview, 101)).isEqualTo(many);
    }

    private static void haveEqualCommands(IntFunction<List<?>> list) {
        assertThat(commands(list, 50)).isNotEmpty().isEqualTo(commands(list, MOST));
    }

    /** Returns the commands but those that continue the answer of another one. */
    private static List<String> commands(IntFunction<List<?>> list, int limit) {
        COMMANDS.clear();
        assertThat(list.apply(limit)).hasSize(limit);
        return COMMANDS.stream().filter(name -> !name.equals("getMore")).toList();
    }

    /** Stores copies of all documents of a collection, with other values. */
    private static void copy(String collection, String others) {
        Document values = new Document("_id", "$text");
        values.putAll(Document.parse(others));
        PROGRAM.collection(collection)
                .aggregate(List.of(
                        Aggregates.set(new Field<>(
                                "copy",
                                IntStream.rangeClosed(1, 2 * MOST).boxed().toList())),
                        Aggregates.unwind("$copy"),
                        Document.parse("{$set: {text: {$concat: ['copy', {$toString: '$copy'}]}}}"),
                        Document.parse("{$set: {job: {$cond: [{$gt: ['$copy', 200]}, '$text', 'orders']}}}"),
                        new Document("$set", values),
                        Aggregates.unset("copy", "text", "job"),
                        Aggregates.merge(collection)))
                .toCollection();
    }
}
