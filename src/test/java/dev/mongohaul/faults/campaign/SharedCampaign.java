package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Crew;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An import that workers share. Workers, the manager and the broker are killed, workers are frozen for longer than their
 * claims, and the broker loses its files, several times in each import.
 */
final class SharedCampaign implements Campaign {

    private static final int ROWS = 200_000;
    private static final int WORKERS = 3;
    private static final Duration FREEZE = Duration.ofSeconds(8);

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, false);
        Settings settings = new Settings(draw.oneOf(Settings.FAST), draw.oneOf(2, 4), draw.oneOf(20, 50, 100));
        String[] parameters = {
            "partition.size=" + draw.oneOf("64KiB", "256KiB", "1MiB"),
            "workers.manager-works=" + draw.chance(0.5),
            "workers.window=" + draw.oneOf(2, 64)
        };
        try (Trial trial = context.trial(subject);
                Crew crew = new Crew(trial, WORKERS)) {
            new Faults(draw, trial, crew, settings, parameters).run();
            return Outcome.of(trial, settings);
        }
    }

    /** The faults of one run. */
    private static final class Faults {

        private final Draw draw;
        private final Trial trial;
        private final Crew crew;
        private final Settings settings;
        private final String[] parameters;
        private final List<Launched> frozen = new ArrayList<>();
        private Launched manager;

        Faults(Draw draw, Trial trial, Crew crew, Settings settings, String... parameters) {
            this.draw = draw;
            this.trial = trial;
            this.crew = crew;
            this.settings = settings;
            this.parameters = parameters;
            this.manager = crew.launch(settings, parameters);
        }

        void run() {
            Waiting.until(manager, Trial.LIMIT, () -> trial.progress().fraction() > 0);
            for (int fault = draw.between(3, 9); fault > 0 && manager.process().isAlive(); fault--) {
                Waiting.pause(Duration.ofMillis(draw.below(1200)));
                inject();
            }
            if (draw.chance(0.5)) {
                wake();
            }
            if (!trial.completes(manager)) {
                manager = crew.launch(settings, parameters);
                trial.completes(manager);
            }
            if (!frozen.isEmpty()) {
                wake();
                Waiting.pause(Duration.ofSeconds(2));
                trial.checkAgain();
            }
        }

        private void inject() {
            switch (draw.below(10)) {
                case 0, 1, 2, 3 -> killWorker();
                case 4, 5 -> killManager();
                case 6 -> killBroker(false);
                case 7 -> killBroker(true);
                default -> freezeWorker();
            }
        }

        private void killWorker() {
            List<Launched> awake = awake();
            if (!awake.isEmpty()) {
                draw.oneOf(awake).process().kill();
                trial.fault("worker killed");
            }
            crew.addWorker();
        }

        private void killManager() {
            manager.process().kill();
            trial.awaitEnd(manager, Trial.LIMIT);
            trial.fault("manager killed");
            Waiting.pause(Duration.ofMillis(draw.below(2000)));
            manager = crew.launch(settings, parameters);
        }

        private void killBroker(boolean wiped) {
            crew.restartBroker(Duration.ofMillis(draw.below(5000)), wiped);
            trial.fault(wiped ? "broker wiped" : "broker killed");
        }

        private void freezeWorker() {
            List<Launched> awake = awake();
            if (awake.isEmpty() || !frozen.isEmpty()) {
                killWorker();
                return;
            }
            Launched worker = draw.oneOf(awake);
            worker.process().signal("STOP");
            frozen.add(worker);
            crew.addWorker();
            trial.fault("worker frozen");
            if (draw.chance(0.5)) {
                Waiting.pause(FREEZE);
                wake();
            }
        }

        private void wake() {
            frozen.forEach(worker -> worker.process().signal("CONT"));
            frozen.clear();
        }

        private List<Launched> awake() {
            return crew.workers().stream()
                    .filter(worker -> !frozen.contains(worker))
                    .toList();
        }
    }
}
