package dev.mongohaul.writer.delivery;

import java.util.List;
import java.util.Objects;

/** A list of documents was sent by several calls, some of which failed. */
public final class PartialSendException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<SentPart> parts;

    /** @param parts what was attempted; documents outside of them were not sent */
    PartialSendException(List<SentPart> parts) {
        super("not all documents were written");
        parts.stream()
                .map(SentPart::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(this::initCause);
        this.parts = List.copyOf(parts);
    }

    /** Throws a {@link PartialSendException} if one of the calls failed. */
    public static void throwIfFailed(List<SentPart> parts) {
        if (parts.stream().anyMatch(part -> part.failure() != null)) {
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
                List.of(new SentPart(0, index, index, unchanged, null), SentPart.failed(index, index + 1, failure)));
    }

    List<SentPart> parts() {
        return parts;
    }
}
