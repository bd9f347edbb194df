package dev.mongohaul.job.target;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Projections;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Types of the keys in a collection beside those of a job. The server compares values of one type only, and all numbers with
 * each other: a record with a key of another type finds no document.
 */
public final class KeyTypes {

    private static final Logger LOG = LoggerFactory.getLogger(KeyTypes.class);

    private static final Set<String> NUMBERS = Set.of("int", "long", "double", "decimal");

    /** Types that keys have. */
    private static final List<String> OTHERS =
            List.of("number", "string", "objectId", "date", "binData", "bool", "object");

    /** Longest time of a query, which may find no index. */
    private static final long MOST_SECONDS = 1;

    private final MongoCollection<BsonDocument> collection;
    private final ImportJob job;

    private KeyTypes(MongoDatabase database, ImportJob job) {
        this.collection = database.getCollection(job.write().collection(), BsonDocument.class)
                .withReadPreference(ReadPreference.primary());
        this.job = job;
    }

    /** Warns if documents have the key in another type than the records of the job. */
    public static void compare(MongoDatabase database, ImportJob job) {
        difference(database, job).ifPresent(difference -> LOG.warn("{}: {}", job.name(), difference));
    }

    /** Describes documents with the key in another type than the records of the job; empty after an error of the server. */
    public static Optional<String> difference(MongoDatabase database, ImportJob job) {
        if (job.swaps() || job.generatesIds()) {
            return Optional.empty();
        }
        KeyTypes types = new KeyTypes(database, job);
        List<String> keys =
                job.write().matchesById() ? List.of("_id") : job.write().match();
        try {
            return keys.stream().flatMap(key -> types.difference(key).stream()).findFirst();
        } catch (MongoException e) {
            LOG.debug("the types of the keys are not compared", e);
            return Optional.empty();
        }
    }

    private Optional<String> difference(String key) {
        List<String> types = types(key);
        List<String> others =
                OTHERS.stream().filter(type -> !types.contains(type)).toList();
        return types.isEmpty()
                ? Optional.empty()
                : first(key, others)
                        .map(
                                document ->
                                        "documents of %s have the key %s in another type than the records, which have it as %s: %s. A record finds no key of another type, and an upsert adds it a second time: %s"
                                                .formatted(
                                                        collection.getNamespace(),
                                                        Printable.of(key),
                                                        String.join(" or ", types),
                                                        Printable.excerpt(document.toJson()),
                                                        document.isObjectId(key)
                                                                        && job.write()
                                                                                .matchesById()
                                                                ? "where these are generated ids, find the documents by a field (write.match, --match)"
                                                                : "give the column the type of these documents, or auto if both types are in use"));
    }

    /** Finds a document whose key has one of the types, each of which is a range of an index. */
    private Optional<BsonDocument> first(String key, List<String> types) {
        return Optional.ofNullable(collection
                .find(new Document(key, new Document("$type", types)))
                .projection(Projections.include(key))
                .maxTime(MOST_SECONDS, TimeUnit.SECONDS)
                .first());
    }

    /** Returns the types of a key of the job as the server names them; empty if the job does not say. */
    private List<String> types(String key) {
        Document schema = job.validator().get("$jsonSchema", Document.class);
        for (String name : key.split("\\.", -1)) {
            schema = schema.get("properties", new Document()).get(name, new Document());
        }
        Object types = schema.getOrDefault("bsonType", List.of());
        return Stream.of(types)
                .flatMap(type -> type instanceof List<?> several ? several.stream() : Stream.of(type))
                .map(type -> NUMBERS.contains(type) ? "number" : String.valueOf(type))
                .distinct()
                .toList();
    }
}
