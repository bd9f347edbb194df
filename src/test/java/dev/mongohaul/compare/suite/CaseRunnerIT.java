package dev.mongohaul.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.server.Hosts;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import dev.mongohaul.mongo.address.MongoAddress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;

class CaseRunnerIT {

    private final List<String> before = databases();
    private final ComparisonProgress progress = new ComparisonProgress(line -> {});
    private MongoConnection connection;

    @TempDir
    private Path folder;

    @BeforeEach
    void connect() {
        MongoAddress address = MongoAddress.parse(TestServer.uri(), "the test server");
        connection = MongoConnection.open(address);
    }

    @AfterEach
    void leaveNothing() {
        connection.close();
        assertThat(databases()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            writer: save                                                              | 100
            writer: save, entity: dev.mongohaul.sample.Product                        | 100
            writer: save-all                                                          | 1
            writer: save-all, chunk-size: 40                                          | 3
            writer: bulk, entity: dev.mongohaul.sample.Product                        | 1
            writer: raw                                                               | 1
            writer: direct                                                            | 1
            writer: reactive                                                          | 100
            writer: reactive-buffered, buffer: 1                                      | 100
            writer: reactive-buffered, buffer: 10                                     | 10
            writer: save, write-concern: w0                                           | 100
            writer: direct, write-concern: w0                                         | 1
            writer: bulk, operation: update                                           | 1
            writer: bulk, operation: update, chunk-size: 1                            | 100
            writer: direct, operation: replace                                        | 1
            writer: bulk, sequence: runs, ordered: true                               | 3
            writer: bulk, sequence: alternating, ordered: true                        | 100
            writer: bulk, sequence: alternating                                       | 3
            """)
    void eachWriterSendsItsNumberOfCommands(String settings, long commands) {
        CaseRun measured = run("rows: 100, grid-size: 1, " + settings, true);

        assertThat(measured.commands()).isEqualTo(commands);
        assertThat(measured.documents()).isEqualTo(100);
        assertThat(measured.bytesSent()).isBetween(100 * 30L, 100 * 600L);
    }

    @Test
    void runIsMeasured() {
        CaseRun measured = run("rows: 1000, writer: save", false);

        assertThat(measured.seconds()).isBetween(0.01, 60.0);
        assertThat(measured.clientCpuSeconds()).isBetween(0.0, 60.0);
        assertThat(measured.allocatedBytes()).isBetween(1_000_000L, 1_000_000_000L);
        assertThat(measured.gcSeconds()).isNotNegative();
        assertThat(measured.serverCpuSeconds()).isNotNegative();
        assertThat(measured.commands()).as("are counted only in untimed runs").isNull();
        assertThat(measured.missing()).as("everything is confirmed").isNull();
    }

    @Test
    void unconfirmedDocumentsAreAwaitedAndCounted() {
        assertThat(run("rows: 1000, writer: save-all, write-concern: w0", false).missing())
                .isZero();
    }

    @Test
    void latencyAffectsPingAndCommands() {
        CaseRun measured = run("rows: 10, writer: save, latency: 20ms", false);

        assertThat(measured.pingMillis()).isBetween(20.0, 60.0);
        assertThat(measured.seconds()).isBetween(0.2, 3.0);
    }

    @Test
    void documentsAreSpreadOverStartedHosts() {
        try (Hosts hosts = new Hosts(new ServerUnderTest(connection), List.of(), Optional.of(folder))) {
            CaseRun measured = run(suite("", "rows: 1000, writer: direct, grid-size: 4, hosts: 2"), hosts, true);

            assertThat(measured.documents()).isEqualTo(1000);
            assertThat(measured.commands()).as("one per partition").isEqualTo(4);
            assertThat(hosts.others()).matches(", beside it 127\\.0\\.0\\.1:[0-9]+");
            assertThat(folder.resolve("host-2/data")).isNotEmptyDirectory();
        }
        assertThat(folder.resolve("host-2/data")).doesNotExist();
    }

    @Test
    void missingHostsAreRefused() {
        Suite suite = suite("", "rows: 10, grid-size: 3, hosts: 3");
        MongoAddress same = MongoAddress.parse(TestServer.uri(), "MONGODB_URI_2");

        try (Hosts none = Hosts.only(new ServerUnderTest(connection));
                Hosts twice = new Hosts(new ServerUnderTest(connection), List.of(same), Optional.empty())) {
            assertThatThrownBy(() -> run(suite, none, false))
                    .isInstanceOf(ComparisonException.class)
                    .hasMessageContainingAll("3 hosts take 2 servers beside the first", "MONGODB_URI_<NAME>");
            assertThatThrownBy(() -> run(suite, twice, false))
                    .isInstanceOf(ComparisonException.class)
                    .hasMessageContaining("is named twice");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            grid-size: 1, hosts: 2                    | 2 servers need a grid-size of at least as many
            grid-size: 2, hosts: 2, operation: update | only inserts can be spread over several servers
            """)
    void caseThatCannotBeSpreadIsRefused(String settings, String message) {
        Suite suite = suite("", "rows: 10, " + settings);

        assertThatThrownBy(() -> jobs(suite).check(suite.cases().get(0)))
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shardsNeedACluster() {
        assertThatThrownBy(() -> run("rows: 10, shard: {key: sku, hashed: true, chunks: 2}", false))
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("only a cluster spreads documents over shards, and this server is not one");
    }

    @Test
    void generatedDocumentsHaveTheRequestedSize() {
        CaseRun measured = run("rows: 1000, writer: direct, document-size: 665", true);

        assertThat(measured.bytesSent() / 1000.0).isBetween(655.0, 685.0);
    }

    @Test
    void rejectedRecordFailsTheRun() throws IOException {
        Files.writeString(folder.resolve("own.yml"), """
                source: {files: own.csv}
                target: {collection: c, id: [n]}
                fields: {n: int32}
                rejects: {limit: 1}
                """);
        Files.writeString(folder.resolve("own.csv"), "n\n1\nx\n");
        Suite suite = suite("job: own\n", "writer: direct");

        assertThatThrownBy(() -> run(suite, false))
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("1 of 2 records were rejected");
    }

    private CaseRun run(String settings, boolean counted) {
        return run(suite("", settings), counted);
    }

    private CaseRun run(Suite suite, boolean counted) {
        return run(suite, Hosts.only(new ServerUnderTest(connection)), counted);
    }

    private CaseRun run(Suite suite, Hosts hosts, boolean counted) {
        try (CaseRunner runner =
                new CaseRunner(hosts, new ThrowAwayDatabases(hosts::drop), jobs(suite), progress, null)) {
            return runner.run(suite.cases().get(0), counted);
        }
    }

    private CaseJobs jobs(Suite suite) {
        return new CaseJobs(
                suite,
                new JobFiles(folder, folder),
                new ImportJobs(
                        InputStream.nullInputStream(),
                        Binder.get(new StandardEnvironment()).bindOrCreate("mongohaul.import", ImportProperties.class)),
                folder);
    }

    private Suite suite(String head, String settings) {
        try {
            Files.writeString(folder.resolve("s.yml"), head + "question: How?\ncells: [{" + settings + "}]\n");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Suite.find(folder, "s", null);
    }

    private static List<String> databases() {
        return TestServer.client().listDatabaseNames().into(new ArrayList<>());
    }
}
