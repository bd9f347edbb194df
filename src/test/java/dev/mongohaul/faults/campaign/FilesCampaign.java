package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.inbox.Inbox;
import dev.mongohaul.faults.inbox.InboxOracle;
import dev.mongohaul.faults.inbox.InboxState;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Trial;
import dev.mongohaul.faults.wire.HoldNth;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * The files of a folder are imported one by one, and moved or deleted afterwards. The importer is killed one to three times:
 * at any moment, around the end of an import, or while a file is moved. The sender delivers more files meanwhile. Four
 * consecutive seeds are for the four ways of moves and deletions.
 */
final class FilesCampaign implements Campaign {

    private static final int MAX_LAUNCHES = 5;
    private static final Set<Integer> COMPLETED = Set.of(0, 10);

    /** Candidates for another file system than that of {@code target/}. */
    private static final List<Path> ELSEWHERE =
            List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")));

    /** What becomes of imported files; "elsewhere" is another file system. */
    private enum Way {
        MOVED,
        DELETED,
        MOVED_ELSEWHERE,
        DELETED_ELSEWHERE
    }

    /** The moment of a kill. */
    private enum Aim {
        ANY,
        IMPORT_ENDS,
        FILE_WAITS,
        FILE_MOVES,
        COMMAND
    }

    @Override
    public Outcome run(Draw draw, RunContext context) {
        String name = context.campaign() + "-" + context.seed();
        Path here = Path.of("target", "faults", "runs", name).toAbsolutePath();
        Path store = otherStore(Path.of("").toAbsolutePath());
        Way way = context.nextOf(List.of(Way.values()));
        boolean moved = way == Way.MOVED || way == Way.MOVED_ELSEWHERE;
        boolean linked = store != null && (way == Way.MOVED_ELSEWHERE || way == Way.DELETED_ELSEWHERE);
        Path elsewhere = linked ? Objects.requireNonNull(store).resolve("mongohaul-" + name) : null;
        remove(elsewhere);
        Inbox inbox = new Inbox(draw, here.resolve("in"), moved ? here.resolve("done") : null, elsewhere);
        Settings settings = Settings.draw(draw, inbox, Settings.FAST);
        try (Trial trial = context.trial(inbox)) {
            trial.fault(way + (store == null ? ", but there is no other file system" : ""));
            InboxState state = new InboxState(trial.database());
            for (int kill = draw.between(1, 3); kill > 0; kill--) {
                if (inbox.isEmpty()) {
                    trial.fault(inbox.deliverAny(state));
                }
                kill(draw.oneOf(Aim.values()), inbox, trial, settings, draw.split());
                trial.violations(InboxOracle.afterKill(inbox, state));
                if (draw.chance(0.5)) {
                    trial.fault(inbox.deliverAny(state));
                }
            }
            finish(inbox, trial, settings);
            trial.violations(
                    InboxOracle.atEnd(inbox, state, trial.importer().folder().resolve("rejects")));
            if (trial.violations().isEmpty()) {
                remove(elsewhere);
            }
            return Outcome.of(trial, settings);
        }
    }

    private static @Nullable Path otherStore(Path here) {
        return ELSEWHERE.stream()
                .filter(Files::isWritable)
                .filter(folder -> !sameStore(folder, here))
                .findFirst()
                .orElse(null);
    }

    private static boolean sameStore(Path one, Path other) {
        try {
            return Files.getFileStore(one).equals(Files.getFileStore(other));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(@Nullable Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void kill(Aim aim, Inbox inbox, Trial trial, Settings settings, Draw draw) {
        CompletableFuture<String> delivered = draw.chance(0.3)
                ? CompletableFuture.supplyAsync(
                        inbox::deliverNew, CompletableFuture.delayedExecutor(draw.below(4_000), TimeUnit.MILLISECONDS))
                : CompletableFuture.completedFuture("");
        if (aim == Aim.COMMAND) {
            killAtCommand(trial, settings, draw);
        } else {
            killAtMoment(aim, inbox, trial, settings, draw);
        }
        if (!delivered.join().isEmpty()) {
            trial.fault("meanwhile " + delivered.join());
        }
    }

    /** Kills a launch while a command that saves what is known of a file, or the reply to it, is held. */
    private static void killAtCommand(Trial trial, Settings settings, Draw draw) {
        String collection = draw.oneOf("mongohaul_files", "mongohaul_files", "mongohaul_imports");
        int nth = draw.between(1, 8);
        boolean reply = draw.chance(0.5);
        HoldNth hold = new HoldNth(
                command -> command.collection().equals(collection)
                        && Set.of("update", "insert", "findAndModify").contains(command.name()),
                nth,
                reply);
        try (WireProxy proxy = trial.proxy(hold)) {
            Launched launched = trial.launchWith(trial.importer().withUri(proxy.uri(trial.name())), settings);
            boolean reached = Waiting.until(launched, Trial.LIMIT, hold::isReached);
            launched.process().kill();
            hold.release(draw.chance(0.5) ? Verdict.PASS : Verdict.CUT_REQUEST);
            end(trial, launched, reached, "at %s %d of %s".formatted(reply ? "reply" : "command", nth, collection));
        }
    }

    private static void killAtMoment(Aim aim, Inbox inbox, Trial trial, Settings settings, Draw draw) {
        InboxState state = new InboxState(trial.database());
        int nth = draw.between(1, 3);
        long before = state.completed();
        Launched launched = trial.launch(settings);
        long nanos = draw.below(1_000) * 1_000L;
        boolean reached = switch (aim) {
            case ANY -> !launched.process().endsWithin(Duration.ofMillis(draw.between(300, 5_000)));
            case IMPORT_ENDS -> {
                nanos *= 20;
                yield spin(launched, () -> state.completed() >= before + nth);
            }
            case FILE_WAITS -> {
                nanos *= 6;
                yield spin(launched, () -> state.completed() >= before + nth - 1 && state.isWaiting());
            }
            default -> {
                nanos *= 2;
                yield spin(launched, () -> state.completed() >= before + nth - 1) && spin(launched, () -> moves(inbox));
            }
        };
        LockSupport.parkNanos(aim == Aim.ANY ? 1 : nanos);
        launched.process().kill();
        end(trial, launched, reached, "%s %d + %d us".formatted(aim, nth, nanos / 1_000));
    }

    private static void end(Trial trial, Launched launched, boolean reached, String where) {
        int exit = trial.awaitEnd(launched, Trial.LIMIT);
        trial.fault((reached && !COMPLETED.contains(exit) ? "kill " : "missed ") + where);
    }

    /** Waits for a condition without a pause. Returns whether it became true before the process ended. */
    private static boolean spin(Launched launched, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (!launched.process().isAlive()) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a file has a name of a move or deletion, or a place is reserved for it. */
    private static boolean moves(Inbox inbox) {
        return Stream.of(inbox.folder(), inbox.done())
                .filter(folder -> folder != null && Files.exists(folder))
                .anyMatch(FilesCampaign::hasMoving);
    }

    private static boolean hasMoving(Path folder) {
        String[] names = folder.toFile().list();
        return names != null && Stream.of(names).anyMatch(name -> name.contains(".mongohaul-"));
    }

    private static void finish(Inbox inbox, Trial trial, Settings settings) {
        for (int launch = 1; launch <= MAX_LAUNCHES; launch++) {
            Launched launched = trial.launch(settings);
            int exit = trial.awaitEnd(launched, Trial.LIMIT);
            if (!COMPLETED.contains(exit)) {
                trial.violated(Invariant.RESTARTABLE, "exit code %d: %s".formatted(exit, launched.lastOutput()));
                return;
            }
            if (inbox.isEmpty()) {
                return;
            }
        }
        trial.violated(Invariant.RESTARTABLE, "files are left after %d launches".formatted(MAX_LAUNCHES));
    }
}
