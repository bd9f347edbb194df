package dev.mongohaul.writer.delivery;

import org.jspecify.annotations.Nullable;

/**
 * Documents of one or more calls.
 *
 * @param from index of the first in the list that was to be sent
 * @param to index after the last
 * @param found operations that matched or added a document; unused if the call failed
 * @param unchanged operations that did not change the document that they matched; unused if the call failed
 * @param failure of the call; null if it succeeded
 */
public record SentPart(
        int from,
        int to,
        long found,
        long unchanged,
        @Nullable RuntimeException failure) {

    public static SentPart sent(int from, int to, SendResult result) {
        return new SentPart(from, to, to - from - result.unmatched(), result.unchanged(), null);
    }

    public static SentPart failed(int from, int to, RuntimeException failure) {
        return new SentPart(from, to, 0, 0, failure);
    }
}
