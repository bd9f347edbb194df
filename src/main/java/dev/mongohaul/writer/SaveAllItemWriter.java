package dev.mongohaul.writer;

import java.util.List;
import org.springframework.data.repository.CrudRepository;

/** Hands each chunk to Spring Data's {@code repository.saveAll}: one {@code insertMany}, or a replacement a document. */
final class SaveAllItemWriter<D> extends ObjectItemWriter<D> {

    private final CrudRepository<D, ?> repository;

    SaveAllItemWriter(ObjectTarget<D> target) {
        super(target);
        this.repository = BlockingRepositories.open(target.stored(), target.template(session()))
                .repository();
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
