package dev.mongohaul.writer.send;

import java.util.List;
import java.util.Objects;

/** A list of documents was sent by several calls, some of which failed. */
public final class PartialSendException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<SentPart> parts;

    PartialSendException(List<SentPart> parts) {
        super("not all documents were written");
        parts.stream()
                .map(SentPart::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(this::initCause);
        this.parts = List.copyOf(parts);
    }

    /**
     * Returns the sum of the results.
     *
     * @throws PartialSendException if one of the calls failed
     */
    public static SendResult sum(List<SentPart> parts) {
        if (parts.stream().anyMatch(part -> part.failure() != null)) {
            throw new PartialSendException(parts);
        }
        return parts.stream().map(SentPart::result).reduce(SendResult.ALL_WRITTEN, SendResult::plus);
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
        return new PartialSendException(List.of(
                SentPart.sent(0, index, new SendResult(0, unchanged, 0)), SentPart.failed(index, index + 1, failure)));
    }

    /** Returns what was attempted; documents outside of it were not sent. */
    public List<SentPart> parts() {
        return parts;
    }
}
