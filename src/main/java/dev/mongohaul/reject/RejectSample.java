package dev.mongohaul.reject;

import org.jspecify.annotations.Nullable;

/**
 * Example of a group.
 *
 * @param line on which it begins in its file, from 1
 * @param value of the cell at fault, shortened; null where there is none
 * @param text the full reason
 */
public record RejectSample(String file, long line, @Nullable String value, String text) {

    static RejectSample of(Reject reject) {
        RejectedCell cell = reject.reason().cell();
        return new RejectSample(
                reject.record().file(),
                reject.record().line(),
                cell == null ? null : cell.value(),
                reject.reason().text());
    }
}
