package dev.mongohaul.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.faults.campaign.Campaign;
import dev.mongohaul.faults.campaign.Campaigns;
import dev.mongohaul.faults.campaign.Outcome;
import dev.mongohaul.faults.campaign.RunContext;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.server.TestReplicaSet;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs of fault campaigns: a few with small inputs, or those of the campaigns that {@code -Dfaults=kill,nth*} names.
 * {@code -Dfaults.runs} is the number of runs of each, {@code -Dfaults.seed} the seed of the first one, which increases by
 * {@code -Dfaults.step} (default 1) from run to run, and {@code -Dfaults.rows} the number of records.
 */
class FaultsIT {

    private static final Path FOLDER = Path.of("target", "faults");

    private static final String NAMES = System.getProperty("faults", TestSize.isNightly() ? "*" : "");

    /** A server for each number of members. */
    private static final Map<Integer, TestReplicaSet> SERVERS = new TreeMap<>();

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(TestReplicaSet::close);
    }

    static Stream<Arguments> runs() {
        return NAMES.isEmpty() ? fewRuns() : Campaigns.matching(NAMES).flatMap(FaultsIT::runsOf);
    }

    /** A run with each kind of fault and of target: kills, commands that fail or are held, a server that ends, workers. */
    private static Stream<Arguments> fewRuns() {
        return Stream.of(
                Arguments.of("kill", 1143, 300), // written with one command per record
                Arguments.of("kill-snapshot", 90, 5_000),
                Arguments.of("nth-delta", 196, 5_000),
                Arguments.of("points-swap", 13, 5_000),
                Arguments.of("mongod", 1, 5_000),
                Arguments.of("shared", 4, 12_000));
    }

    private static Stream<Arguments> runsOf(String campaign) {
        long first = TestSize.seed("faults.seed", 1);
        int step = Integer.getInteger("faults.step", 1);
        int rows = Integer.getInteger("faults.rows", 0);
        return IntStream.range(0, TestSize.of("faults.runs", 1, 5))
                .mapToObj(run -> Arguments.of(campaign, first + (long) run * step, rows));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("runs")
    void noRecordIsLostOrDuplicated(String name, long seed, int rows) {
        Campaign campaign = Campaigns.named(name);
        TestReplicaSet server = SERVERS.computeIfAbsent(campaign.servers(), FaultsIT::start);
        long begun = System.nanoTime();

        Outcome outcome = campaign.run(new Draw(seed), new RunContext(name, seed, server, rows));

        System.out.println(
                name + ": " + CampaignLog.add(FOLDER, name, seed, outcome, (System.nanoTime() - begun) / 1e9));
        assertThat(outcome.violations()).as("%s: %s", name, outcome).isEmpty();
    }

    private static TestReplicaSet start(int members) {
        Path data = FOLDER.resolve(
                "mongod-%d-%d".formatted(members, ProcessHandle.current().pid()));
        TestReplicaSet server = TestReplicaSet.start(data, members);
        WarmUp.on(server);
        return server;
    }
}
