package dev.mongohaul.writer;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteResult;
import dev.mongohaul.writer.repository.BlockingRepositories;
import dev.mongohaul.writer.target.MatchFilter;
import dev.mongohaul.writer.target.WriteOperation;
import dev.mongohaul.writer.target.WriteSettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.Document;
import org.springframework.data.mongodb.BulkOperationException;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.BulkOperations.BulkMode;
import org.springframework.data.mongodb.core.FindAndReplaceOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.BasicQuery;

/**
 * Hands each chunk to Spring Data's {@code mongoTemplate.bulkOps}: one bulk write. An entity whose own repository has a
 * {@code bulkInsert(Collection)} is inserted by that.
 */
final class BulkItemWriter<D> extends ObjectItemWriter<D> {

    private final MongoTemplate template;
    private final Class<D> type;
    private final WriteSettings settings;
    private final MatchFilter filter;
    private final Optional<Consumer<List<D>>> bulkInsert;

    BulkItemWriter(ObjectTarget<D> target) {
        super(target);
        this.template = target.template();
        this.type = target.type();
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
        this.bulkInsert = BlockingRepositories.open(target.stored(), template).bulkInsert();
    }

    @Override
    protected long send(List<D> objects) {
        if (bulkInsert.isPresent() && settings.operation() == WriteOperation.INSERT && !settings.ordered()) {
            insert(objects, bulkInsert.get());
            return 0;
        }
        BulkOperations operations = template.bulkOps(
                settings.ordered() ? BulkMode.ORDERED : BulkMode.UNORDERED, type, settings.collection());
        if (settings.operation() == WriteOperation.INSERT) {
            operations.insert(objects).execute();
            return 0;
        }
        objects.forEach(object -> replace(object, operations));
        BulkWriteResult result = operations.execute();
        return (long) objects.size()
                - result.getMatchedCount()
                - result.getUpserts().size();
    }

    private static <D> void insert(List<D> objects, Consumer<List<D>> bulkInsert) {
        try {
            bulkInsert.accept(objects);
        } catch (BulkOperationException e) {
            throw triedAll(e, objects.size()) ? e : withoutPlace(e);
        }
    }

    private static boolean triedAll(BulkOperationException exception, int sent) {
        return exception.getResult().getInsertedCount() + exception.getErrors().size() == sent;
    }

    /** A repository that does not try every document does not tell which it tried. */
    private static RuntimeException withoutPlace(BulkOperationException exception) {
        if (exception.getCause() instanceof MongoBulkWriteException cause
                && !cause.getWriteErrors().isEmpty()) {
            return new MongoWriteException(
                    cause.getWriteErrors().get(0), cause.getServerAddress(), cause.getErrorLabels());
        }
        return exception;
    }

    private void replace(D object, BulkOperations operations) {
        FindAndReplaceOptions options = FindAndReplaceOptions.options();
        operations.replaceOne(
                new BasicQuery(new Document(filter.of(encode(object)))),
                object,
                settings.upsert() ? options.upsert() : options);
    }

    @Override
    protected boolean stopsAtFirstError() {
        return settings.ordered();
    }
}
