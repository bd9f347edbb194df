package dev.mongohaul.faults.campaign;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Importer;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Changes;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Trial;
import dev.mongohaul.mongo.FailPoint;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;

/**
 * The server holds one command for longer than the importer's read timeout, and executes it later. Meanwhile the
 * importer sends the chunk again, or is killed and started again, or is frozen for longer than its lease, so that
 * another process takes over. Then a client changes the documents. The late command must not overwrite newer values.
 *
 * <p>The importer's read timeout is 1 s. The command is held for {@code -Dfaults.hold} seconds (default 12), or for
 * twice that time if the importer is frozen. The program must be able to start within that time. With
 * {@code -Dfaults.defaults=true}, the read timeout, the lease and the retries have their default lengths.
 */
final class LateCampaign implements Campaign {

    private static final int KEYS = 500;
    private static final int HOLD = Integer.getInteger("faults.hold", 12);
    private static final boolean DEFAULTS = Boolean.getBoolean("faults.defaults");
    private static final String[] SHORT_LEASE = {"-Dmongohaul.repository.lease=6s", "-Dmongohaul.import.ride-through=2s"
    };
    private static final Duration LIMIT = Duration.ofSeconds(150);

    private final int servers;

    private enum Case {
        TIMEOUT,
        KILL,
        FREEZE
    }

    LateCampaign(int servers) {
        this.servers = servers;
    }

    @Override
    public int servers() {
        return servers;
    }

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Case drawn = context.nextOf(List.of(Case.values()));
        Changes subject = context.adds()
                ? Changes.adding(context.rowsOr(KEYS))
                : Changes.draw(draw, context.rowsOr(KEYS), context.compares());
        Settings settings = new Settings(draw.oneOf(subject.writers()), draw.oneOf(1, 4), draw.oneOf(50, 200, 1000));
        String command = draw.chance(0.75) ? draw.oneOf(subject.commands(settings.writer())) : "commitTransaction";
        Duration time = holdTime(drawn, draw);
        context.server().awaitAll();
        try (Trial trial = context.trial(subject);
                MongoClient primary = MongoClients.create("mongodb://127.0.0.1:%d/?directConnection=true"
                        .formatted(context.server().primary().port()))) {
            trial.fault("%s %s held %d ms".formatted(drawn, command, time.toMillis()));
            Importer importer = trial.importer().withUri(context.server().uri(trial.name()) + options(trial));
            FailPoint.Failure hold =
                    FailPoint.on(command).application(trial.name()).block(time).times(1);
            if (!command.equals("commitTransaction")) {
                hold.namespace(trial.name() + ".target");
            }
            // The server disables a fail point only after it has released the held commands.
            long held = hold.during(primary, () -> {
                Launched first = trial.launchWith(importer, settings, jvmOptions(drawn));
                if (Waiting.until(first, LIMIT, () -> isHeld(primary, trial))) {
                    disturb(drawn, trial, first, settings, draw);
                } else {
                    trial.completes(first);
                }
                if (trial.unfinished()) {
                    trial.finish(settings, 1);
                }
                changeAfterwards(trial, subject, primary);
            });
            if (held == 0) {
                trial.fault("missed");
            }
            return Outcome.of(trial, settings);
        }
    }

    private static String[] jvmOptions(Case drawn) {
        return drawn == Case.FREEZE && !DEFAULTS ? SHORT_LEASE : new String[0];
    }

    private static void disturb(Case drawn, Trial trial, Launched first, Settings settings, Draw draw) {
        switch (drawn) {
            case TIMEOUT -> trial.completes(first);
            case KILL -> kill(trial, first);
            case FREEZE -> freeze(trial, first, settings, draw);
        }
    }

    private static Duration holdTime(Case drawn, Draw draw) {
        if (DEFAULTS) {
            return Duration.ofSeconds(drawn == Case.FREEZE ? 90 : draw.between(40, 70));
        }
        return Duration.ofSeconds(drawn == Case.FREEZE ? 2 * HOLD : HOLD);
    }

    /** Sets an application name, to which the fail point is restricted. */
    private static String options(Trial trial) {
        return "&appName=" + trial.name() + (DEFAULTS ? "" : "&socketTimeoutMS=1000");
    }

    /** Returns whether a command is held: it is still running after a pause. */
    private static boolean isHeld(MongoClient primary, Trial trial) {
        Set<Integer> seen = commands(primary, trial);
        if (!seen.isEmpty()) {
            Waiting.pause(Duration.ofMillis(200));
            seen.retainAll(commands(primary, trial));
        }
        return !seen.isEmpty();
    }

    private static Set<Integer> commands(MongoClient primary, Trial trial) {
        return primary.getDatabase("admin")
                .aggregate(List.of(
                        new Document("$currentOp", new Document()),
                        Aggregates.match(Filters.and(
                                Filters.eq("appName", trial.name()),
                                Filters.eq("active", true),
                                Filters.or(
                                        Filters.exists("command.insert"),
                                        Filters.exists("command.update"),
                                        Filters.exists("command.delete"),
                                        Filters.exists("command.commitTransaction"))))))
                .map(command -> command.getInteger("opid"))
                .into(new HashSet<>());
    }

    private static void kill(Trial trial, Launched first) {
        first.process().kill();
        trial.awaitEnd(first, LIMIT);
    }

    private static void freeze(Trial trial, Launched first, Settings settings, Draw draw) {
        first.process().signal("STOP");
        trial.database()
                .getCollection("mongohaul_imports")
                .updateOne(Filters.ne("lease", null), Updates.set("lease.host", "elsewhere"));
        Launched successor = trial.launch(settings, jvmOptions(Case.FREEZE));
        boolean completed = trial.completes(successor);
        Waiting.pause(Duration.ofMillis(draw.below(500)));
        first.process().signal("CONT");
        int exit = trial.awaitEnd(first, LIMIT);
        if (completed && (exit == 0 || exit == 10)) {
            trial.violated(
                    Invariant.HONEST_STATUS, "a process that lost its lease reports that it completed the import");
        }
    }

    private static void changeAfterwards(Trial trial, Changes subject, MongoClient primary) {
        boolean released = commands(primary, trial).isEmpty();
        boolean changed = !released;
        if (changed) {
            subject.makeLaterVersion(trial.database().getCollection("target"));
        }
        for (long until = System.nanoTime() + LIMIT.toNanos(); !released && System.nanoTime() < until; ) {
            Waiting.pause(Duration.ofMillis(100));
            released = commands(primary, trial).isEmpty();
        }
        if (!released) {
            trial.violated(Invariant.BOUNDED, "a command is still held after " + LIMIT);
        }
        Iterable<Document> documents = trial.database().getCollection("target").find();
        (changed ? subject.checkLaterVersion(documents) : subject.checkVersion(documents))
                .forEach(violation -> trial.violated(violation.invariant(), "afterwards " + violation.what()));
    }
}
