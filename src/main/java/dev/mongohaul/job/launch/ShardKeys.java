package dev.mongohaul.job.launch;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shard keys of a server's collections, which a sharded cluster stores in its database {@code config}. */
final class ShardKeys {

    private static final Logger LOG = LoggerFactory.getLogger(ShardKeys.class);
    private static final int UNAUTHORIZED = 13;

    private final @Nullable MongoDatabase config;

    /** @param config null if no collection is sharded */
    ShardKeys(@Nullable MongoDatabase config) {
        this.config = config;
    }

    /** Returns the shard keys of the server; none if it is no sharded cluster. */
    public static ShardKeys of(MongoConnection connection) {
        return new ShardKeys(
                connection.facts().kind() == ServerKind.SHARDED
                        ? connection.client().getDatabase("config").withReadPreference(ReadPreference.primary())
                        : null);
    }

    /**
     * Returns the shard key of a collection; empty if it is not sharded, or, with a warning, if the user may not read
     * it.
     */
    Optional<ShardKey> of(MongoNamespace collection) {
        if (config == null) {
            return Optional.empty();
        }
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
            return write.generatedIds() || !write.insertsOnly();
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
         * an upsert.
         */
        private Optional<String> ofFilter(WriteSettings write) {
            List<String> found = write.matchesById() ? List.of(ID) : write.match();
            List<String> missing = write.insertsOnly() ? List.of() : missing(found);
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
