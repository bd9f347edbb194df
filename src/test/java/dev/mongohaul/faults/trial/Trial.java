package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.oracle.Violation;
import dev.mongohaul.faults.process.Importer;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.server.TestReplicaSet;
import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.WireProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * One run of a campaign: a folder and a database of its own, the launches of one import, and what was found wrong. Its
 * folder stays where something was.
 */
public final class Trial implements AutoCloseable {

    /** How long any launch may take, a run of 200,000 records on a busy machine among them. */
    public static final Duration LIMIT = Duration.ofSeconds(150);

    private static final Set<Integer> WELL = Set.of(0, 10);
    private static final Set<Integer> NEVER = Set.of(2, 3, 12);

    /** 128 and the number of the signal. */
    private static final int KILLED = 137;

    private final String name;
    private final TestReplicaSet server;
    private final Subject subject;
    private final MongoDatabase database;
    private final Importer importer;
    private final Progress progress;
    private final List<String> faults = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private final Set<Long> killed = new HashSet<>();
    private int tries;
    private boolean over;

    /** @param name of its folder and database */
    public Trial(String name, TestReplicaSet server, Subject subject) {
        this.name = name;
        this.server = server;
        this.subject = subject;
        Path folder = TrialFolder.make(name, subject);
        this.database = server.database(name);
        this.importer = new Importer(folder, server.uri(name));
        subject.makeTarget(database);
        this.progress = new Progress(database, subject);
    }

    /** Of its folder and database. */
    public String name() {
        return name;
    }

    /** A way to the server that is interfered with. */
    public WireProxy proxy(Interference interference) {
        return new WireProxy(server.primary().port(), interference);
    }

    private MongoCollection<Document> target() {
        return database.getCollection("target");
    }

    public MongoDatabase database() {
        return database;
    }

    public Progress progress() {
        return progress;
    }

    public Importer importer() {
        return importer;
    }

    public Subject subject() {
        return subject;
    }

    public Launched launch(Settings settings, String... jvmOptions) {
        return launchBy(importer, settings, jvmOptions);
    }

    /** By another way to the server. */
    public Launched launchBy(Importer way, Settings settings, String... jvmOptions) {
        tries++;
        return way.start(List.of(jvmOptions), command(settings));
    }

    /** In a surrounding made by another program. */
    public Launched launchIn(List<String> surrounding, Settings settings) {
        tries++;
        return importer.start(surrounding, List.of(), command(settings));
    }

    private static List<String> command(Settings settings) {
        return Stream.concat(Stream.of("import", "faults"), settings.parameters().stream())
                .toList();
    }

    /** Waits for its end, and judges it: an import that says it is completed has to be so at that moment. */
    public boolean endsWell(Launched launched) {
        int exit = ends(launched, LIMIT);
        if (WELL.contains(exit)) {
            over = true;
            check(exit);
        }
        return WELL.contains(exit);
    }

    /** Whether no launch ended well yet. */
    public boolean unfinished() {
        return !over;
    }

    /** Waits for its end; {@link Launched#HUNG} where it does not come in time, which is a violation. */
    public int ends(Launched launched, Duration limit) {
        int exit = launched.await(limit);
        String words = launched.lastWords();
        if (exit == KILLED) {
            killed.add(launched.process().pid());
        }
        if (exit == Launched.HUNG) {
            violated(Invariant.BOUNDED, "did not end within %s: %s".formatted(limit, words));
        } else if (NEVER.contains(exit)) {
            violated(Invariant.HONEST_STATUS, "exit code %d: %s".formatted(exit, words));
        }
        if (launched.errors().contains("\tat ")) {
            violated(Invariant.HONEST_STATUS, "a stack trace for people: " + launched.err());
        }
        return exit;
    }

    /** What was done to it, for the record. */
    public void fault(String what) {
        faults.add(what);
    }

    public void violated(Invariant invariant, String what) {
        violations.add(new Violation(invariant, what));
    }

    /** Gives the command again, undisturbed, until it ends well; with more launches than allowed that is a violation. */
    public void finish(Settings settings, int launches) {
        for (int launch = 1; launch <= launches; launch++) {
            Launched launched = launch(settings);
            if (endsWell(launched)) {
                return;
            }
            if (launch == launches) {
                violated(
                        Invariant.RESTARTABLE,
                        "exit code %d: %s".formatted(launched.process().exitValue(), launched.lastWords()));
            }
        }
    }

    /** Compares everything with the truth once more, after something that must not have changed it. */
    public void checkAgain() {
        over = true;
        check(subject.hasRejects() ? 10 : 0);
    }

    /** Whether a launch got as far as to plan the import. */
    public boolean begun() {
        return plan() != null;
    }

    private @Nullable Document plan() {
        return database.getCollection("mongohaul_imports").find().first();
    }

    private void check(int exit) {
        Document plan = plan();
        if (plan == null) {
            violated(Invariant.HONEST_STATUS, "exit code " + exit + " without a plan");
            return;
        }
        Document lease = plan.get("lease", Document.class);
        // Of one that was killed behind its last step, with nothing left to do for the next, the lease expires.
        if (lease != null && !killed.contains(lease.get("pid", Number.class).longValue())) {
            violated(Invariant.NO_LEAK, "the lease was not released: " + lease);
        }
        int expected = subject.hasRejects() ? 10 : 0;
        if (exit != expected) {
            violated(Invariant.HONEST_STATUS, "exit code %d in place of %d".formatted(exit, expected));
        }
        violations.addAll(subject.check(
                target().find(),
                importer.folder().resolve("rejects"),
                "faults-" + plan.getLong("jobInstanceId"),
                figures()));
    }

    private Figures figures() {
        Document last = database.getCollection("BATCH_JOB_EXECUTION")
                .find()
                .sort(Sorts.descending("jobExecutionId"))
                .first();
        long run = last == null ? 0 : last.getLong("jobExecutionId");
        Launched report = importer.start(List.of(), List.of("report", Long.toString(run), "--format=json"));
        if (report.await(LIMIT) != 0) {
            throw new IllegalStateException("no report: " + report.lastWords());
        }
        return Figures.parse(report.printed());
    }

    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    public List<String> faults() {
        return List.copyOf(faults);
    }

    public int tries() {
        return tries;
    }

    /** Forgets it, unless something was wrong. */
    @Override
    public void close() {
        database.drop();
        if (violations.isEmpty()) {
            try {
                FileSystemUtils.deleteRecursively(importer.folder());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
