package dev.mongohaul.writer;

import com.mongodb.MongoInterruptedException;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.PartialSendException;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.data.mongodb.repository.ReactiveMongoRepository;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;

/**
 * Writer {@code reactive}: calls Spring Data's {@code reactiveRepository.insert(Flux)} for each chunk, which sends one
 * document after the other, and waits for the last.
 */
final class ReactiveSender<D> extends ObjectSender<D> {

    private final ReactiveMongoRepository<D, ?> repository;

    ReactiveSender(WriteTarget target, Rendering<D> rendering) {
        super(target, rendering);
        this.repository = reactiveRepository();
    }

    @Override
    public SendResult send(List<D> objects, List<WriteOperation> operations) {
        AtomicInteger written = new AtomicInteger();
        try {
            await(repository.insert(Flux.fromIterable(objects)).doOnNext(object -> written.incrementAndGet()));
        } catch (RuntimeException e) {
            throw PartialSendException.stoppedAt(written.get(), e);
        }
        return SendResult.ALL_WRITTEN;
    }

    /**
     * Waits for all elements and returns them in the order of arrival.
     *
     * @throws MongoInterruptedException if the thread is interrupted, as the other driver does, with the flag set again
     * @throws RuntimeException the error of the reactive call
     */
    static <E> List<E> await(Flux<E> elements) {
        try {
            List<E> all = elements.collectList().block();
            return all == null ? List.of() : all;
        } catch (RuntimeException e) {
            Throwable cause = Exceptions.unwrap(e);
            if (cause instanceof InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new MongoInterruptedException("interrupted while waiting for an answer", interrupted);
            }
            throw e;
        }
    }
}
