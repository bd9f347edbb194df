package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.WriteTarget;
import java.util.List;
import org.springframework.data.repository.CrudRepository;

/** Writer {@code save}: calls Spring Data's {@code repository.save} for each document, an insert or a replacement each. */
final class SaveItemWriter<D> extends ObjectItemWriter<D> {

    private final CrudRepository<D, ?> repository;

    SaveItemWriter(WriteTarget target, Rendering<D> rendering) {
        super(target, rendering);
        this.repository = repository().repository();
    }

    @Override
    protected long send(List<D> objects) {
        return inSession(() -> save(objects));
    }

    private long save(List<D> objects) {
        for (int index = 0; index < objects.size(); index++) {
            try {
                repository.save(objects.get(index));
            } catch (RuntimeException e) {
                throw PartialSendException.stoppedAt(index, e);
            }
        }
        return 0;
    }

    @Override
    protected boolean stopsAtFirstError() {
        return true;
    }
}
