package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.PartialSendException;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.SentPart;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.Optional;
import org.springframework.data.mongodb.repository.ReactiveMongoRepository;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writer {@code reactive-buffered}: sends each chunk in buffers, {@code flux.buffer(n).flatMap(repository::insert)}: one
 * {@code insertMany} for each buffer, several at the same time. Waits for all buffers, so that a refused document stops
 * its own buffer only.
 */
final class BufferedSender<D> extends ObjectSender<D> {

    private final ReactiveMongoRepository<D, ?> repository;
    private final int bufferSize;

    BufferedSender(WriteTarget target, Rendering<D> rendering) {
        super(target, rendering);
        this.repository = reactiveRepository();
        this.bufferSize = target.settings().bufferSize();
    }

    /** Returns why the writer cannot apply the settings; empty if it can. */
    static Optional<String> refusal(WriteSettings settings, Rendering<?> rendering) {
        return settings.ordered()
                ? Optional.of("buffers are sent at once, in no order: set write.ordered to false, or use reactive")
                : cannotReplace(settings, rendering);
    }

    @Override
    public SendResult send(List<D> objects, List<WriteOperation> operations) {
        return PartialSendException.sum(ReactiveSender.await(Flux.fromIterable(objects)
                .buffer(bufferSize)
                .index()
                .flatMap(buffer -> insert(Math.toIntExact(buffer.getT1()) * bufferSize, buffer.getT2()))));
    }

    private Mono<SentPart> insert(int from, List<D> buffer) {
        int to = from + buffer.size();
        return repository
                .insert(buffer)
                .then(Mono.fromSupplier(() -> SentPart.sent(from, to, SendResult.ALL_WRITTEN)))
                .onErrorResume(RuntimeException.class, e -> Mono.just(SentPart.failed(from, to, e)));
    }
}
