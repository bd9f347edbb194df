package dev.mongohaul.job.launch;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ServerFacts.ServerKind;
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
}
