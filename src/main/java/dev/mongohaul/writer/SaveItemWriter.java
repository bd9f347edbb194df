package dev.mongohaul.writer;

import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException;
import java.util.List;
import org.springframework.data.repository.CrudRepository;

/** Hands documents to Spring Data's {@code repository.save} one by one: an insert or a replacement each. */
final class SaveItemWriter<D> extends ObjectItemWriter<D> {

    private final CrudRepository<D, ?> repository;

    SaveItemWriter(ObjectTarget<D> target) {
        super(target);
        this.repository = BlockingRepositories.open(target.stored(), target.template(session()))
                .repository();
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
