package dev.mongohaul.writer.delivery;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A list of documents was sent by several calls, some of which failed. */
public final class PartialSendException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Part> parts;

    /** @param parts what was attempted; documents outside of them were not sent */
    PartialSendException(List<Part> parts) {
        super("not all documents were written");
        parts.stream().map(Part::failure).filter(Objects::nonNull).findFirst().ifPresent(this::initCause);
        this.parts = List.copyOf(parts);
    }

    /** Throws a {@link PartialSendException} if one of the calls failed. */
    public static void throwIfFailed(List<Part> parts) {
        if (parts.stream().anyMatch(part -> part.failure != null)) {
            throw new PartialSendException(parts);
        }
    }

    /** Returns the exception of documents that were sent one by one until one call failed. */
    public static PartialSendException stoppedAt(int index, RuntimeException failure) {
        return stoppedAt(index, 0, failure);
    }

    /**
     * As {@link #stoppedAt(int, RuntimeException)}.
     *
     * @param unchanged number of documents before the failure that were not changed
     */
    public static PartialSendException stoppedAt(int index, long unchanged, RuntimeException failure) {
        return new PartialSendException(
                List.of(new Part(0, index, index, unchanged, null), Part.failed(index, index + 1, failure)));
    }

    List<Part> parts() {
        return parts;
    }

    /**
     * Documents of one or more calls.
     *
     * @param from index of the first in the list that was to be sent
     * @param to index after the last
     * @param found operations that matched or added a document; unused if the call failed
     * @param unchanged operations that did not change the document that they matched; unused if the call failed
     * @param failure of the call; null if it succeeded
     */
    public record Part(
            int from,
            int to,
            long found,
            long unchanged,
            @Nullable RuntimeException failure) {

        public static Part sent(int from, int to, SendResult result) {
            return new Part(from, to, to - from - result.unmatched(), result.unchanged(), null);
        }

        public static Part failed(int from, int to, RuntimeException failure) {
            return new Part(from, to, 0, 0, failure);
        }
    }
}
