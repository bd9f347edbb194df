package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.waiting.Backoff;
import dev.mongohaul.waiting.Pauses;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;

/** Waits between the attempts of one request. The time for attempts begins with the first failure after a success. */
final class Patience {

    private static final Duration FOR_RANGES = Duration.ofSeconds(25);
    private static final Duration FOR_SEARCHES = Duration.ofSeconds(10);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(3));

    private final Pauses pauses;

    private Patience(Duration allowed) {
        pauses = new Pauses(allowed, BACKOFF);
    }

    static Patience forRange() {
        return new Patience(FOR_RANGES);
    }

    /** Operation of a server. */
    @FunctionalInterface
    interface Request<T> {
        T send() throws IOException;
    }

    /**
     * Sends a request until it succeeds, or the time is up.
     *
     * @throws InputException if the time is up: the object is not there yet, perhaps
     */
    static <T> T of(RemoteAddress address, Request<T> request) {
        try {
            return of(request);
        } catch (IOException e) {
            throw InputException.unreachable("%s cannot be reached: %s".formatted(address, describe(e)));
        }
    }

    /**
     * Sends a request until it succeeds, or the time is up.
     *
     * @throws IOException the last failure, or one that another attempt would have, too
     */
    static <T> T of(Request<T> request) throws IOException {
        Patience patience = new Patience(FOR_SEARCHES);
        while (true) {
            try {
                return request.send();
            } catch (ObjectChangedException | FileAlreadyExistsException e) {
                throw e;
            } catch (IOException e) {
                patience.failed(e);
            }
        }
    }

    void succeeded() {
        pauses.reset();
    }

    /**
     * Waits before the next attempt.
     *
     * @param failure of the last one
     * @throws IOException the failure, if the time is up
     */
    void failed(IOException failure) throws IOException {
        try {
            if (!pauses.pause()) {
                throw failure;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Stopped between two attempts");
        }
    }

    static String describe(IOException failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
