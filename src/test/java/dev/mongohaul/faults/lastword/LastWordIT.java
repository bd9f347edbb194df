package dev.mongohaul.faults.lastword;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.TestSize;
import dev.mongohaul.faults.lastword.LastCommand.Fate;
import dev.mongohaul.faults.server.TestReplicaSet;
import dev.mongohaul.faults.wire.WireCommand;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.run.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process is killed or paused at each of its commands in turn. Another process finishes its work or abandons it, and an
 * import follows. Then the command arrives, and must change nothing.
 *
 * <p>Of the commands of a row, each {@code -Dlastword.step}th is tried, from {@code -Dlastword.first} on: all in a nightly run,
 * otherwise the decisive one of a row of each mode. {@code -Dlastword.mode} selects load modes. With {@code -Dlastword.elections=true} there
 * are three servers: the successor works on another primary, and the first one is primary again when the command arrives.
 */
class LastWordIT {

    private static final String DATABASE = TestServer.database("lastword");
    /** 0 for the decisive command of one row of each mode. */
    private static final int STEP = TestSize.of("lastword.step", 0, 1);

    private static final int FIRST = Integer.getInteger("lastword.first", 0);
    private static final List<String> MODES =
            List.of(System.getProperty("lastword.mode", "").split(",", -1));
    private static final String[] PROPERTIES = {
        "mongohaul.repository.checkpoint-interval=0s", "mongohaul.import.ride-through=200ms"
    };

    private static @Nullable TestReplicaSet servers;
    private static Program program;

    @TempDir
    private Path folder;

    /** What the other process does with the unfinished work. */
    private enum Successor {
        FINISHES,
        ABANDONS,
        /** It leaves the work unfinished, and imports into the same target by another job. */
        SECOND_JOB
    }

    @BeforeAll
    static void start() {
        if (Boolean.getBoolean("lastword.elections")) {
            servers = TestReplicaSet.start(Path.of("target", "faults", "lastword"), 3);
            program = Program.start(servers.uri(), DATABASE, PROPERTIES[0], "mongohaul.import.ride-through=20s");
        } else {
            program = Program.start(TestServer.uri(), DATABASE, PROPERTIES);
        }
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
        if (servers != null) {
            servers.close();
        }
    }

    private static int primaryPort() {
        return servers != null ? servers.primary().port() : TestServer.port();
    }

    /** Has another primary elected, and waits until all servers are back. */
    private static void elect() {
        if (servers != null) {
            servers.stepDown(2);
            servers.awaitPrimary();
            servers.awaitAll();
            // Its driver learns of the new primary by an error, and retries neither this nor what the test itself sends.
            servers.retryDuringElections(() -> program.collection("elections").deleteMany(Filters.empty()));
        }
    }

    /** Has primaries elected until it is the first one again, which the command is for. */
    private static void electAgain(int port) {
        for (int elections = 0; servers != null && primaryPort() != port && elections < 10; elections++) {
            elect();
        }
    }

    static Stream<Arguments> rows() {
        return Stream.of(LoadMode.values())
                .filter(mode -> MODES.contains("") || MODES.contains(mode.name()))
                .flatMap(mode -> STEP == 0
                        ? few(rowsOf(mode).toList(), List.of(LoadMode.values()).indexOf(mode))
                        : rowsOf(mode));
    }

    private static Stream<Arguments> few(List<Arguments> rows, int index) {
        return Stream.of(rows.get(index % rows.size()));
    }

    private static Stream<Arguments> rowsOf(LoadMode mode) {
        return Stream.of(Fate.values())
                .flatMap(fate -> Stream.of(Successor.values())
                        .filter(then -> then != Successor.SECOND_JOB || mode.takesSecondJob())
                        .map(then -> Arguments.of(mode, fate, then)));
    }

    @ParameterizedTest(name = "{0} {1}, successor {2}")
    @MethodSource("rows")
    void lastCommandChangesNothing(LoadMode mode, Fate fate, Successor then) throws Exception {
        List<String> harmed = new ArrayList<>();
        int cases = 0;
        boolean more = true;
        for (int nth = begin(mode, fate, then); more; nth += STEP) {
            Case tried = new Case(mode, fate, then, nth);
            boolean reached = tried.run();
            cases += reached ? 1 : 0;
            harmed.addAll(tried.harm);
            more = reached && STEP > 0;
        }
        System.out.printf("%s %s %s: %d cases, %d harmed%n", mode, fate, then, cases, harmed.size());

        assertThat(harmed).isEmpty();
        assertThat(cases).isPositive();
    }

    private static int begin(LoadMode mode, Fate fate, Successor then) {
        if (FIRST > 0) {
            return FIRST;
        }
        return STEP == 0
                ? 1
                : 1 + Math.floorMod("%s%s%s".formatted(mode, fate, then).hashCode(), STEP);
    }

    private final class Case {

        private final LoadMode mode;
        private final Fate fate;
        private final Successor then;
        private final int nth;
        private final String name;
        private final LastCommand last;
        private final List<String> harm = new ArrayList<>();

        Case(LoadMode mode, Fate fate, Successor then, int nth) {
            this.mode = mode;
            this.fate = fate;
            this.then = then;
            this.nth = nth;
            this.name = "%s-%s-%s-%d".formatted(mode, fate, then, nth).toLowerCase(Locale.ROOT);
            this.last = new LastCommand(nth, fate, command -> STEP > 0 || mode.isDecisive(command, name));
        }

        /** Returns false if the process sends fewer commands. */
        boolean run() throws Exception {
            Path own = Files.createDirectory(folder.resolve(name));
            mode.prepare(program, own, name);
            Run undone = mode.undone(program, name);
            int port = primaryPort();
            try (WireProxy proxy = new WireProxy(port, last);
                    Program first = Program.start(proxy.uri(""), DATABASE, PROPERTIES)) {
                last.arm();
                CompletableFuture<Void> running = CompletableFuture.runAsync(() -> mode.run(first, own, name, undone));
                while (!last.isReached() && !running.isDone()) {
                    TimeUnit.MILLISECONDS.sleep(2);
                }
                if (!last.isReached()) {
                    running.get();
                    return false;
                }
                if (fate == Fate.KILLED) {
                    MongoConnections killed = first.bean(MongoConnections.class);
                    killed.close();
                }
                elect();
                endLeases();
                if (then == Successor.SECOND_JOB) {
                    mode.runSecond(program, own, name);
                } else {
                    if (then == Successor.FINISHES || !LoadMode.abandon(program, name)) {
                        mode.run(program, own, name, undone);
                    }
                    mode.runNext(program, own, name);
                }
                List<Document> before = LoadMode.state(program.database(), name);
                electAgain(port);
                last.deliver();
                running.exceptionally(failure -> null).get();
                compare(before, LoadMode.state(program.database(), name));
                System.out.printf("%s: %s%n", name, last.held());
            } catch (RuntimeException e) {
                note("failed: " + e);
            }
            return true;
        }

        /** The process seems to be dead, so that its leases have expired. */
        private void endLeases() {
            program.collection("mongohaul_imports")
                    .updateMany(
                            Filters.ne("lease", null),
                            Updates.combine(
                                    Updates.set("lease.host", "elsewhere"),
                                    Updates.set("lease.processes", "elsewhere"),
                                    Updates.set("lease.expiresAt", Instant.now().minusSeconds(1))));
        }

        private void compare(List<Document> before, List<Document> after) {
            boolean documented = mode.isDocumented(last.held(), then != Successor.FINISHES, before, after);
            for (int part = 0; part < before.size(); part++) {
                if (!before.get(part).equals(after.get(part)) && !documented) {
                    note("%s were %s and are %s"
                            .formatted(part == 0 ? "documents" : "rejects", before.get(part), after.get(part)));
                }
            }
        }

        private void note(String what) {
            WireCommand held = last.held();
            String text = "%s, command %d (%s): %s".formatted(name, nth, held, what);
            System.out.println(text);
            harm.add(text);
        }
    }
}
