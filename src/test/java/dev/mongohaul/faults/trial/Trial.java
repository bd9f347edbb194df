package dev.mongohaul.faults.trial;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.oracle.Violation;
import dev.mongohaul.faults.process.Importer;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.process.OwnCommand;
import dev.mongohaul.faults.server.Mongod;
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
 * One run of a campaign: its folder and database, the launches of one import, and the violations. The folder is kept if
 * there are violations.
 */
public final class Trial implements AutoCloseable {

    /** Time limit of a launch. It is enough for 200,000 records on a busy machine. */
    public static final Duration LIMIT = Duration.ofSeconds(150);

    private static final Set<Integer> COMPLETED = Set.of(0, 10);
    private static final Set<Integer> UNEXPECTED = Set.of(2, 3, 12);

    /** 128 plus the number of SIGKILL. */
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
    private final List<WireProxy> proxies = new ArrayList<>();
    private int launches;
    private boolean completed;

    /** @param name of the folder and the database */
    public Trial(String name, TestReplicaSet server, Subject subject) {
        this.name = name;
        this.server = server;
        this.subject = subject;
        Path folder = TrialFolder.make(name, subject);
        this.database = server.database(name);
        this.importer = new Importer(folder, server.uri(name));
        server.retryDuringElections(() -> subject.makeTarget(database));
        this.progress = new Progress(database, subject);
    }

    /** Returns the name of the folder and the database. */
    public String name() {
        return name;
    }

    /** Returns a proxy to the primary that asks the interference about each command. It is closed with this trial. */
    public WireProxy proxy(Interference interference) {
        WireProxy proxy = new WireProxy(server.primary().port(), interference);
        proxies.add(proxy);
        return proxy;
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
        return launchWith(importer, settings, jvmOptions);
    }

    /** Launches another importer, for example one that connects through a proxy. */
    public Launched launchWith(Importer other, Settings settings, String... jvmOptions) {
        launches++;
        return other.start(List.of(jvmOptions), command(settings));
    }

    /** Launches another command than an import. */
    public Launched execute(Importer other, String... command) {
        launches++;
        return other.start(List.of(), List.of(command));
    }

    /** Launches an importer that shares the partitions with workers. */
    Launched launchShared(Importer sharing, Settings settings, List<String> jvmOptions, String... parameters) {
        launches++;
        return sharing.start(
                jvmOptions,
                Stream.concat(command(settings).stream(), Stream.of(parameters)).toList());
    }

    /** Launches the importer through another program. */
    public Launched launchWrapped(List<String> wrapper, Settings settings) {
        launches++;
        return importer.start(wrapper, List.of(), command(settings));
    }

    private static List<String> command(Settings settings) {
        return Stream.concat(Stream.of("import", "faults"), settings.parameters().stream())
                .toList();
    }

    /** Waits for the end of a launch. Returns whether it completed the import; if so, the result is checked. */
    public boolean completes(Launched launched) {
        int exit = awaitEnd(launched, LIMIT);
        if (COMPLETED.contains(exit)) {
            completed = true;
            check(exit);
        }
        return COMPLETED.contains(exit);
    }

    /** Writes documents ahead of the import, which only the primary has. */
    public void writeUnreplicated(Mongod primary) {
        String uri = "mongodb://127.0.0.1:%d/?directConnection=true".formatted(primary.port());
        try (MongoClient client = MongoClients.create(uri)) {
            subject.writeAhead(client.getDatabase(name).getCollection("target").withWriteConcern(WriteConcern.W1));
        }
    }

    /** Returns whether no launch has completed the import yet. */
    public boolean unfinished() {
        return !completed;
    }

    /** Waits for the end of a launch. Returns {@link Launched#HUNG} if it exceeds the limit, which is a violation. */
    public int awaitEnd(Launched launched, Duration limit) {
        int exit = launched.await(limit);
        String output = launched.lastOutput();
        if (exit == KILLED) {
            killed.add(launched.process().pid());
        }
        if (exit == Launched.HUNG) {
            violated(Invariant.BOUNDED, "did not end within %s: %s".formatted(limit, output));
        } else if (UNEXPECTED.contains(exit)) {
            violated(Invariant.HONEST_STATUS, "exit code %d: %s".formatted(exit, output));
        }
        if (launched.errors().contains("\tat ")) {
            violated(Invariant.HONEST_STATUS, "a stack trace on standard error: " + launched.err());
        }
        return exit;
    }

    /** Records an injected fault for the log. */
    public void fault(String what) {
        faults.add(what);
    }

    public void violated(Invariant invariant, String what) {
        violations.add(new Violation(invariant, what));
    }

    public void violations(List<Violation> found) {
        violations.addAll(found);
    }

    /** Launches without faults until the import is completed. It is a violation if no launch completes it. */
    public void finish(Settings settings, int maxLaunches) {
        for (int launch = 1; launch <= maxLaunches; launch++) {
            Launched launched = launch(settings);
            if (completes(launched)) {
                return;
            }
            if (launch == maxLaunches) {
                violated(
                        Invariant.RESTARTABLE,
                        "exit code %d: %s".formatted(launched.process().exitValue(), launched.lastOutput()));
            }
        }
    }

    /** Checks the result of a completed import again, after an event that must not have changed it. */
    public void checkAgain() {
        completed = true;
        check(subject.hasRejects() ? 10 : 0);
    }

    /** Returns whether a launch has stored the plan of the import. */
    public boolean isPlanned() {
        return plan() != null;
    }

    /** Returns how many runs have begun. */
    public long runs() {
        return database.getCollection("BATCH_JOB_EXECUTION").countDocuments();
    }

    /** Returns whether a launch has begun the first step of a run. */
    public boolean hasBegun() {
        return database.getCollection("BATCH_STEP_EXECUTION").find().first() != null;
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
        // A launch that is killed after its last step leaves a lease, which expires.
        if (lease != null && !killed.contains(lease.get("pid", Number.class).longValue())) {
            violated(Invariant.NO_LEAK, "the lease was not released: " + lease);
        }
        int expected = subject.hasRejects() ? 10 : 0;
        if (exit != expected) {
            violated(Invariant.HONEST_STATUS, "exit code %d instead of %d".formatted(exit, expected));
        }
        violations.addAll(subject.check(
                target().find(),
                importer.folder().resolve("rejects"),
                "faults-" + plan.getLong("jobInstanceId"),
                figures()));
        if (subject instanceof Swapped) {
            requireNoStaging();
        }
    }

    /** The next launch drops what a late insert of a killed process left behind. */
    private void requireNoStaging() {
        importer.run("import", "faults");
        for (String collection : database.listCollectionNames()) {
            if (collection.startsWith("target__")) {
                violated(Invariant.NO_LEAK, "the staging collection is left: " + collection);
            }
        }
    }

    /** Returns the number of the last run; 0 if there is none. */
    public long lastRun() {
        Document last = database.getCollection("BATCH_JOB_EXECUTION")
                .find()
                .sort(Sorts.descending("jobExecutionId"))
                .first();
        return last == null ? 0 : last.getLong("jobExecutionId");
    }

    private Figures figures() {
        OwnCommand report = importer.run("report", Long.toString(lastRun()), "--format=json");
        if (report.exitCode() != 0) {
            throw new IllegalStateException("no report: " + report.err());
        }
        return Figures.parse(report.out());
    }

    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    public List<String> faults() {
        return List.copyOf(faults);
    }

    public int launches() {
        return launches;
    }

    /** Drops the database, and deletes the folder if there are no violations. */
    @Override
    public void close() {
        proxies.forEach(WireProxy::close);
        server.retryDuringElections(database::drop);
        if (violations.isEmpty()) {
            try {
                FileSystemUtils.deleteRecursively(importer.folder());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
