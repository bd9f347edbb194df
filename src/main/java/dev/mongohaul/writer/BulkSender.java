package dev.mongohaul.writer;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteException;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.springframework.data.mongodb.BulkOperationException;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.BulkOperations.BulkMode;
import org.springframework.data.mongodb.core.FindAndReplaceOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.BasicQuery;
import org.springframework.data.mongodb.core.query.BasicUpdate;
import org.springframework.data.mongodb.core.query.Query;

/**
 * Writer {@code bulk}: sends each chunk by Spring Data's {@code mongoTemplate.bulkOps} as one bulk write, in the session of
 * the writer. Writes at once, unlike Spring Batch's writer, and rolls nothing back.
 *
 * <table>
 * <caption>Calls of the driver</caption>
 * <tr><th>operation</th><th>write model</th><th>filter</th></tr>
 * <tr><td>insert, add</td><td>{@code insertOne}</td><td></td></tr>
 * <tr><td>insert, sent again</td><td>{@code replaceOne}, {@code upsert: true}</td><td>{@code _id}</td></tr>
 * <tr><td>upsert of a document that is absent</td><td>{@code insertOne}</td><td></td></tr>
 * <tr><td>replace, upsert</td><td>{@code replaceOne}, with {@code upsert: true} for an upsert</td><td>{@code write.match}</td></tr>
 * <tr><td>update</td><td>{@code updateOne} with {@code $set}</td><td>{@code write.match}</td></tr>
 * <tr><td>merge</td><td>{@code updateOne} with {@code $set}, {@code upsert: true}</td><td>
 * {@code write.match}</td></tr>
 * <tr><td>delete</td><td>{@code deleteOne}</td><td>{@code write.match}</td></tr>
 * </table>
 *
 * <p>Spring Data's {@code upsert} and {@code remove} make {@code updateMany} and {@code deleteMany}, which the template sends as
 * writes of one document.
 *
 * <p>Unordered inserts of an entity whose own repository has a {@code bulkInsert(Collection)} are sent by that method.
 */
final class BulkSender<D> extends ObjectSender<D> {

    private final MongoTemplate template;
    private final WriteSettings settings;
    private final MatchFilter filter;
    private final Optional<Consumer<List<D>>> bulkInsert;

    BulkSender(WriteTarget target, Rendering<D> rendering) {
        super(target, rendering);
        this.template = template();
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
        this.bulkInsert = repository().bulkInsert();
    }

    /** Returns why {@code bulkOps} cannot apply the settings; empty if it can. */
    static Optional<String> refusal(WriteSettings settings, Rendering<?> rendering) {
        if (settings.updates() && rendering.entity().isPresent()) {
            return Optional.of("it would convert the fields of an entity twice: leave entity out, or use direct");
        }
        return Optional.empty();
    }

    @Override
    public SendResult send(List<D> objects, List<WriteOperation> operations) {
        if (!settings.insertsOnly()) {
            return inSession(() -> sendEach(objects, operations));
        }
        if (bulkInsert.isPresent() && !settings.ordered()) {
            insert(objects, bulkInsert.get());
        } else {
            bulkOps().insert(objects).execute();
        }
        return SendResult.ALL_WRITTEN;
    }

    private SendResult sendEach(List<D> objects, List<WriteOperation> operations) {
        BulkOperations bulk = bulkOps();
        for (int index = 0; index < objects.size(); index++) {
            add(operations.get(index), objects.get(index), bulk);
        }
        return SendResult.of(bulk.execute(), objects.size());
    }

    private BulkOperations bulkOps() {
        return template.bulkOps(
                settings.ordered() ? BulkMode.ORDERED : BulkMode.UNORDERED, type(), settings.collection());
    }

    private static <D> void insert(List<D> objects, Consumer<List<D>> bulkInsert) {
        try {
            bulkInsert.accept(objects);
        } catch (BulkOperationException e) {
            boolean attemptedAll =
                    e.getResult().getInsertedCount() + e.getErrors().size() == objects.size();
            if (!attemptedAll
                    && e.getCause() instanceof MongoBulkWriteException cause
                    && !cause.getWriteErrors().isEmpty()) {
                // Without its index, because the repository does not report which documents it attempted.
                throw new MongoWriteException(
                        cause.getWriteErrors().get(0), cause.getServerAddress(), cause.getErrorLabels());
            }
            throw e;
        }
    }

    private void add(WriteOperation operation, D object, BulkOperations bulk) {
        if (operation.inserts()) {
            bulk.insert(object);
            return;
        }
        RawBsonDocument document = encode(object);
        Query query = new BasicQuery(new Document(filter.of(operation, document)));
        boolean upsert = operation.upserts();
        switch (operation) {
            case REPLACE, UPSERT, INSERT_AGAIN -> {
                FindAndReplaceOptions options = FindAndReplaceOptions.options();
                bulk.replaceOne(query, object, upsert ? options.upsert() : options);
            }
            case UPDATE, MERGE -> {
                Document operators = new Document();
                filter.update(operation, document)
                        .forEach((operator, values) -> operators.append(operator, new Document(values.asDocument())));
                BasicUpdate changes = new BasicUpdate(operators);
                if (upsert) {
                    bulk.upsert(query, changes);
                } else {
                    bulk.updateOne(query, changes);
                }
            }
            default -> bulk.remove(query);
        }
    }

    /** Spring Data gives an inserted entity a first version, and an inserted document without {@code _id} an id. */
    @Override
    public boolean addsByInsert() {
        return settings.operations().equals(Set.of(WriteOperation.UPSERT))
                && settings.matchesById()
                && type().equals(Document.class);
    }

    @Override
    public boolean stopsAtFirstError() {
        return settings.ordered();
    }
}
