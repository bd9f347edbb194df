package dev.mongohaul.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.BuiltProgram;
import dev.mongohaul.faults.server.TestReplicaSet;
import dev.mongohaul.faults.trial.OneOperation;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Trial;

/** Runs an import without faults, unless there is a class archive: it writes one, so that later launches start faster. */
final class WarmUp {

    private static final int ROWS = 1_000;

    private WarmUp() {}

    static void on(TestReplicaSet server) {
        BuiltProgram.makeArchive(option -> {
            try (Trial trial = new Trial("warm-up", server, OneOperation.draw(new Draw(1), ROWS, false))) {
                trial.completes(trial.launch(new Settings("direct", 1, ROWS), option));

                assertThat(trial.violations()).isEmpty();
            }
        });
    }
}
