package dev.mongohaul.writer;

import com.mongodb.MongoInterruptedException;
import java.util.List;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;

/** Waits for what reactive calls give. */
final class Blocking {

    private Blocking() {}

    /**
     * All elements, in the order they come.
     *
     * @throws MongoInterruptedException if the thread is interrupted, as the other driver does, with the flag set again
     * @throws RuntimeException what the call ended with
     */
    static <E> List<E> await(Flux<E> elements) {
        try {
            List<E> all = elements.collectList().block();
            return all == null ? List.of() : all;
        } catch (RuntimeException e) {
            Throwable cause = Exceptions.unwrap(e);
            if (cause instanceof InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new MongoInterruptedException("interrupted while it waited for an answer", interrupted);
            }
            throw e;
        }
    }
}
