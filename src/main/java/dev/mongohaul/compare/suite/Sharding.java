package dev.mongohaul.compare.suite;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.WriteContent;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.io.function.Uncheck;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.Document;

/**
 * Sharding of a new collection of a cluster, split before the first document so that all shards take part from the start. It
 * uses the commands {@code shardCollection}, {@code split} and {@code moveChunk}.
 */
record Sharding(MongoConnection connection) {

    private static final int COMMAND_NOT_FOUND = 59;

    /** Creates the collection. The job's documents decide where ranges are cut. */
    void apply(MongoNamespace namespace, ShardKeyCase shard, ImportJob job) {
        if (connection.facts().kind() != ServerKind.SHARDED) {
            throw new ComparisonException(
                    "shard: only a cluster spreads documents over shards, and this server is not one:"
                            + " name a router (mongos), or leave the case out");
        }
        Document key = new Document(shard.key(), shard.hashed() ? "hashed" : 1);
        enable(namespace.getDatabaseName());
        admin().runCommand(new Document("shardCollection", namespace.getFullName()).append("key", key));
        List<? extends BsonValue> cuts =
                shard.hashed() ? hashes(shard.chunks()) : quantiles(job, shard.key(), shard.chunks());
        cuts.forEach(cut -> split(namespace, new Document(shard.key(), cut)));
        List<Document> chunks = chunks(namespace);
        if (chunks.size() < shard.chunks()) {
            throw new ComparisonException(
                    "shard: the server has %d chunks where %d were asked for".formatted(chunks.size(), shard.chunks()));
        }
        distribute(namespace, chunks);
    }

    /** Enables sharding, a command that only servers before MongoDB 6.0 need and know. */
    private void enable(String database) {
        try {
            admin().runCommand(new Document("enableSharding", database));
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != COMMAND_NOT_FOUND) {
                throw e;
            }
        }
    }

    /** Returns cuts at equal distances: hashes are spread evenly over all 64-bit integers. */
    private static List<BsonInt64> hashes(int chunks) {
        long width = Long.divideUnsigned(-1L, chunks);
        return LongStream.range(1, chunks)
                .mapToObj(index -> new BsonInt64(Long.MIN_VALUE + index * width))
                .toList();
    }

    /** Splits a chunk. An error about a boundary means that the server has split there itself. */
    private void split(MongoNamespace namespace, Document middle) {
        try {
            admin().runCommand(new Document("split", namespace.getFullName()).append("middle", middle));
        } catch (MongoCommandException e) {
            if (!e.getErrorMessage().contains("boundary")) {
                throw e;
            }
        }
    }

    /** Returns the chunks, which the server lists by the collection's id, before 5.0 by its name. */
    private List<Document> chunks(MongoNamespace namespace) {
        MongoDatabase config = connection.client().getDatabase("config");
        Document collection = config.getCollection("collections")
                .find(Filters.eq("_id", namespace.getFullName()))
                .first();
        Object id = collection == null ? null : collection.get("uuid");
        return config.getCollection("chunks")
                .find(Filters.or(Filters.eq("uuid", id), Filters.eq("ns", namespace.getFullName())))
                .sort(Sorts.ascending("min"))
                .into(new ArrayList<>());
    }

    private void distribute(MongoNamespace namespace, List<Document> chunks) {
        List<Document> shards =
                admin().runCommand(new Document("listShards", 1)).getList("shards", Document.class);
        for (int index = 0; index < chunks.size(); index++) {
            Document chunk = chunks.get(index);
            String shard = shards.get(index % shards.size()).getString("_id");
            if (!shard.equals(chunk.getString("shard"))) {
                admin().runCommand(new Document("moveChunk", namespace.getFullName())
                        .append("bounds", List.of(chunk.get("min"), chunk.get("max")))
                        .append("to", shard));
            }
        }
    }

    private MongoDatabase admin() {
        return connection.client().getDatabase("admin");
    }

    /** Returns the quantiles of a field: values that cut a job's documents into parts of equal size, in order and distinct. */
    static List<BsonValue> quantiles(ImportJob job, String key, int parts) {
        List<BsonValue> values = new ArrayList<>();
        Uncheck.run(() -> WriteContent.each(job, (operation, document) -> values.add(value(document, key))));
        try {
            values.sort(null);
        } catch (ClassCastException e) {
            throw new ComparisonException(
                    "shard.key: the values of %s are of types that have no order here: use hashed".formatted(key), e);
        }
        return IntStream.range(1, parts)
                .mapToObj(part -> values.get((int) ((long) part * values.size() / parts)))
                .distinct()
                .toList();
    }

    private static BsonValue value(BsonDocument document, String key) {
        BsonValue value = document;
        for (String name : key.split("\\.", -1)) {
            value = value instanceof BsonDocument group ? group.get(name) : null;
        }
        if (value == null) {
            throw new ComparisonException("shard.key: a document has no %s".formatted(key));
        }
        return value;
    }
}
