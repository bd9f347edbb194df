package dev.mongohaul.bench.limit;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ClusteredIndexOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import dev.mongohaul.job.setting.TargetIndex;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Database of one measurement: its collection, and the JobRepository of the import. */
record MeasuredDatabase(MongoDatabase database, String collection) {

    private static final long TIMEOUT_MINUTES = 30;
    private static final double MILLIS = 1e3;

    static MeasuredDatabase of(MongoClient client, String name, String collection) {
        return new MeasuredDatabase(
                client.getDatabase(name).withTimeout(TIMEOUT_MINUTES, TimeUnit.MINUTES), collection);
    }

    void create(List<TargetIndex> indexes, boolean clustered) {
        CreateCollectionOptions options = new CreateCollectionOptions();
        if (clustered) {
            options.clusteredIndexOptions(new ClusteredIndexOptions(new Document("_id", 1), true));
        }
        database.createCollection(collection, options);
        indexes.forEach(index -> database.getCollection(collection).createIndex(index.keys(), index.options()));
    }

    long count(Bson filter) {
        return database.getCollection(collection).countDocuments(filter);
    }

    /** Returns the duration of a step. */
    Optional<Double> stepSeconds(String step) {
        Document found = database.getCollection("BATCH_STEP_EXECUTION")
                .find(new Document("name", step))
                .first();
        Date start = found == null ? null : found.getDate("startTime");
        Date end = found == null ? null : found.getDate("endTime");
        return start == null || end == null
                ? Optional.empty()
                : Optional.of(
                        Duration.between(start.toInstant(), end.toInstant()).toMillis() / MILLIS);
    }
}
