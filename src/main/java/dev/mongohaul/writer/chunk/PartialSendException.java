package dev.mongohaul.writer.chunk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of documents was sent by several calls, of which not all went well. */
public final class PartialSendException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Part> parts;

    /** @param parts what was tried; documents outside of them were not sent */
    public PartialSendException(List<Part> parts) {
        super("not all documents were written", firstFailure(parts));
        this.parts = List.copyOf(parts);
    }

    /** Documents were sent one by one, until one call failed. */
    public static PartialSendException stoppedAt(int index, RuntimeException failure) {
        return new PartialSendException(List.of(new Part(0, index, null), new Part(index, index + 1, failure)));
    }

    List<Part> parts() {
        return parts;
    }

    private static @Nullable RuntimeException firstFailure(List<Part> parts) {
        for (Part part : parts) {
            if (part.failure != null) {
                return part.failure;
            }
        }
        return null;
    }

    /**
     * The documents of one or more calls.
     *
     * @param from index of the first in the list that was to be sent
     * @param to index behind the last
     * @param failure what the call threw; null where all were written
     */
    public record Part(int from, int to, @Nullable RuntimeException failure) {}
}
