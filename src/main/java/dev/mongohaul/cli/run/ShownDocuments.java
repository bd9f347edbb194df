package dev.mongohaul.cli.run;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CountOptions;
import dev.mongohaul.cli.output.CheckReport;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * Documents of a collection as text.
 *
 * @param total number of documents that match; negative if they were not counted in time
 */
public record ShownDocuments(List<BsonDocument> documents, long total) {

    private static final JsonWriterSettings JSON = CheckReport.relaxed().build();
    private static final int LONGEST_VALUE = 40;
    private static final int MOST_NAMES = 20;

    /** Below the time in which a connection has to answer. */
    private static final int FIND_SECONDS = 15;

    private static final int COUNT_SECONDS = 5;

    /**
     * Reads the documents.
     *
     * @throws UsageException if there is no such collection, or if the filter is wrong
     */
    public static ShownDocuments find(ServerChoice server, DocumentQuery query) {
        BsonDocument filter = query.filter();
        try (MongoConnections connections = Session.connect(server)) {
            String name = Objects.requireNonNullElseGet(
                    query.database(), () -> connections.data().address().database());
            MongoDatabase database = database(connections, name);
            requireCollection(database, query.collection());
            MongoCollection<BsonDocument> collection = database.getCollection(query.collection(), BsonDocument.class);
            List<BsonDocument> found = collection
                    .find(filter)
                    .limit(query.limit())
                    .maxTime(FIND_SECONDS, TimeUnit.SECONDS)
                    .into(new ArrayList<>());
            return new ShownDocuments(found, count(collection, filter));
        } catch (MongoExecutionTimeoutException e) {
            throw new UsageException("MongoDB found nothing within %d s. Give a filter of a field with an index."
                    .formatted(FIND_SECONDS));
        } catch (MongoCommandException e) {
            if (query.where() == null || ServerStates.isServerState(e)) {
                throw e;
            }
            throw new UsageException(
                    "MongoDB refuses --where=%s: %s".formatted(Printable.excerpt(query.where()), e.getErrorMessage()));
        }
    }

    private static MongoDatabase database(MongoConnections connections, String name) {
        try {
            return connections.data().client().getDatabase(name);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--database=%s is not the name of a database: %s".formatted(name, firstLine(e)));
        }
    }

    private static void requireCollection(MongoDatabase database, String collection) {
        Set<String> names =
                database.listCollectionNames().authorizedCollections(true).into(new LinkedHashSet<>()).stream()
                        .sorted()
                        .collect(Collectors.toCollection(LinkedHashSet::new));
        if (names.contains(collection)) {
            return;
        }
        String known = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMES ? " and %d more".formatted(names.size() - MOST_NAMES) : "");
        throw new UsageException("The database %s has no collection %s%s. %s"
                .formatted(
                        database.getName(),
                        Printable.quoted(collection),
                        NearestName.hint(collection, names),
                        names.isEmpty()
                                ? "It has no collection at all; --database names another."
                                : "It has " + known));
    }

    /** A count without a filter is that of the collection's metadata, which needs no scan. */
    private static long count(MongoCollection<BsonDocument> collection, BsonDocument filter) {
        try {
            return filter.isEmpty()
                    ? collection.estimatedDocumentCount()
                    : collection.countDocuments(filter, new CountOptions().maxTime(COUNT_SECONDS, TimeUnit.SECONDS));
        } catch (MongoExecutionTimeoutException e) {
            return -1;
        }
    }

    static String firstLine(RuntimeException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    /** Returns one line for each document. */
    public String json() {
        return documents.stream().map(document -> document.toJson(JSON) + "\n").collect(Collectors.joining());
    }

    public String count() {
        return total < 0
                ? "%s; they were not all counted within %d s"
                        .formatted(Counted.of(documents.size(), "document"), COUNT_SECONDS)
                : "%,d of %s".formatted(documents.size(), Counted.of(total, "document"));
    }

    /** Returns the documents with a column for each top-level field, in the order in which the fields appear first. */
    public String table() {
        Set<String> fields = documents.stream()
                .flatMap(document -> document.keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (fields.isEmpty()) {
            return "";
        }
        TextTable<BsonDocument> table = new TextTable<>();
        fields.forEach(field -> table.text(Printable.excerpt(field), document -> cell(document.get(field))));
        return table.of(documents) + System.lineSeparator();
    }

    private static String cell(@Nullable BsonValue value) {
        if (value == null) {
            return "";
        }
        String text = Printable.of(CheckReport.text(value));
        return text.codePointCount(0, text.length()) <= LONGEST_VALUE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_VALUE - 1)) + '…';
    }
}
