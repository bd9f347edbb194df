package dev.mongohaul.writer;

import com.mongodb.client.result.UpdateResult;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.PartialSendException;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import org.springframework.data.repository.CrudRepository;

/**
 * Writers {@code save} and {@code save-all}: Spring Data's {@code repository.save} for each document, an insert or a
 * replacement each; or {@code repository.saveAll} for each chunk, one {@code insertMany} or a replacement for each document.
 */
final class SaveSender<D> extends ObjectSender<D> {

    private final CrudRepository<D, ?> repository;
    private final boolean wholeChunks;
    private long unchanged;

    private SaveSender(WriteTarget target, Rendering<D> rendering, boolean wholeChunks) {
        super(target, rendering);
        this.repository = repository().repository();
        this.wholeChunks = wholeChunks;
    }

    static <D> SaveSender<D> save(WriteTarget target, Rendering<D> rendering) {
        return new SaveSender<>(target, rendering, false);
    }

    static <D> SaveSender<D> saveAll(WriteTarget target, Rendering<D> rendering) {
        return new SaveSender<>(target, rendering, true);
    }

    @Override
    public SendResult send(List<D> objects, List<WriteOperation> operations) {
        return inSession(() -> {
            unchanged = 0;
            if (wholeChunks) {
                repository.saveAll(objects);
            } else {
                saveEach(objects);
            }
            return new SendResult(0, unchanged, 0);
        });
    }

    @Override
    void replaced(UpdateResult result) {
        unchanged += result.getMatchedCount() - result.getModifiedCount();
    }

    private void saveEach(List<D> objects) {
        for (int index = 0; index < objects.size(); index++) {
            try {
                repository.save(objects.get(index));
            } catch (RuntimeException e) {
                throw PartialSendException.stoppedAt(index, unchanged, e);
            }
        }
    }
}
