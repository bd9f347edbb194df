package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Crew;
import dev.mongohaul.faults.trial.Crew.Worker;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An import that workers share. Workers, the manager and the broker are killed, workers are frozen and cut off from the
 * broker for longer than their claims, the broker loses its files, and in half of the runs invitations are doubled, lost
 * and shuffled.
 */
final class SharedCampaign implements Campaign {

    private static final int ROWS = 300_000;
    private static final int WORKERS = 3;
    private static final int FEW_WORKERS = 2;

    private final boolean fast;

    /** @param fast whether claims last seconds and not a minute */
    SharedCampaign(boolean fast) {
        this.fast = fast;
    }

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, false);
        Settings settings = new Settings(draw.oneOf(Settings.FAST), draw.oneOf(2, 4), draw.oneOf(20, 50, 100));
        String parameter = "partition.size=" + draw.oneOf("64KiB", "256KiB", "1MiB");
        List<String> options = new ArrayList<>(fast ? Crew.SHORT_TIMES : Crew.DEFAULT_TIMES);
        if (draw.chance(0.5)) {
            options.add(Crew.WORKERS_ONLY);
        }
        try (Trial trial = context.trial(subject);
                Crew crew = new Crew(trial, isSmall(context) ? FEW_WORKERS : WORKERS, 1, options)) {
            if (draw.chance(0.5)) {
                crew.shuffle(draw.split());
                trial.fault("messages shuffled");
            }
            Duration longest = Duration.ofSeconds(fast ? 8 : 70);
            new Faults(draw, trial, crew, settings, longest, parameter)
                    .run(fast ? faults(draw, context) : 2, fast ? 0 : Faults.FREEZES);
            return Outcome.of(trial, settings);
        }
    }

    /** A small import ends before many faults. */
    private static int faults(Draw draw, RunContext context) {
        return isSmall(context) ? 3 : draw.between(8, 14);
    }

    private static boolean isSmall(RunContext context) {
        return context.rowsOr(ROWS) < ROWS / 10;
    }

    /** The faults of one run. */
    private static final class Faults {

        private static final int FREEZES = 14;

        private final Draw draw;
        private final Trial trial;
        private final Crew crew;
        private final Settings settings;
        private final Duration longest;
        private final String parameter;
        private final List<Worker> frozen = new ArrayList<>();
        private final List<Worker> cut = new ArrayList<>();
        private Launched manager;

        /** @param longest time after which the claim of a frozen worker has ended */
        Faults(Draw draw, Trial trial, Crew crew, Settings settings, Duration longest, String parameter) {
            this.longest = longest;
            this.draw = draw;
            this.trial = trial;
            this.crew = crew;
            this.settings = settings;
            this.parameter = parameter;
            this.manager = crew.launch(settings, parameter);
        }

        /** @param leastKind 0 for faults of all kinds, {@value #FREEZES} for freezes and cuts */
        void run(int count, int leastKind) {
            Waiting.until(manager, Trial.LIMIT, () -> trial.progress().fraction() > 0);
            for (int fault = count; fault > 0 && manager.process().isAlive(); fault--) {
                Waiting.pause(Duration.ofMillis(draw.below(1200)));
                inject(draw.between(leastKind, 19));
            }
            if (draw.chance(0.5)) {
                wake();
            }
            Waiting.until(manager, Trial.LIMIT, () -> {
                replaceEndedWorkers();
                return false;
            });
            if (!trial.completes(manager)) {
                manager = crew.launch(settings, parameter);
                trial.completes(manager);
            }
            if (!frozen.isEmpty() || !cut.isEmpty()) {
                wake();
                Waiting.pause(Duration.ofSeconds(2));
                trial.checkAgain();
            }
        }

        private void inject(int kind) {
            if (kind < 5) {
                killWorker();
            } else if (kind < 10) {
                killManager();
            } else if (kind < FREEZES) {
                killBroker(kind % 2 == 0);
            } else if (kind < 17) {
                freezeWorker();
            } else {
                cutWorker();
            }
        }

        private void killWorker() {
            List<Worker> awake = awake();
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
            manager = crew.launch(settings, parameter);
        }

        private void killBroker(boolean wiped) {
            crew.restartBroker(Duration.ofMillis(draw.below(5000)), wiped);
            trial.fault(wiped ? "broker wiped" : "broker killed");
        }

        private void freezeWorker() {
            List<Worker> awake = awake();
            if (awake.isEmpty() || !frozen.isEmpty()) {
                killWorker();
                return;
            }
            Worker worker = draw.oneOf(awake);
            worker.process().signal("STOP");
            frozen.add(worker);
            crew.addWorker();
            trial.fault("worker frozen");
            wakeLater();
        }

        /** Cuts a living worker off from the broker: its connections end, or nothing arrives any more. */
        private void cutWorker() {
            List<Worker> awake = awake();
            if (awake.isEmpty() || !cut.isEmpty()) {
                killWorker();
                return;
            }
            Worker worker = draw.oneOf(awake);
            if (draw.chance(0.3)) {
                worker.relay().cut();
                trial.fault("connection closed");
                return;
            }
            worker.relay().freeze();
            cut.add(worker);
            trial.fault("network cut");
            wakeLater();
        }

        private void wakeLater() {
            if (draw.chance(0.5)) {
                Waiting.pause(longest);
                wake();
            }
        }

        private void wake() {
            frozen.forEach(worker -> worker.process().signal("CONT"));
            frozen.clear();
            cut.forEach(worker -> worker.relay().thaw());
            cut.clear();
        }

        /** Starts workers in place of those that ended because they did not reach the broker in time. */
        private void replaceEndedWorkers() {
            for (int worker = awake().size(); worker < WORKERS; worker++) {
                crew.addWorker();
            }
        }

        private List<Worker> awake() {
            return crew.workers().stream()
                    .filter(worker -> !frozen.contains(worker))
                    .toList();
        }
    }
}
