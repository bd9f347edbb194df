package dev.mongohaul.job.target;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.job.setting.Snapshot;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mongo.DocumentError;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.text.Printable;
import dev.mongohaul.writer.send.WriteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.JobInterruptedException;

/**
 * Target collection of an import: its shard key, its indexes, and the documents of the import in it. Retries while the
 * server is unavailable.
 */
public final class TargetCollection {

    /** Errors for an index whose fields or name another index with other options has. */
    private static final Set<Integer> CONFLICTS_OF_INDEXES = Set.of(85, 86);

    private static final Logger LOG = LoggerFactory.getLogger(TargetCollection.class);
    private static final int UNAUTHORIZED = 13;
    private static final int NAMESPACE_EXISTS = 48;

    /**
     * Longest time of a count, which takes a second per million documents. If the server is gone, the lease ends
     * sooner.
     */
    private static final long LONGEST_COUNT_MINUTES = 30;

    private final ImportRun run;
    private final MongoDatabase database;
    private final MongoCollection<Document> collection;
    private final MongoConnection server;

    /**
     * Process and election of the primary when this run created the collection, and the collection's identity; null if it
     * existed.
     */
    private @Nullable Document createdIn;

    public TargetCollection(ImportRun run, MongoConnection server, MongoDatabase database) {
        this.run = run;
        this.server = server;
        this.database = database;
        this.collection =
                database.getCollection(run.job().write().collection()).withReadPreference(ReadPreference.primary());
    }

    /**
     * Checks, before an import is planned, that a collection keeps each document once, since documents that are sent again
     * after a failure must be found there. One that does not exist yet does.
     *
     * @throws TargetRefusedException if it is a time series, capped, or a view, or not clustered as the job asks
     */
    public static void requireFit(MongoDatabase database, ServerFacts server, ImportJob job, RetryBudget retries) {
        MongoNamespace namespace =
                new MongoNamespace(database.getName(), job.write().collection());
        boolean clustered = job.file().target().clustered();
        if (clustered && !server.hasClusteredCollections()) {
            throw new TargetRefusedException(
                    "MongoDB %s has no clustered collections, which exist from 5.3 on. Remove target.clustered"
                            .formatted(server.version()));
        }
        Optional<Document> found = retries.call("check the collection", () -> find(database, namespace));
        if (found.isPresent() && options(found.get()).isEmpty()) {
            LOG.warn(
                    "It is not checked whether {} is capped{}: the user may not list the collections of {}, which requires the"
                            + " action listCollections on it",
                    namespace,
                    clustered ? " or clustered" : "",
                    database.getName());
        }
        if (!job.switchesView()) {
            requireFit(found, namespace, clustered);
        }
        if (job.removesUnseen()
                && found.flatMap(TargetCollection::options)
                        .filter(with -> with.containsKey("collation"))
                        .isPresent()) {
            throw new TargetRefusedException(
                    "%s has a collation, which a snapshot cannot merge ids by. Use write.operation: replace, or a collection without collation"
                            .formatted(namespace));
        }
    }

    static void requireFit(Optional<Document> found, MongoNamespace namespace, boolean clustered) {
        found.flatMap(listed -> refusal(listed, clustered)).ifPresent(reason -> {
            throw new TargetRefusedException(
                    "%s %s. Name another collection in target.collection".formatted(namespace, reason));
        });
    }

    /** Returns whether a collection is gone or has no document; false if the user may not read it. */
    public static boolean isEmpty(MongoClient client, MongoNamespace collection, RetryBudget retries) {
        return retries.call("look for a document of the target", () -> {
            try {
                return client.getDatabase(collection.getDatabaseName())
                                .getCollection(collection.getCollectionName())
                                .withReadPreference(ReadPreference.primary())
                                .find()
                                .projection(Projections.include("_id"))
                                .first()
                        == null;
            } catch (MongoException e) {
                if (!ServerStates.isMissingRight(e)) {
                    throw e;
                }
                return false;
            }
        });
    }

    /** Returns a collection or view as the server lists it; without its options if the user may not read them. */
    static Optional<Document> find(MongoDatabase database, MongoNamespace namespace) {
        MongoDatabase primary = database.withReadPreference(ReadPreference.primary());
        try {
            return Optional.ofNullable(primary.listCollections()
                    .filter(Filters.eq("name", namespace.getCollectionName()))
                    .first());
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNAUTHORIZED) {
                throw e;
            }
            return Optional.ofNullable(namesAndTypes(primary, namespace.getCollectionName()));
        }
    }

    /** Returns the name and type of the collection, if the user may read it. */
    private static @Nullable Document namesAndTypes(MongoDatabase database, String collection) {
        Document listed = database.runCommand(new Document("listCollections", 1)
                .append("filter", new Document("name", collection))
                .append("nameOnly", true)
                .append("authorizedCollections", true));
        return listed.get("cursor", Document.class).getList("firstBatch", Document.class).stream()
                .findFirst()
                .orElse(null);
    }

    /** Returns the options of a listed collection; empty if the user may not read them. */
    static Optional<Document> options(Document found) {
        return Optional.ofNullable(found.get("options", Document.class));
    }

    private static Optional<String> refusal(Document found, boolean clustered) {
        return switch (found.get("type", "collection")) {
            case "timeseries" ->
                Optional.of("is a time series collection, which does not keep _id unique: documents that are sent again"
                        + " after a failure would be there twice");
            case "view" ->
                Optional.of(
                        "is a view, which takes no documents; write.operation: swap with swap.by: view switches it");
            default -> options(found).flatMap(options -> refusalByOptions(options, clustered));
        };
    }

    private static Optional<String> refusalByOptions(Document options, boolean clustered) {
        if (options.getBoolean("capped", false)) {
            return Optional.of("is a capped collection, which drops its first documents when it is full");
        }
        return clustered && !options.containsKey("clusteredIndex")
                ? Optional.of("is not a clustered collection, and target.clustered asks for one")
                : Optional.empty();
    }

    /**
     * Creates the unique indexes, which have to exist before the first document.
     *
     * @throws TargetRefusedException if one cannot be created, or the import does not fit the shard key
     */
    public void prepare() {
        ImportJob job = run.job();
        refuseUnfit(job.write());
        Document options = optionsOf(job);
        if (!options.isEmpty() || job.generatesIds()) {
            create(options);
        }
        if (!job.write().insertsOnly() && mayHaveCollation(database, job, retries())) {
            run.comparing().stop();
        }
        job.indexes().stream().filter(TargetIndex::unique).forEach(this::create);
        if (job.needsUniqueMatch() && !hasUniqueIndexOn(Set.copyOf(job.write().match()))) {
            create(TargetIndex.on(job.write().match(), true));
        }
    }

    /** Creates the other indexes, which are cheaper to build after the import. */
    public void finish() {
        run.job().indexes().stream().filter(index -> !index.unique()).forEach(this::create);
    }

    String name() {
        return collection.getNamespace().getCollectionName();
    }

    /** Creates indexes of another collection, as the server lists them. */
    void createIndexes(List<Document> listed) {
        if (!listed.isEmpty()) {
            Document command = new Document("createIndexes", name()).append("indexes", listed);
            retries().run("create the indexes", () -> build(() -> database.runCommand(command)));
        }
    }

    /**
     * Deletes or marks the documents that the input of a snapshot lacks.
     *
     * @param sessions that change the documents
     * @param ofRepository that save lists and pre-images
     * @param breaches of limits of the content; with one, none is changed
     * @throws LimitExceededException if a limit is exceeded; then none is changed
     * @throws JobInterruptedException if the run is asked to stop
     */
    public void removeUnseen(
            ImportPlans plans, WriteSessions sessions, WriteSessions ofRepository, List<Deviation> breaches)
            throws JobInterruptedException {
        if (run.job().removesUnseen()) {
            Snapshot snapshot = run.job().file().snapshots().orElseThrow();
            new UnseenDocuments(run, plans, sessions, ofRepository, server.client(), database, snapshot)
                    .remove(breaches);
        }
    }

    /**
     * Returns whether the collection has this number of documents, by its statistics, which need no scan. They are exact if this
     * run created the collection, it was not dropped, nothing was removed from it, and the primary is the same process
     * since, without an election in between. Else, or if this is not certain, returns false.
     */
    public boolean surelyHas(long documents) {
        Document created = createdIn;
        if (created == null
                || created.get("process") == null
                || created.get("uuid") == null
                || server.facts().kind() == ServerKind.SHARDED) {
            return false;
        }
        Document stats = retries().call("read the statistics", this::storageStats);
        Document calls = stats.get("wiredTiger", new Document()).get("cursor", new Document());
        return number(stats, "count") == documents
                && number(calls, "insert calls") == documents
                && number(calls, "remove calls") == 0
                && number(calls, "truncate calls") == 0
                && created.equals(retries().call("look for elections", () -> term().append("uuid", uuid())));
    }

    /** Returns the statistics of the collection; empty if the server does not give them to the user. */
    private Document storageStats() {
        try {
            Document stats = collection
                    .aggregate(List.of(new Document("$collStats", new Document("storageStats", new Document()))))
                    .first();
            return stats == null ? new Document() : stats.get("storageStats", new Document());
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNAUTHORIZED && ServerStates.isServerState(e)) {
                throw e;
            }
            return new Document();
        }
    }

    private static long number(Document statistics, String name) {
        return statistics.get(name) instanceof Number number ? number.longValue() : -1;
    }

    /**
     * Returns the number of documents with generated ids of a partition, by a scan of the index on {@code _id}.
     * Thread-safe.
     */
    public long count(GeneratedIds ids, ImportPartition partition) {
        Bson ofThePartition = Filters.and(
                Filters.gte("_id", ids.idOf(partition.from())), Filters.lte("_id", ids.idOf(partition.to() - 1)));
        MongoCollection<Document> patiently = collection.withTimeout(LONGEST_COUNT_MINUTES, TimeUnit.MINUTES);
        return retries().call("count the documents", () -> patiently.countDocuments(ofThePartition));
    }

    /** Returns the number of documents, by a scan. */
    long count() {
        return count(collection, retries());
    }

    static long count(MongoCollection<Document> counted, RetryBudget retries) {
        MongoCollection<Document> patiently = counted.withTimeout(LONGEST_COUNT_MINUTES, TimeUnit.MINUTES);
        return retries.call("count the documents", () -> patiently.countDocuments());
    }

    /** Returns the options of a collection that the job creates. */
    static Document optionsOf(ImportJob job) {
        Document options = new Document();
        if (job.file().target().clustered()) {
            options.append("clusteredIndex", new Document("key", new Document("_id", 1)).append("unique", true));
        }
        if (job.file().target().derivesValidator()) {
            options.append("validator", job.validator()).append("validationLevel", "moderate");
        }
        return options;
    }

    /**
     * Creates the collection if it does not exist.
     *
     * @throws TargetRefusedException if another client created it meanwhile, and not clustered as the job asks
     */
    void create(Document options) {
        retries().run("create the collection", () -> createOnce(options));
    }

    private void createOnce(Document options) {
        Optional<Document> before = find(database, collection.getNamespace());
        if (before.isEmpty()) {
            Document creating = term();
            if (createNew(options)) {
                createdIn = creating.append("uuid", uuid());
                return;
            }
            before = find(database, collection.getNamespace());
        }
        requireFit(before, collection.getNamespace(), run.job().file().target().clustered());
    }

    /** Returns false if the collection exists. A server may also accept to create a collection that exists. */
    private boolean createNew(Document options) {
        Document command = new Document("create", name());
        command.putAll(options);
        try {
            database.runCommand(command.append("writeConcern", new Document("w", "majority")));
            return true;
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NAMESPACE_EXISTS) {
                throw e;
            }
            return false;
        }
    }

    /** Returns what distinguishes the collection from others that had or will have its name; null if unknown. */
    @Nullable
    UUID uuid() {
        return retries()
                .call("read the UUID", () -> find(database, collection.getNamespace()))
                .map(TargetCollection::uuid)
                .orElse(null);
    }

    static @Nullable UUID uuid(Document found) {
        return found.get("info", new Document()).get("uuid", UUID.class);
    }

    /** Returns the process of the primary and its election, which differ after a restart or an election. */
    private Document term() {
        Document hello = database.runCommand(new Document("hello", 1), ReadPreference.primary());
        return new Document(
                        "process", hello.get("topologyVersion", new Document()).get("processId"))
                .append("election", hello.get("electionId"));
    }

    /** Returns whether different keys can be equal for the server, and true if the user has no right to know. */
    public static boolean mayHaveCollation(MongoDatabase database, ImportJob job, RetryBudget retries) {
        MongoNamespace namespace =
                new MongoNamespace(database.getName(), job.write().collection());
        return retries.call("check the collation", () -> find(database, namespace))
                .filter(found -> options(found)
                        .filter(options -> !options.containsKey("collation"))
                        .isEmpty())
                .isPresent();
    }

    private void refuseUnfit(WriteSettings write) {
        if (ShardKey.matters(write)) {
            retries()
                    .call("read the shard key", () -> shardKey(server, collection.getNamespace()))
                    .flatMap(key -> key.refusal(write))
                    .ifPresent(reason -> {
                        throw new TargetRefusedException(reason);
                    });
        }
    }

    static Optional<ShardKey> shardKey(MongoConnection server, MongoNamespace collection) {
        return server.facts().kind() == ServerKind.SHARDED
                ? shardKey(
                        server.client().getDatabase("config").withReadPreference(ReadPreference.primary()), collection)
                : Optional.empty();
    }

    /**
     * Returns the shard key of a collection, which a sharded cluster stores in its database {@code config}; empty if it
     * is not sharded, or, with a warning, if the user may not read it.
     */
    static Optional<ShardKey> shardKey(MongoDatabase config, MongoNamespace collection) {
        try {
            return Optional.ofNullable(config.getCollection("collections")
                            .find(sharded(collection))
                            .projection(Projections.include("key"))
                            .first())
                    .map(found -> new ShardKey(collection, found.get("key", Document.class)));
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNAUTHORIZED) {
                throw e;
            }
            LOG.warn(
                    "The shard key of {} is not checked: the user may not read config.collections,"
                            + " which requires the action find on it",
                    collection);
            return Optional.empty();
        }
    }

    /**
     * Returns the filter for a sharded collection. Before 5.0 dropped collections stay listed; from 8.0 on moved
     * collections are listed, sharded or not.
     */
    private static Bson sharded(MongoNamespace collection) {
        return Filters.and(
                Filters.eq("_id", collection.getFullName()),
                Filters.ne("dropped", true),
                Filters.ne("unsplittable", true));
    }

    /**
     * Returns whether there is a unique index on the fields. A sparse or partial one allows two documents without the
     * fields.
     */
    private boolean hasUniqueIndexOn(Set<String> fields) {
        return indexesOn(fields)
                .anyMatch(index -> index.getBoolean("unique", false)
                        && !index.getBoolean("sparse", false)
                        && !index.containsKey("partialFilterExpression"));
    }

    private Stream<Document> indexesOn(Set<String> fields) {
        return retries().call("list the indexes", () -> collection.listIndexes().into(new ArrayList<>())).stream()
                .filter(index -> index.get("key", Document.class).keySet().equals(fields));
    }

    private void create(TargetIndex index) {
        try {
            retries().run("create the index", () -> build(() -> collection.createIndex(index.keys(), index.options())));
        } catch (MongoCommandException e) {
            throw failure(index, e.getErrorCode(), e.getErrorMessage());
        } catch (DuplicateKeyException e) {
            throw failure(index, e.getCode(), e.getErrorMessage());
        }
    }

    private void build(Runnable command) {
        while (true) {
            try {
                command.run();
                return;
            } catch (MongoSocketReadTimeoutException stillBuilding) {
                // When asked again, the server waits for the build in progress. Without a server, the lease expires.
                run.lease().check();
            }
        }
    }

    private RetryBudget retries() {
        return run.lease().retries();
    }

    /** Returns the refusal of an index beside another one of the same fields. */
    static TargetRefusedException conflict(TargetIndex index, MongoNamespace collection, String other) {
        return new TargetRefusedException(
                "The %sindex %s on %s cannot be created: the index %s of these fields has other options. Drop it in mongosh, db.getCollection(%s).dropIndex(%s), and run the same command again: it makes the index"
                        .formatted(
                                index.unique() ? "unique " : "",
                                index.keys().toJson(),
                                collection,
                                other,
                                Printable.quoted(collection.getCollectionName()),
                                Printable.quoted(other)));
    }

    private TargetRefusedException failure(TargetIndex index, int code, String message) {
        Optional<String> other = CONFLICTS_OF_INDEXES.contains(code)
                ? indexesOn(index.keys().keySet())
                        .map(existing -> existing.getString("name"))
                        .findFirst()
                : Optional.empty();
        if (other.isPresent()) {
            return conflict(index, collection.getNamespace(), other.get());
        }
        return new TargetRefusedException("The %sindex %s on %s cannot be created: %s (error %s)%s"
                .formatted(
                        index.unique() ? "unique " : "",
                        index.keys().toJson(),
                        collection.getNamespace(),
                        message,
                        Integer.toString(code),
                        code == DocumentError.DUPLICATE_KEY.code()
                                ? ". Documents there are equal in these fields, or lack them: correct them, or name other columns by write.match"
                                : ""));
    }

    /**
     * Shard key of a collection, and its requirements on an import.
     *
     * @param collection that is sharded
     * @param fields paths in their order, each with {@code 1} for ranges of its values or {@code "hashed"}
     */
    record ShardKey(MongoNamespace collection, Document fields) {

        private static final String ID = "_id";
        private static final String RISING =
                "The collection %s is sharded by ranges of _id, %s, and generated ids rise, so"
                        + " that every document would go to the same shard: name columns of the id in target.id, or shard the"
                        + " collection by {\"_id\": \"hashed\"}";

        /** Returns whether an import with these settings has to fit the shard key, if there is one. */
        static boolean matters(WriteSettings write) {
            return write.generatedIds() || findsDocuments(write);
        }

        private static boolean findsDocuments(WriteSettings write) {
            return !write.insertsOnly() || write.leavesExisting();
        }

        /** Returns the reason why the import does not fit the shard key, if it does not. */
        Optional<String> refusal(WriteSettings write) {
            return ofFilter(write).or(() -> ofIds(write));
        }

        /** Refuses generated ids with ranges of _id, since they rise and would all go to the same shard. */
        private Optional<String> ofIds(WriteSettings write) {
            return write.generatedIds() && rangesOfIds()
                    ? Optional.of(RISING.formatted(collection, fields.toJson()))
                    : Optional.empty();
        }

        /**
         * Refuses a filter without the whole shard key: the cluster would ask all shards for each record, and refuses
         * an upsert. Nor would one shard refuse a key that another has.
         */
        private Optional<String> ofFilter(WriteSettings write) {
            List<String> found = write.matchesById() ? List.of(ID) : write.match();
            List<String> missing = findsDocuments(write) ? missing(found) : List.of();
            return missing.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            "The collection %s is sharded by %s, and the job finds documents by %s, without %s: %s"
                                    .formatted(
                                            collection,
                                            fields.toJson(),
                                            String.join(", ", found),
                                            String.join(", ", missing),
                                            advice(write, missing)));
        }

        /**
         * Returns the fields of the shard key that the filter does not have. Equality of a document covers its fields,
         * but not the other way round.
         */
        private List<String> missing(List<String> found) {
            return fields.keySet().stream()
                    .filter(field ->
                            found.stream().noneMatch(path -> field.equals(path) || field.startsWith(path + ".")))
                    .toList();
        }

        private String advice(WriteSettings write, List<String> missing) {
            if (missing(List.of(ID)).isEmpty()) {
                return "find them by target.id instead of write.match";
            }
            String columns = "the column of " + String.join(" and that of ", missing);
            return write.matchesById()
                    ? "name the columns that find them in write.match, among them " + columns
                    : "add " + columns + " to write.match";
        }

        private boolean rangesOfIds() {
            Map.Entry<String, Object> first = fields.entrySet().iterator().next();
            return first.getKey().equals(ID) && !first.getValue().equals("hashed");
        }
    }
}
