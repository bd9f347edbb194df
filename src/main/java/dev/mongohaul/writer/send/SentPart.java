package dev.mongohaul.writer.send;

import org.jspecify.annotations.Nullable;

/**
 * Documents of one or more calls.
 *
 * @param from index of its first document in the list to send
 * @param to index after the last
 * @param result of the call; unused if it failed
 * @param failure of the call; null if it succeeded
 */
public record SentPart(
        int from, int to, SendResult result, @Nullable RuntimeException failure) {

    public static SentPart sent(int from, int to, SendResult result) {
        return new SentPart(from, to, result, null);
    }

    public static SentPart failed(int from, int to, RuntimeException failure) {
        return new SentPart(from, to, SendResult.ALL_WRITTEN, failure);
    }
}
