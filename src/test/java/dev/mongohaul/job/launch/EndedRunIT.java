package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ValidationOptions;
import dev.mongohaul.faults.wire.HoldNth;
import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A command of a run that is stopped or fails, which the network delivers after another job has imported into the same target.
 *
 * <p>{@code -Dended.tries} is the number of tries of each way.
 */
class EndedRunIT {

    private static final String DATABASE = TestServer.database("ended-run");
    private static final int TRIES = Integer.getInteger("ended.tries", 1);
    private static final int ROWS = 200;

    private static Program program;

    @TempDir
    private Path folder;

    /** The command that is held. */
    private enum Held {
        /** New documents of an upsert. */
        INSERT("insert", 1),
        /** Updates in a transaction. */
        UPDATE("update", 1),
        /** Updates without a transaction, after the server has refused a document. */
        UPDATE_OUTSIDE("update", 2),
        COMMIT("commitTransaction", 1);

        private final String command;
        private final int nth;

        Held(String command, int nth) {
            this.command = command;
            this.nth = nth;
        }
    }

    private enum Ending {
        STOPPED(RunStatus.STOPPED),
        FAILED(RunStatus.FAILED),
        /** The run fails, and the server cannot be asked to end its sessions. */
        FAILED_ALONE(RunStatus.FAILED);

        private final RunStatus ending;

        Ending(RunStatus ending) {
            this.ending = ending;
        }
    }

    @BeforeAll
    static void start() {
        program = Program.start(DATABASE);
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    static Stream<Arguments> ways() {
        return IntStream.rangeClosed(1, TRIES)
                .boxed()
                .flatMap(attempt -> Stream.of(Held.values())
                        .flatMap(
                                held -> Stream.of(Ending.values()).map(ending -> Arguments.of(held, ending, attempt))));
    }

    private ImportJob job(String name, String collection, String operation, int version, Duration rideThrough) {
        return TestJob.in(
                        folder,
                        collection + "-" + name,
                        "target: {collection: %s, id: [id]}".formatted(collection),
                        "fields: {id: {type: int32, to: _id}, version: int32}",
                        "write: {operation: %s, keys: unique, chunk-size: 50}".formatted(operation),
                        "partition: {grid-size: 1}",
                        "rejects: {limit: unlimited}")
                .input(csv(id -> id == 7 && version == 2 ? -1 : version))
                .prepare(InputStream.nullInputStream(), rideThrough)
                .orElseThrow();
    }

    private static String csv(IntUnaryOperator version) {
        return IntStream.range(0, ROWS)
                .mapToObj(id -> id + "," + version.applyAsInt(id) + "\n")
                .collect(Collectors.joining("", "id,version\n", ""));
    }

    @ParameterizedTest(name = "{0}, {1}, try {2}")
    @MethodSource("ways")
    void lateCommandOfAnEndedRunChangesNothing(Held held, Ending ending, int attempt) throws Exception {
        String collection = "%s-%s-%d".formatted(held, ending, attempt).toLowerCase(Locale.ROOT);
        program.database()
                .createCollection(
                        collection,
                        new CreateCollectionOptions()
                                .validationOptions(new ValidationOptions().validator(Filters.gte("version", 0))));
        if (held != Held.INSERT) {
            program.run(job("before", collection, "upsert", 1, Duration.ZERO));
        }
        int version = held == Held.UPDATE_OUTSIDE ? 2 : 3;
        HoldNth hold = new HoldNth(
                sent -> sent.name().equals(held.command)
                        && (sent.collection().isEmpty() || sent.collection().equals(collection)),
                held.nth,
                false);
        ImportMonitor monitor = new ImportMonitor();
        Interference network = command -> {
            boolean isWrite = command.collection().equals(collection)
                    && List.of("insert", "update").contains(command.name());
            boolean isEnd = ending == Ending.FAILED_ALONE
                    && (command.name().equals("killSessions")
                            || command.collection().equals("mongohaul_fences"));
            return hold.isReached() && (isWrite || isEnd) ? Verdict.CUT_REQUEST : hold.decide(command);
        };
        int port = TestServer.port();
        try (WireProxy proxy = new WireProxy(port, network);
                Program other = Program.start(
                        proxy.uri("") + "&socketTimeoutMS=500",
                        DATABASE,
                        "mongohaul.repository.checkpoint-interval=0s",
                        "mongohaul.import.ride-through=200ms")) {
            Duration rideThrough = ending == Ending.STOPPED ? Duration.ofSeconds(1) : Duration.ZERO;
            ImportJob first = job("first", collection, "upsert", version, rideThrough);
            CompletableFuture<Run> running = CompletableFuture.supplyAsync(() -> run(other, first, monitor));
            await().pollInterval(Duration.ofMillis(5)).until(() -> hold.isReached() || running.isDone());
            if (ending == Ending.STOPPED) {
                monitor.requestStop();
            }
            Run ended = running.join();
            assertThat(ended.ending()).as(ended.reason()).isEqualTo(ending.ending);

            String operation = held == Held.INSERT ? "delete" : "upsert";
            ImportJob second = job("second", collection, operation, 4, Duration.ofSeconds(5));
            // If the first process could not release its lease in time, the lease has to expire.
            await().atMost(Duration.ofSeconds(90))
                    .ignoreExceptionsInstanceOf(ImportRunningException.class)
                    .until(() -> program.run(second).ending() == RunStatus.COMPLETED);
            List<Document> before = program.documents(collection);
            long begun = begun(held.command);
            hold.release(Verdict.PASS);
            await().until(() -> begun(held.command) > begun && noneRuns(held.command));

            assertThat(program.documents(collection)).isEqualTo(before);
            assertThat(before).hasSize(held == Held.INSERT ? 0 : ROWS);
            assertThat(before).allMatch(document -> document.getInteger("version") == 4);
        }
    }

    private static long begun(String command) {
        return TestServer.client()
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .getEmbedded(List.of("metrics", "commands", command, "total"), Number.class)
                .longValue();
    }

    private static boolean noneRuns(String command) {
        return TestServer.client()
                        .getDatabase("admin")
                        .aggregate(List.of(
                                new Document("$currentOp", new Document()),
                                Aggregates.match(Filters.exists("command." + command))))
                        .first()
                == null;
    }

    private static Run run(Program on, ImportJob job, ImportMonitor monitor) {
        return on.bean(Runs.class)
                .find(on.launch(job, monitor).jobExecutionId())
                .orElseThrow();
    }
}
