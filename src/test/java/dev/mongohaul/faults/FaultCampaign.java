package dev.mongohaul.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.faults.campaign.Campaign;
import dev.mongohaul.faults.campaign.Campaigns;
import dev.mongohaul.faults.campaign.Outcome;
import dev.mongohaul.faults.campaign.RunContext;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Violation;
import dev.mongohaul.faults.server.TestReplicaSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Executes a number of runs of a campaign: {@code mvn -q -o verify -Pfaults -Dfaults=kill -Dfaults.runs=10
 * -Dfaults.seed=1}. The seed increases by {@code -Dfaults.step} (default 1) from run to run. To repeat a run, set
 * {@code -Dfaults.seed} to its seed and {@code -Dfaults.runs=1}.
 */
class FaultCampaign {

    private static final Path FOLDER = Path.of("target", "faults");

    private final String name = System.getProperty("faults", "any");
    private final int runs = Integer.getInteger("faults.runs", 1);
    private final long firstSeed = Long.getLong("faults.seed", System.currentTimeMillis() % 1_000_000_000L);
    private final int step = Integer.getInteger("faults.step", 1);
    private final int rows = Integer.getInteger("faults.rows", 0);

    @Test
    void invariantsHold() {
        Campaign campaign = Campaigns.named(name);
        CampaignLog log = new CampaignLog(FOLDER, name);
        List<Violation> violations = new ArrayList<>();
        Path data = FOLDER.resolve("mongod-" + ProcessHandle.current().pid());
        try (TestReplicaSet server = TestReplicaSet.start(data, campaign.servers())) {
            WarmUp.on(server);
            for (int run = 0; run < runs; run++) {
                violations.addAll(run(campaign, firstSeed + (long) run * step, server, log));
            }
        }

        System.out.printf("%s: %s%n", name, log.totals());
        assertThat(violations).isEmpty();
    }

    private List<Violation> run(Campaign campaign, long seed, TestReplicaSet server, CampaignLog log) {
        System.out.printf("%s: run with -Dfaults.seed=%d%n", name, seed);
        long begun = System.nanoTime();
        Outcome outcome = campaign.run(new Draw(seed), new RunContext(name, seed, server, rows));
        System.out.println(log.add(seed, outcome, (System.nanoTime() - begun) / 1e9));
        return outcome.violations();
    }
}
