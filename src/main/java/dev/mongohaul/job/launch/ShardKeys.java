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

/** The shard keys of a server's collections, which a sharded cluster keeps in its database {@code config}. */
public final class ShardKeys {

    private static final Logger LOG = LoggerFactory.getLogger(ShardKeys.class);
    private static final int UNAUTHORIZED = 13;

    private final @Nullable MongoDatabase config;

    /** @param config null where no collection is sharded */
    ShardKeys(@Nullable MongoDatabase config) {
        this.config = config;
    }

    /** Of the server; none where it is no sharded cluster. */
    public static ShardKeys of(MongoConnection connection) {
        return new ShardKeys(
                connection.facts().kind() == ServerKind.SHARDED
                        ? connection.client().getDatabase("config").withReadPreference(ReadPreference.primary())
                        : null);
    }

    /** The shard key of a collection; empty where it is not sharded. A user who may not read it is warned of that. */
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
                    "Whether the job fits the shard key of {} is not checked: the user may not read config.collections,"
                            + " which takes the action find on it",
                    collection);
            return Optional.empty();
        }
    }

    /** Collections that were dropped stay listed before 5.0; from 8.0 on those that were moved are, sharded or not. */
    private static Bson sharded(MongoNamespace collection) {
        return Filters.and(
                Filters.eq("_id", collection.getFullName()),
                Filters.ne("dropped", true),
                Filters.ne("unsplittable", true));
    }

    /**
     * By what a sharded cluster finds the shard of a document, and what that asks of an import.
     *
     * @param collection that is sharded
     * @param fields paths, each with {@code 1} for ranges of its values or {@code "hashed"}, in their order
     */
    record ShardKey(MongoNamespace collection, Document fields) {

        private static final String ID = "_id";
        private static final String RISING = "The collection %s is sharded by ranges of _id, %s, and generated ids rise, so"
                + " that every document would go to the same shard: name columns of the id in target.id, or shard the"
                + " collection by {\"_id\": \"hashed\"}";

        /** Whether an import with these settings has to fit the shard key, if there is one. */
        static boolean matters(WriteSettings write) {
            return write.generatedIds() || !write.insertsOnly();
        }

        /** Why the import does not fit the shard key, if it does not. */
        Optional<String> refusal(WriteSettings write) {
            return ofFilter(write).or(() -> ofIds(write));
        }

        /** Generated ids rise: ranges of them send all of an import to the same shard. */
        private Optional<String> ofIds(WriteSettings write) {
            return write.generatedIds() && rangesOfIds()
                    ? Optional.of(RISING.formatted(collection, fields.toJson()))
                    : Optional.empty();
        }

        /** With less than the whole shard key, the cluster asks all shards for each record, and refuses an upsert. */
        private Optional<String> ofFilter(WriteSettings write) {
            List<String> found = write.matchesById() ? List.of(ID) : write.match();
            List<String> missing = write.insertsOnly() ? List.of() : missing(found);
            return missing.isEmpty()
                    ? Optional.empty()
                    : Optional.of("The collection %s is sharded by %s, and the job finds documents by %s, without %s: %s"
                            .formatted(
                                    collection,
                                    fields.toJson(),
                                    String.join(", ", found),
                                    String.join(", ", missing),
                                    advice(write, missing)));
        }

        /** Equality of a document names the fields in it; equality of a field does not name the document that has it. */
        private List<String> missing(List<String> found) {
            return fields.keySet().stream()
                    .filter(field -> found.stream().noneMatch(path -> field.equals(path) || field.startsWith(path + ".")))
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
