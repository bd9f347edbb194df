package dev.mongohaul.job.launch;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.mongohaul.mongo.RetryBudget;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses collections that do not keep each document once: what is sent again after a failure has to find itself there. */
public final class CollectionKind {

    private static final Logger LOG = LoggerFactory.getLogger(CollectionKind.class);
    private static final int UNAUTHORIZED = 13;

    private CollectionKind() {}

    /**
     * Looks at a collection before anything is planned for it; one that is not there yet will be an ordinary one.
     *
     * @throws TargetRefusedException where it is a time series, capped, or a view
     */
    public static void requireOrdinary(MongoDatabase database, String collection, RetryBudget patience) {
        MongoNamespace namespace = new MongoNamespace(database.getName(), collection);
        patience.call("look at the collection", () -> find(database, namespace))
                .flatMap(CollectionKind::refusal)
                .ifPresent(reason -> {
                    throw new TargetRefusedException(
                            "%s %s. Name another collection in target.collection".formatted(namespace, reason));
                });
    }

    private static Optional<Document> find(MongoDatabase database, MongoNamespace namespace) {
        MongoDatabase primary = database.withReadPreference(ReadPreference.primary());
        try {
            return Optional.ofNullable(primary.listCollections()
                    .filter(Filters.eq("name", namespace.getCollectionName()))
                    .first());
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNAUTHORIZED) {
                throw e;
            }
            LOG.warn(
                    "Whether {} is capped is not checked: the user may not list the collections of {}, which takes the"
                            + " action listCollections on it",
                    namespace,
                    database.getName());
            return Optional.ofNullable(namesAndTypes(primary, namespace.getCollectionName()));
        }
    }

    /** Names and types of the collections that the user may read. */
    private static @Nullable Document namesAndTypes(MongoDatabase database, String collection) {
        Document listed = database.runCommand(new Document("listCollections", 1)
                .append("filter", new Document("name", collection))
                .append("nameOnly", true)
                .append("authorizedCollections", true));
        return listed.get("cursor", Document.class).getList("firstBatch", Document.class).stream()
                .findFirst()
                .orElse(null);
    }

    private static Optional<String> refusal(Document found) {
        return switch (found.get("type", "collection")) {
            case "timeseries" ->
                Optional.of("is a time series collection, which does not keep _id unique: documents that are sent again"
                        + " after a failure would be there twice");
            case "view" -> Optional.of("is a view, which takes no documents");
            default ->
                found.get("options", new Document()).getBoolean("capped", false)
                        ? Optional.of("is a capped collection, which drops its first documents when it is full")
                        : Optional.empty();
        };
    }
}
