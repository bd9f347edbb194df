package dev.mongohaul.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.faults.campaign.Arena;
import dev.mongohaul.faults.campaign.Campaigns;
import dev.mongohaul.faults.campaign.Outcome;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.server.TestReplicaSet;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run or two of each campaign, on small inputs; {@link FaultCampaign} runs as many as one likes. */
class FaultsIT {

    private static final int ROWS = 5_000;

    private static TestReplicaSet server;

    @BeforeAll
    static void start() {
        server = TestReplicaSet.start(Path.of("target", "faults", "mongod-selection"), 1);
        WarmUp.on(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource({
        "kill, 1002",
        "points, 1",
        "points, 8",
        "mongod, 1",
        "term, 1",
        "launches, 2",
        "nth, 196",
        "nth, 403",
        "disk, 1",
        "kill-delta, 2",
        "nth-delta, 196",
    })
    void nothingIsLostNorDoubled(String campaign, long seed) {
        Outcome outcome =
                Campaigns.named(campaign).run(new Draw(seed), new Arena("selection-" + campaign, seed, server, ROWS));

        assertThat(outcome.violations()).as("%s: %s", campaign, outcome).isEmpty();
    }
}
