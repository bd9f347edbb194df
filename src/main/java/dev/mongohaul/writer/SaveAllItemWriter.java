package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.WriteTarget;
import java.util.List;
import org.springframework.data.repository.CrudRepository;

/**
 * Writer {@code save-all}: calls Spring Data's {@code repository.saveAll} for each chunk, one {@code insertMany} or a
 * replacement for each document.
 */
final class SaveAllItemWriter<D> extends ObjectItemWriter<D> {

    private final CrudRepository<D, ?> repository;

    SaveAllItemWriter(WriteTarget target, Rendering<D> rendering) {
        super(target, rendering);
        this.repository = repository().repository();
    }

    @Override
    protected long send(List<D> objects) {
        return inSession(() -> {
            repository.saveAll(objects);
            return 0L;
        });
    }

    @Override
    protected boolean stopsAtFirstError() {
        return true;
    }
}
