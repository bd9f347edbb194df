package dev.mongohaul.writer;

import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.data.mongodb.repository.ReactiveMongoRepository;
import reactor.core.publisher.Flux;

/**
 * Hands each chunk to Spring Data's {@code reactiveRepository.insert(Flux)}, which sends one document after the other,
 * and waits for the last.
 */
final class ReactiveItemWriter<D> extends ObjectItemWriter<D> {

    private final ReactiveMongoRepository<D, ?> repository;

    ReactiveItemWriter(ObjectTarget<D> target) {
        super(target);
        this.repository = ReactiveRepositories.open(target.stored(), target.reactiveTemplate());
    }

    @Override
    protected long send(List<D> objects) {
        AtomicInteger written = new AtomicInteger();
        try {
            Blocking.await(repository.insert(Flux.fromIterable(objects)).doOnNext(object -> written.incrementAndGet()));
        } catch (RuntimeException e) {
            throw PartialSendException.stoppedAt(written.get(), e);
        }
        return 0;
    }

    @Override
    protected boolean stopsAtFirstError() {
        return true;
    }
}
