package dev.mongohaul.writer.delivery;

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
        return new PartialSendException(List.of(Part.sent(0, index, index), Part.failed(index, index + 1, failure)));
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
     * @param found operations that found a document to act on, or added one; not looked at where the call failed
     * @param failure what the call threw; null where all was done
     */
    public record Part(
            int from, int to, long found, @Nullable RuntimeException failure) {

        /** All was done. */
        public static Part sent(int from, int to, long found) {
            return new Part(from, to, found, null);
        }

        /** Something was not, or nobody knows. */
        public static Part failed(int from, int to, RuntimeException failure) {
            return new Part(from, to, 0, failure);
        }
    }
}
