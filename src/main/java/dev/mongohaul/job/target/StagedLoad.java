package dev.mongohaul.job.target;

import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.FormerSessions;
import dev.mongohaul.mongo.session.WriteSession;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.Staging;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.text.Counted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Load of an import into a staging collection, which replaces the target when all documents are in it: it is renamed, or
 * a view is switched to it. Readers find the former documents until then, and the new ones from then on.
 *
 * <p>A renamed collection keeps its UUID, and the plan has that of the staging collection. So the target tells after a
 * crash or a lost answer whether it was replaced. The server does not replace the target by another collection of the
 * same name.
 *
 * <p>A late insert of a process that was killed or frozen can create the staging collection again after it was renamed or
 * dropped. No import uses it then, and {@link #sweep} drops it.
 */
public final class StagedLoad {

    private static final String SEPARATOR = "__";
    private static final int KEY_LENGTH = 12;
    private static final int MAX_NAMESPACE_BYTES = 255;

    private final ImportRun run;
    private final ImportPlans plans;
    private final MongoConnection server;
    private final MongoDatabase database;
    private final MongoNamespace target;
    private final TargetCollection staging;
    private final WriteSessions sessions;

    /**
     * @param staging the collection that {@link #of} makes the job write to
     * @param sessions in one of which the target is replaced
     */
    public StagedLoad(
            ImportRun run,
            ImportPlans plans,
            MongoConnection server,
            MongoDatabase database,
            TargetCollection staging,
            WriteSessions sessions) {
        this.run = run;
        this.plans = plans;
        this.server = server;
        this.database = database;
        this.target = target(database, run.job());
        this.staging = staging;
        this.sessions = sessions;
    }

    private static MongoNamespace target(MongoDatabase database, ImportJob job) {
        return new MongoNamespace(database.getName(), job.file().target().collection());
    }

    /**
     * Returns the job as it runs: with documents that go to the staging collection, if it has one.
     *
     * @param planKey of the import
     */
    public static ImportJob of(ImportJob job, String planKey) {
        return job.swaps() ? job.into(stagingOf(job, planKey)) : job;
    }

    private static String stagingOf(ImportJob job, String planKey) {
        return job.file().target().collection() + SEPARATOR + planKey.substring(0, KEY_LENGTH);
    }

    /**
     * Checks, before an import is planned, that its documents can replace the target.
     *
     * @param planKey of the import
     * @param isNew whether the import has no staging collection yet
     * @throws TargetRefusedException if not
     */
    public static void requireFit(
            MongoConnection server,
            MongoDatabase database,
            ImportJob job,
            String planKey,
            boolean isNew,
            RetryBudget retries) {
        MongoNamespace target = target(database, job);
        Optional<Document> found = retries.call("check the collection", () -> TargetCollection.find(database, target));
        if (found.isPresent() && TargetCollection.options(found.get()).isEmpty()) {
            throw refused(
                    "the user may not list the collections of %s, so that the options of %s cannot be copied. Give the user"
                            + " the action listCollections",
                    database.getName(), target);
        }
        if (job.switchesView() && found.isPresent() && !isView(found.get())) {
            throw refused(
                    "%s is no view, and swap.by: view switches one. Rename the collection and create a view with its name on"
                            + " it, or write swap.by: rename",
                    target);
        }
        MongoNamespace replaced = found.filter(StagedLoad::isView)
                .map(view -> new MongoNamespace(database.getName(), Objects.requireNonNull(viewOn(view))))
                .orElse(target);
        Optional<Document> present =
                retries.call("check the collection", () -> TargetCollection.find(database, replaced));
        TargetCollection.requireFit(present, replaced, false);
        if (present.flatMap(TargetCollection::options)
                .filter(options -> options.containsKey("encryptedFields"))
                .isPresent()) {
            throw refused(
                    "%s has encrypted fields, whose collections of metadata cannot be copied. Write operation: insert",
                    replaced);
        }
        if (TargetCollection.shardKey(server, replaced).isPresent()) {
            throw refused(
                    "%s is sharded, and the collection that would replace it is not. Write operation: insert",
                    replaced);
        }
        MongoNamespace staging = new MongoNamespace(database.getName(), stagingOf(job, planKey));
        if (staging.getFullName().getBytes(StandardCharsets.UTF_8).length > MAX_NAMESPACE_BYTES) {
            throw refused(
                    "the name of the staging collection, %s, is longer than %d bytes. Shorten target.collection",
                    staging, MAX_NAMESPACE_BYTES);
        }
        if (isNew
                && retries.call("check the collection", () -> TargetCollection.find(database, staging))
                        .isPresent()) {
            throw refused(
                    "the staging collection would be %s, which exists, and no import of this JobRepository made it. Drop or"
                            + " rename it",
                    staging);
        }
    }

    private static TargetRefusedException refused(String format, Object... values) {
        return new TargetRefusedException(
                "write.operation: swap is impossible: " + String.format(Locale.ROOT, format, values));
    }

    private static boolean isView(Document found) {
        return "view".equals(found.getString("type"));
    }

    private static @Nullable String viewOn(Document view) {
        return TargetCollection.options(view)
                .map(options -> options.getString("viewOn"))
                .orElse(null);
    }

    /**
     * Creates the staging collection with the options and the unique indexes of the collection that it will replace, or of
     * the job if there is none. An earlier run may have done so; then it has its documents.
     *
     * @throws ImportFailedException if its documents are lost
     */
    public void prepare() {
        Staging known = run.plan().staging();
        if (known == null) {
            // If the process is killed now, the next run knows that a collection of this name is its own.
            save(new Staging(staging.name(), null, run.job().switchesView(), null));
        }
        if (isReplaced()) {
            return;
        }
        Optional<Document> replaced = replaced();
        requireFittingIndexes(replaced);
        if (known == null || known.uuid() == null) {
            Document options = TargetCollection.optionsOf(run.job());
            replaced.flatMap(TargetCollection::options).ifPresent(options::putAll);
            staging.create(options);
            Staging created = Objects.requireNonNull(run.plan().staging());
            save(new Staging(created.collection(), staging.uuid(), created.view(), null));
        } else if (!known.uuid().equals(staging.uuid())) {
            throw new ImportFailedException(
                    "The staging collection %s of this import was dropped or replaced, and %s is unchanged. 'mongohaul abandon'"
                                    .formatted(staging.name(), target)
                            + " ends the import; then run the same command again");
        }
        staging.createIndexes(indexes(replaced, true));
    }

    private void save(Staging changed) {
        plans.saveStaging(run.plan().key(), changed, run.lease().lease());
        run.staged(changed);
    }

    /** Returns the collection that has the present documents; empty if there is none. */
    private Optional<Document> replaced() {
        return retries().call("read the options of the collection", () -> {
            Optional<Document> found = TargetCollection.find(database, target);
            return found.filter(StagedLoad::isView).isEmpty()
                    ? found
                    : found.map(StagedLoad::viewOn)
                            .flatMap(shown ->
                                    TargetCollection.find(database, new MongoNamespace(database.getName(), shown)))
                            .filter(shown -> !isView(shown));
        });
    }

    /** Refuses an index of the job whose keys and name an index of the replaced collection has, with another uniqueness. */
    private void requireFittingIndexes(Optional<Document> replaced) {
        if (run.job().indexes().isEmpty()) {
            return;
        }
        List<Document> listed = indexes(replaced, false);
        for (TargetIndex index : run.job().indexes()) {
            listed.stream()
                    .filter(other -> index.name().equals(other.getString("name"))
                            && other.getBoolean("unique", false) != index.unique())
                    .findFirst()
                    .ifPresent(other -> {
                        throw TargetCollection.conflict(
                                index,
                                new MongoNamespace(
                                        database.getName(),
                                        replaced.orElseThrow().getString("name")),
                                index.name());
                    });
        }
    }

    /** @param before whether to return the unique indexes only, which documents have to fit when they are inserted */
    private List<Document> indexes(Optional<Document> collection, boolean before) {
        boolean collated = collection
                .flatMap(TargetCollection::options)
                .filter(options -> options.containsKey("collation"))
                .isPresent();
        return collection
                .map(found -> primary(found.getString("name")))
                .map(found -> retries()
                        .call("list the indexes", () -> found.listIndexes().into(new ArrayList<>())))
                .orElse(new ArrayList<>())
                .stream()
                .filter(index -> !new Document("_id", 1).equals(index.get("key")))
                .filter(index -> !before || index.getBoolean("unique", false))
                .map(index -> ListedIndex.creating(index, collated))
                .toList();
    }

    private MongoCollection<Document> primary(String collection) {
        return database.getCollection(collection).withReadPreference(ReadPreference.primary());
    }

    /** Returns whether the documents of this import have replaced those of the target. Asks the server. */
    public boolean isReplaced() {
        return isReplaced(database, target, Objects.requireNonNull(run.plan().staging()), retries());
    }

    /**
     * Replaces the documents of the target, if the staging collection is complete and all limits are kept. Otherwise the
     * target is unchanged, and the staging collection stays for the next run.
     *
     * @param counts of the import
     * @param breaches of limits of the content
     * @throws ImportFailedException if documents are missing
     * @throws LimitExceededException if a limit is exceeded
     */
    public void replace(Counts counts, List<Deviation> breaches) {
        long documents = staging.surelyHas(counts.written()) ? counts.written() : staging.count();
        if (documents < counts.written() || documents > counts.written() + counts.alreadyThere()) {
            throw new ImportFailedException(String.format(
                    Locale.ROOT,
                    "%s has %s, and the import wrote %,d: did others write to it? %s is unchanged. 'mongohaul"
                            + " abandon' ends the import; then run the same command again",
                    staging.name(),
                    Counted.of(documents, "document"),
                    counts.written(),
                    target));
        }
        Optional<Document> replaced = replaced();
        requireLimits(documents, replaced, breaches);
        staging.createIndexes(indexes(replaced, false));
        staging.finish();
        WriteSession session = sessions.begin();
        try {
            retries().run("replace the target", () -> {
                if (!isReplaced()) {
                    replaceNow(session);
                }
                confirm();
            });
        } catch (RuntimeException failure) {
            requireReplaced(session, failure);
        }
    }

    /**
     * Ends a command that waits on the server, and asks what became of the target: the command may have been executed although
     * its answer did not come in time.
     *
     * @throws RuntimeException the failure, if the target is unchanged or the server does not answer
     */
    private void requireReplaced(WriteSession session, RuntimeException failure) {
        boolean replaced;
        try {
            FormerSessions.kill(server.client(), List.of(session.id()), retries());
            replaced = isReplaced();
            if (replaced) {
                confirm();
            }
        } catch (RuntimeException unknown) {
            failure.addSuppressed(unknown);
            throw failure;
        }
        if (!replaced) {
            throw failure;
        }
    }

    private void requireLimits(long documents, Optional<Document> replaced, List<Deviation> breaches) {
        long present = replaced.map(found -> TargetCollection.count(primary(found.getString("name")), retries()))
                .orElse(0L);
        RejectLimit most = run.job().file().write().maxLoss();
        long lost = Math.max(0, present - documents);
        boolean tooMany = most.exceededBy(lost, present, true);
        if (!tooMany && breaches.isEmpty()) {
            return;
        }
        List<String> reasons = breaches.stream().map(Deviation::text).collect(Collectors.toList());
        if (tooMany) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%s would replace the %,d of %s, which loses more than write.max-loss: %s allows; write.max-loss=%d would pass",
                    Counted.of(documents, "document"),
                    present,
                    target,
                    most,
                    lost));
        }
        throw new PassingRestart(run, tooMany ? lost : 0, breaches)
                .exception(
                        "%s. %s is unchanged, and %s has the new documents"
                                .formatted(String.join(". ", reasons), target, staging.name()),
                        "completes the import without loading again");
    }

    /** A rename names the collections by their UUIDs, so that one that is executed late replaces nothing newer. */
    private void replaceNow(WriteSession session) {
        Staging known = Objects.requireNonNull(run.plan().staging());
        Optional<Document> present = TargetCollection.find(database, target);
        if (!run.job().switchesView()) {
            Document rename = new Document(
                            "renameCollection", new MongoNamespace(database.getName(), staging.name()).getFullName())
                    .append("to", target.getFullName());
            if (server.facts().checksCollectionUuids()) {
                rename.append("collectionUUID", known.uuid())
                        .append(
                                "dropTarget",
                                present.<Object>map(TargetCollection::uuid).orElse(false));
            } else {
                rename.append("dropTarget", true);
            }
            session.confirm();
            server.client().getDatabase("admin").runCommand(session.client(), rename);
            return;
        }
        String former = present.map(StagedLoad::viewOn).orElse(null);
        save(new Staging(known.collection(), known.uuid(), true, former));
        if (former == null) {
            session.confirm();
            database.createView(session.client(), target.getCollectionName(), staging.name(), List.of());
        } else {
            show(database, present.get(), staging.name(), session);
        }
    }

    private static void show(MongoDatabase database, Document view, String collection, WriteSession session) {
        Document options = TargetCollection.options(view).orElseThrow();
        session.confirm();
        database.runCommand(
                session.client(),
                new Document("collMod", view.getString("name"))
                        .append("viewOn", collection)
                        .append("pipeline", options.get("pipeline", List.of())));
    }

    /** Waits until the majority has all earlier writes of the primary, by a write that changes nothing. */
    private void confirm() {
        String written = run.job().switchesView() ? staging.name() : target.getCollectionName();
        database.getCollection(written)
                .withWriteConcern(WriteConcern.MAJORITY)
                .updateOne(Filters.in("_id", List.of()), Updates.set("_", 0));
    }

    private RetryBudget retries() {
        return run.lease().retries();
    }

    /**
     * Switches the view back to the collection that it showed before an import, which is still there.
     *
     * @param session of the run that takes back the import
     * @return whether the view shows that collection now; false if there is an {@linkplain #obstacleToSwitchBack obstacle}
     */
    public static boolean switchBack(MongoClient client, ImportPlans plans, ImportPlan plan, WriteSession session) {
        return plans.retries().call("switch the view back", () -> {
            if (obstacleToSwitchBack(client, plans, plan).isPresent()) {
                return false;
            }
            MongoNamespace target = new MongoNamespace(plan.identity().target());
            MongoDatabase database = client.getDatabase(target.getDatabaseName());
            Document view = TargetCollection.find(database, target).orElseThrow();
            String former = Objects.requireNonNull(
                    Objects.requireNonNull(plan.staging()).former());
            if (!former.equals(viewOn(view))) {
                show(database, view, former, session);
            }
            return true;
        });
    }

    /** Returns whether the documents of an import are those of the target. Asks the server. */
    public static boolean hasReplaced(MongoClient client, ImportPlan plan, RetryBudget retries) {
        Staging staging = plan.staging();
        MongoNamespace target = new MongoNamespace(plan.identity().target());
        return staging != null && isReplaced(client.getDatabase(target.getDatabaseName()), target, staging, retries);
    }

    private static boolean isReplaced(
            MongoDatabase database, MongoNamespace target, Staging staging, RetryBudget retries) {
        return retries.call("look at the target", () -> TargetCollection.find(database, target))
                .filter(found -> isView(found)
                        ? staging.collection().equals(viewOn(found))
                        : staging.uuid() != null && staging.uuid().equals(TargetCollection.uuid(found)))
                .isPresent();
    }

    /** Returns why the view cannot show the collection again that it showed before an import; empty if it can, or does. */
    public static Optional<String> obstacleToSwitchBack(MongoClient client, ImportPlans plans, ImportPlan plan) {
        RetryBudget retries = plans.retries();
        Staging staging = plan.staging();
        if (staging == null || !staging.view()) {
            return Optional.of("it replaced " + plan.identity().target()
                    + ", whose former documents are gone. swap.by: view keeps them for an undo");
        }
        String former = staging.former();
        if (former == null) {
            return Optional.of("it made the view %s, which showed nothing before. Drop the view and %s"
                    .formatted(plan.identity().target(), staging.collection()));
        }
        MongoNamespace target = new MongoNamespace(plan.identity().target());
        MongoDatabase database = client.getDatabase(target.getDatabaseName());
        String shown = shown(database, target, retries);
        if (former.equals(shown)) {
            return Optional.empty();
        }
        if (!staging.collection().equals(shown)) {
            return Optional.of("the view %s shows %s and not %s any more"
                    .formatted(target, shown == null ? "nothing" : shown, staging.collection()));
        }
        MongoNamespace kept = new MongoNamespace(database.getName(), former);
        return retries.call("look for the former collection", () -> TargetCollection.find(database, kept))
                                .isPresent()
                        && !plans.isDropped(plan.identity().target(), former)
                ? Optional.empty()
                : Optional.of(kept + ", which the view showed before, is gone: swap.keep limits how many are kept");
    }

    /** Drops the staging collection of an import that is abandoned or removed, unless the view shows it. */
    public static void discard(MongoClient client, ImportPlans plans, ImportPlan plan) {
        Staging staging = plan.staging();
        MongoNamespace target = new MongoNamespace(plan.identity().target());
        MongoDatabase database = client.getDatabase(target.getDatabaseName());
        if (staging != null && !staging.collection().equals(shown(database, target, plans.retries()))) {
            drop(database, plans, plan);
        }
    }

    /**
     * Drops the staging collections of imports that have ended, including those that a late insert created again. Of those that
     * a view showed, the newest stay.
     *
     * @param ofJob plans of the job, newest first
     * @param keep number of collections that the view showed before, and that stay
     */
    public static void sweep(MongoClient client, ImportPlans plans, List<ImportPlan> ofJob, int keep) {
        ofJob.stream()
                .filter(plan -> plan.staging() != null && plan.state() != ImportState.UNFINISHED)
                .collect(Collectors.groupingBy(plan -> plan.identity().target()))
                .forEach((target, ended) -> sweep(client, plans, new MongoNamespace(target), ended, keep));
    }

    private static void sweep(
            MongoClient client, ImportPlans plans, MongoNamespace target, List<ImportPlan> ended, int keep) {
        RetryBudget retries = plans.retries();
        MongoDatabase database = client.getDatabase(target.getDatabaseName());
        String prefix = "^" + Pattern.quote(target.getCollectionName() + SEPARATOR);
        List<String> present = retries.call(
                "list the collections",
                () -> database.listCollectionNames()
                        .filter(Filters.regex("name", prefix))
                        .into(new ArrayList<>()));
        String shown = shown(database, target, retries);
        // The process of an abandoned import may have been killed after the view showed its collection.
        Set<String> former = ended.stream()
                .filter(plan -> plan.state() == ImportState.COMPLETED)
                .map(plan -> Objects.requireNonNull(plan.staging()).former())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        int left = keep;
        for (ImportPlan plan : ended) {
            Staging staging = Objects.requireNonNull(plan.staging());
            if (!present.contains(staging.collection()) || staging.collection().equals(shown)) {
                continue;
            }
            boolean wasShown = plan.state() == ImportState.COMPLETED || former.contains(staging.collection());
            if (wasShown && staging.view() && left > 0) {
                left--;
            } else {
                drop(database, plans, plan);
            }
        }
    }

    /** Returns the collection that the target shows; null if the target is not a view. */
    private static @Nullable String shown(MongoDatabase database, MongoNamespace target, RetryBudget retries) {
        return retries.call("look at the target", () -> TargetCollection.find(database, target))
                .map(StagedLoad::viewOn)
                .orElse(null);
    }

    /** Drops a collection. It is marked before, since the server may execute the command late, when an undo would use it. */
    private static void drop(MongoDatabase database, ImportPlans plans, ImportPlan plan) {
        plans.saveDropped(plan.key());
        MongoCollection<Document> leftover = database.getCollection(
                        Objects.requireNonNull(plan.staging()).collection())
                .withWriteConcern(WriteConcern.MAJORITY);
        plans.retries().run("drop a staging collection", leftover::drop);
    }
}
