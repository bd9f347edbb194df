package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException;
import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException.Part;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.util.List;
import java.util.Optional;
import org.springframework.data.mongodb.repository.ReactiveMongoRepository;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Hands each chunk to Spring Data's reactive repository in buffers, {@code flux.buffer(n).flatMap(repository::insert)}:
 * one {@code insertMany} a buffer, several at once. Waits for all, so that a refused document costs its own buffer alone.
 */
final class ReactiveBufferedItemWriter<D> extends ObjectItemWriter<D> {

    private final ReactiveMongoRepository<D, ?> repository;
    private final int bufferSize;

    ReactiveBufferedItemWriter(ObjectTarget<D> target) {
        super(target);
        this.repository = ReactiveRepositories.open(target.stored(), target.reactiveTemplate());
        this.bufferSize = target.settings().bufferSize();
    }

    /** Why it cannot do what the settings ask for, if it cannot. */
    static Optional<String> refusal(WriteSettings settings, Rendering<?> rendering) {
        return settings.ordered()
                ? Optional.of("buffers are sent at once, in no order: set write.ordered to false, or use reactive")
                : cannotReplace(settings, rendering);
    }

    @Override
    protected long send(List<D> objects) {
        List<Part> parts = Blocking.await(Flux.fromIterable(objects)
                .buffer(bufferSize)
                .index()
                .flatMap(buffer -> insert(Math.toIntExact(buffer.getT1()) * bufferSize, buffer.getT2())));
        if (parts.stream().anyMatch(part -> part.failure() != null)) {
            throw new PartialSendException(parts);
        }
        return 0;
    }

    private Mono<Part> insert(int from, List<D> buffer) {
        int to = from + buffer.size();
        return repository
                .insert(buffer)
                .then(Mono.fromSupplier(() -> Part.sent(from, to, to - from)))
                .onErrorResume(RuntimeException.class, e -> Mono.just(Part.failed(from, to, e)));
    }

    @Override
    protected boolean stopsAtFirstError() {
        return true;
    }
}
