package dev.mongohaul.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.faults.campaign.Campaigns;
import dev.mongohaul.faults.campaign.Outcome;
import dev.mongohaul.faults.campaign.RunContext;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.server.TestReplicaSet;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Executes one or two runs of most campaigns on small inputs. {@link FaultCampaign} executes any number of runs. */
class FaultsIT {

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
        "kill, 1002, 1000", // written with one command per record
        "points, 8, 5000",
        "mongod, 1, 5000",
        "term, 1, 5000",
        "launches, 2, 5000",
        "nth, 196, 5000",
        "disk, 1, 20000", // 200 rejects do not fit into 16 KiB
        "shared, 6, 20000",
        "kill-delta, 2, 5000",
        "kill-compare, 1, 5000",
        "nth-delta, 196, 5000",
        "kill-clustered, 4, 5000",
        "kill-swap, 4, 20000",
        "nth-swap, 196, 5000",
        "points-swap, 13, 5000",
        "kill-snapshot, 3, 5000",
        "kill-processed, 1, 5000",
        "nth-new, 196, 5000",
        "rival, 1, 20000",
    })
    void noRecordIsLostOrDuplicated(String campaign, long seed, int rows) {
        Outcome outcome = Campaigns.named(campaign)
                .run(new Draw(seed), new RunContext("selection-" + campaign, seed, server, rows));

        assertThat(outcome.violations()).as("%s: %s", campaign, outcome).isEmpty();
    }
}
