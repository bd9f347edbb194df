package dev.mongohaul.prove;

import com.mongodb.MongoNamespace;
import dev.mongohaul.infer.column.LongSet;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.target.TargetCollection;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PlannedInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
                0);
        List<String> notes = loaded.stream()
                .map(plan -> "This content was imported by import %d: an import would write nothing"
                        .formatted(plan.importNumber()))
                .toList();
        return compare(subject, scan, monitor, samples, all).with(notes);
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
            ImportPlan plan, ImportJob prepared, ImportMonitor monitor, int samples, Consumer<Difference> all) {
        return verify(plan, prepared, InputScan.of(prepared, monitor), monitor, samples, all);
    }

    /** As {@link #verify(ImportPlan, ImportJob, ImportMonitor, int, Consumer)}, of an input that was scanned before. */
    Verification verify(
            ImportPlan plan,
            ImportJob prepared,
            InputScan scan,
            ImportMonitor monitor,
            int samples,
            Consumer<Difference> all) {
        ImportJob job = prepared.of(scan);
        MongoNamespace target = new MongoNamespace(plan.identity().target());
        requireSame(plan, job.identity(scan.content(), target.getDatabaseName()));
        Subject subject = new Subject(
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
                plan.counts().unmatched());
        ComparisonResult result = compare(subject, scan, monitor, samples, all);
        long missing = result.count(Judgement.UNMATCHED) - plan.counts().unmatched();
        List<String> notes = new ArrayList<>();
        if (result.whole() && result.count(Judgement.REJECTED) != plan.counts().rejected()) {
            notes.add("The import rejected %,d records, and %,d of them are known: others may appear as differences"
                    .formatted(plan.counts().rejected(), result.count(Judgement.REJECTED)));
        }
        return new Verification(plan, (missing > 0 ? result.withMissing(missing) : result).with(notes), later(plan));
    }

    /**
     * Refuses the plan of an import whose documents are not known to be in the target.
     *
     * @throws RunRefusedException if the import is not completed
     */
    public static void requireCompleted(ImportPlan plan) {
        if (plan.identity().isUndo() || plan.state() != ImportState.COMPLETED) {
            throw new RunRefusedException("Import %d cannot be verified: it is %s"
                    .formatted(
                            plan.importNumber(),
                            plan.identity().isUndo()
                                    ? "an undo"
                                    : plan.state().name().toLowerCase(Locale.ROOT)));
        }
    }

    private static void requireSame(ImportPlan plan, ImportIdentity now) {
        if (!now.content().equals(plan.identity().content())) {
            throw new RunRefusedException(
                    "Import %d cannot be verified: its input has changed since. The digest of the input was %s and is %s now"
                            .formatted(plan.importNumber(), plan.identity().content(), now.content()));
        }
        if (!now.meaning().equals(plan.identity().meaning())) {
            throw new RunRefusedException(
                    "Import %d cannot be verified: its stored settings mean other documents to this version of the program, or the class of its entity or processor has changed"
                            .formatted(plan.importNumber()));
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

    /** Returns the numbers of the later imports and undos that may have changed the target. */
    private List<Long> later(ImportPlan plan) {
        return plans.findByTarget(plan.identity().target()).stream()
                .filter(other -> other.importNumber() > plan.importNumber() && other.mayHaveSent())
                .map(ImportPlan::importNumber)
                .toList();
    }

    private ComparisonResult compare(
            Subject subject, InputScan scan, ImportMonitor monitor, int samples, Consumer<Difference> all) {
        ImportJob job = subject.job();
        boolean byNewIds = job.addsUnderOtherIds() && subject.ids() == null;
        if (!byNewIds
                && TargetCollection.mayHaveCollation(
                        connections.data().client().getDatabase(subject.target().getDatabaseName()), job, retries)) {
            throw new RunRefusedException(
                    "%s cannot be compared: it has a collation, or the user may not list collections"
                            .formatted(subject.target()));
        }
        return Comparison.run(subject, scan, connections.data(), retries, monitor, samples, all);
    }

    private MongoNamespace target(ImportJob job) {
        return new MongoNamespace(
                MongoConnections.database(connections.data(), job.file()),
                job.write().collection());
    }
}
