package dev.mongohaul.prove;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCursor;
import dev.mongohaul.infer.column.LongSet;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.target.KeyTypes;
import dev.mongohaul.job.target.TargetCollection;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.ProgramVersion;
import dev.mongohaul.writer.send.MatchFilter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/**
 * Comparison of an input with its target before an import and after it. It writes nothing to MongoDB.
 *
 * @param rejects of the imports
 */
public record Prover(MongoConnections connections, ImportPlans plans, RejectStore rejects, RetryBudget retries) {

    /**
     * Returns what an import of the input would change now.
     *
     * @param monitor shows the progress, and can stop the comparison
     * @param samples most differences of each kind in the result
     * @param all receives every difference
     */
    public ComparisonResult diff(ImportJob prepared, ImportMonitor monitor, int samples, Consumer<Difference> all) {
        InputScan scan = InputScan.of(prepared, monitor);
        ImportJob job = prepared.of(scan);
        MongoNamespace target = target(job);
        ImportIdentity wanted = job.identity(scan.content(), target.getDatabaseName());
        Optional<ImportPlan> loaded = job.addsUnderOtherIds()
                ? plans.findByJob(job.name()).stream()
                        .filter(plan -> plan.state() == ImportState.COMPLETED
                                && plan.idPrefix() != null
                                && plan.identity().sameContent(wanted))
                        .findFirst()
                : Optional.empty();
        Subject subject = new Subject(
                job,
                target,
                loaded.map(ImportPlan::idPrefix).map(GeneratedIds::parse).orElse(null),
                Instant.now(),
                ImportOrigin.placeholder(job.addresses()),
                new LongSet(),
                false,
                Counts.NONE,
                false);
        Optional<String> otherTypes =
                KeyTypes.difference(connections.data().client().getDatabase(target.getDatabaseName()), job);
        List<String> notes = Stream.concat(
                        loaded.stream().map(plan -> "This content was imported before: an import would write nothing"),
                        otherTypes.stream())
                .toList();
        LaterImports none = LaterImports.none(new MatchFilter(job.write()), monitor);
        ComparisonResult result = compare(subject, scan, monitor, none, samples, all);
        return result.with(notes).with(held(job, result).stream().toList());
    }

    /** Returns a note if a snapshot would delete more than its limit allows. */
    private static Optional<String> held(ImportJob job, ComparisonResult result) {
        long lacking = result.count(Judgement.DELETED);
        long scope = lacking + result.count(Judgement.EQUAL) + result.count(Judgement.CHANGED);
        boolean exceeded = result.whole()
                && job.file().snapshots().isPresent()
                && lacking > 0
                && job.file().write().maxLoss().exceededBy(lacking, scope, true);
        return exceeded
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "write.max-loss is %s: an import would delete none of the %,d, and end with exit code 12",
                        job.file().write().maxLoss(),
                        lacking))
                : Optional.empty();
    }

    /** As {@link #verify(ImportPlan, ImportJob, VerifyOptions, ImportMonitor, int, Consumer)}, without options. */
    public Verification verify(
            ImportPlan plan, ImportJob prepared, ImportMonitor monitor, int samples, Consumer<Difference> all) {
        return verify(plan, prepared, VerifyOptions.NONE, monitor, samples, all);
    }

    /**
     * Returns how the target differs from what a completed import has written.
     *
     * @param prepared the import's job by its stored settings, with its input where it lies now
     * @param samples most differences of each kind in the result
     * @param all receives every difference
     * @throws RunRefusedException if the input or the meaning of the settings is not that of the import
     */
    public Verification verify(
            ImportPlan plan,
            ImportJob prepared,
            VerifyOptions options,
            ImportMonitor monitor,
            int samples,
            Consumer<Difference> all) {
        return verify(plan, prepared, InputScan.of(prepared, monitor), options, monitor, samples, all);
    }

    /** As the public method, of an input that was scanned before. */
    Verification verify(
            ImportPlan plan,
            ImportJob prepared,
            InputScan scan,
            VerifyOptions options,
            ImportMonitor monitor,
            int samples,
            Consumer<Difference> all) {
        Subject subject = subject(plan, prepared, scan, options.digested());
        Map<Long, String> perhaps = new TreeMap<>(changing(plan));
        List<ImportPlan> before = new ArrayList<>(later(plan));
        Collections.reverse(before);
        LaterImports explaining = new LaterImports(
                before,
                new MatchFilter(subject.job().write()),
                other -> laterSubject(other, subject.job(), options),
                monitor);
        ComparisonResult result = compare(subject, scan, monitor, explaining, samples, all);
        List<ImportPlan> later = later(plan);
        long missing = result.count(Judgement.UNMATCHED) - plan.counts().unmatched();
        later.stream()
                .filter(other -> missing > 0
                        || before.stream().noneMatch(known -> known.key().equals(other.key())))
                .forEach(other -> perhaps.put(
                        other.importNumber(),
                        missing > 0 ? "it may have deleted what an update did not find" : "it began meanwhile"));
        perhaps.putAll(explaining.unknown());
        perhaps.putAll(changing(plan));
        List<String> notes = new ArrayList<>();
        if (result.whole() && result.count(Judgement.REJECTED) != plan.counts().rejected()) {
            notes.add("The import rejected %s, and %,d of them are known: others may appear as differences"
                    .formatted(Counted.of(plan.counts().rejected(), "record"), result.count(Judgement.REJECTED)));
        }
        return new Verification(
                plan,
                (missing > 0 ? result.withMissing(missing) : result).with(notes),
                later.stream().map(ImportPlan::importNumber).toList(),
                perhaps);
    }

    /**
     * Returns the receipt of a verification that found no difference and has computed the digest of the documents.
     *
     * @param database of the connection
     * @throws RunRefusedException if the digest is not known
     */
    public Receipt receipt(Verification verification, ImportJob prepared, String database) {
        ImportPlan plan = verification.plan();
        ComparisonResult result = verification.result();
        DocumentsDigest digest = result.digest();
        if (digest == null) {
            throw new RunRefusedException(
                    "No receipt is written: the input has more keys than the memory holds. More memory helps (JAVA_OPTS=-Xmx4g)");
        }
        Map<String, Long> counts = new TreeMap<>();
        result.counts()
                .forEach((judgement, count) -> counts.put(judgement.name().toLowerCase(Locale.ROOT), count));
        return new Receipt(
                ProgramVersion.read(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                plan.identity().job(),
                plan.importNumber(),
                plan.identity().operation(),
                connections.described(),
                database,
                plan.identity().target(),
                plan.identity().content(),
                plan.identity().meaning(),
                counts,
                Subject.owned(prepared, plan.idPrefix()).orElse(null),
                digest);
    }

    /**
     * Returns how the target differs from a receipt. A difference is read a second time.
     *
     * @param monitor shows the progress, and can stop the comparison
     * @throws RunRefusedException if only the input names the documents
     */
    public ReceiptCheck against(Receipt receipt, ImportMonitor monitor) {
        BsonDocument filter = receipt.filter();
        if (filter == null) {
            throw new RunRefusedException(
                    "The import of the receipt (%s) shares %s with other documents, and only its input says which are its own. 'mongohaul verify RUN --receipt NEW' reads the input and writes a new receipt: compare the digests of documents"
                            .formatted(receipt.operation(), receipt.target()));
        }
        monitor.expect(receipt.documents().bytes());
        monitor.enter(Phase.IMPORTING);
        DocumentsDigest first = read(receipt, filter, monitor);
        boolean stable = first.equals(receipt.documents())
                || monitor.stopRequested()
                || first.equals(read(receipt, filter, monitor));
        List<Long> later = plans.findByTarget(receipt.target()).stream()
                .filter(other -> other.created().isAfter(receipt.written()) && other.mayHaveSent())
                .map(ImportPlan::importNumber)
                .toList();
        return new ReceiptCheck(receipt, first, stable, !monitor.stopRequested(), later);
    }

    private DocumentsDigest read(Receipt receipt, BsonDocument filter, ImportMonitor monitor) {
        return retries.call("read the documents", () -> {
            DocumentsDigest sum = DocumentsDigest.NONE;
            try (TargetReader target = new TargetReader(connections.data(), new MongoNamespace(receipt.target()));
                    MongoCursor<RawBsonDocument> found = target.find(filter).iterator()) {
                while (found.hasNext() && !monitor.stopRequested()) {
                    sum = sum.plus(found.next());
                    monitor.reached(sum.bytes(), new Counts(sum.count(), 0, 0, 0, 0));
                }
            }
            return sum;
        });
    }

    private Subject subject(ImportPlan plan, ImportJob prepared, InputScan scan, boolean digested) {
        ImportJob job = prepared.of(scan);
        MongoNamespace target = new MongoNamespace(plan.identity().target());
        requireSame(plan, job.identity(scan.content(), target.getDatabaseName()));
        return new Subject(
                job,
                target,
                plan.idPrefix() == null ? null : GeneratedIds.parse(plan.idPrefix()),
                plan.created(),
                new ImportOrigin(
                        plan.inputs().stream().map(PlannedInput::firstPath).toList(),
                        plan.importNumber(),
                        plan.created()),
                offsets(plan),
                true,
                plan.counts(),
                digested);
    }

    /** Returns the input of a later import, or of the import that it takes back. */
    private Subject laterSubject(ImportPlan plan, ImportJob compared, VerifyOptions options) {
        Long undone = plan.undoes();
        // The sums of an import that is not completed are those of its partitions, which later plans are read without.
        ImportPlan loaded = (undone == null ? plans.find(plan.key()) : plans.findByInstance(undone)).orElse(plan);
        ImportJob prepared =
                options.later().apply(loaded).orElseThrow(() -> new RunRefusedException("its input is gone"));
        if (!prepared.write().match().equals(compared.write().match())) {
            throw new RunRefusedException("it finds documents by other fields");
        }
        return subject(loaded, prepared, InputScan.of(prepared, new ImportMonitor()), false);
    }

    /**
     * Refuses the plan of an import whose documents are not known to be in the target.
     *
     * @throws RunRefusedException if the import is not completed
     */
    public static void requireCompleted(ImportPlan plan) {
        if (plan.identity().isUndo() || plan.state() != ImportState.COMPLETED) {
            throw new RunRefusedException("The import cannot be verified: it is %s"
                    .formatted(
                            plan.identity().isUndo()
                                    ? "an undo"
                                    : plan.state().name().toLowerCase(Locale.ROOT)));
        }
    }

    private static void requireSame(ImportPlan plan, ImportIdentity now) {
        if (!now.content().equals(plan.identity().content())) {
            throw new RunRefusedException(
                    "The import cannot be verified: its input has changed since. The digest of the input was %s and is %s now"
                            .formatted(plan.identity().content(), now.content()));
        }
        if (!now.meaning().equals(plan.identity().meaning())) {
            throw new RunRefusedException(
                    "The import cannot be verified: its stored settings mean other documents to this version of the program, or the class of its entity or processor has changed");
        }
    }

    private LongSet offsets(ImportPlan plan) {
        LongSet offsets = new LongSet();
        if (plan.counts().rejected() > 0) {
            try (Stream<Reject> all = rejects.stream(plan.importNumber())) {
                all.forEach(reject -> offsets.add(reject.record().offset()));
            }
        }
        return offsets;
    }

    /** Returns the imports and undos that began later or were continued later, and may have changed the target, the last one last. */
    private List<ImportPlan> later(ImportPlan plan) {
        return plans.findByTarget(plan.identity().target()).stream()
                .filter(other -> other.importNumber() > plan.importNumber() || other.lastRun() > plan.lastRun())
                .filter(ImportPlan::mayHaveSent)
                .sorted(Comparator.comparingLong(ImportPlan::lastRun))
                .toList();
    }

    /** Returns the other import that is changing the target now. */
    private Map<Long, String> changing(ImportPlan plan) {
        return plans.findChanging(plan.identity().target())
                .filter(other -> !other.key().equals(plan.key()) && plans.isHeld(other.key()))
                .map(other -> Map.of(other.importNumber(), "it is running now"))
                .orElse(Map.of());
    }

    private ComparisonResult compare(
            Subject subject,
            InputScan scan,
            ImportMonitor monitor,
            LaterImports later,
            int samples,
            Consumer<Difference> all) {
        ImportJob job = subject.job();
        boolean byNewIds = job.addsUnderOtherIds() && subject.ids() == null;
        if (!byNewIds
                && TargetCollection.mayHaveCollation(
                        connections.data().client().getDatabase(subject.target().getDatabaseName()), job, retries)) {
            throw new RunRefusedException(
                    "%s cannot be compared: it has a collation, or the user may not list collections"
                            .formatted(subject.target()));
        }
        return Comparison.run(subject, scan, connections.data(), retries, monitor, later, samples, all);
    }

    private MongoNamespace target(ImportJob job) {
        return new MongoNamespace(
                MongoConnections.database(connections.data(), job.file()),
                job.write().collection());
    }
}
