package dev.mongohaul.repository.batch;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.Patience;
import java.util.Objects;
import org.bson.Document;
import org.springframework.jdbc.support.incrementer.DataFieldMaxValueIncrementer;

/**
 * Sequence of Spring Batch, incremented by one atomic update outside any session or transaction.
 *
 * <p>Spring Batch's own incrementer fails with write conflicts when jobs start in parallel (spring-batch issues 4960,
 * 5507). Retries may skip a number. Thread-safe.
 */
final class SequenceIncrementer implements DataFieldMaxValueIncrementer {

    private static final FindOneAndUpdateOptions NEXT =
            new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

    private final MongoCollection<Document> sequences;
    private final String name;
    private final Patience retryPolicy;

    SequenceIncrementer(MongoDatabase database, String name, Patience retryPolicy) {
        this.sequences = database.getCollection(BatchSchema.SEQUENCES);
        this.name = name;
        this.retryPolicy = retryPolicy;
    }

    @Override
    public long nextLongValue() {
        return retryPolicy.call("assign a number", () -> {
            Document sequence = sequences.findOneAndUpdate(Filters.eq(name), Updates.inc("count", 1L), NEXT);
            return Objects.requireNonNull(sequence, "upsert returns the document")
                    .getLong("count");
        });
    }

    @Override
    public int nextIntValue() {
        return Math.toIntExact(nextLongValue());
    }

    @Override
    public String nextStringValue() {
        return Long.toString(nextLongValue());
    }
}
