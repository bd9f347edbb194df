package dev.mongohaul.reject;

import org.jspecify.annotations.Nullable;

/**
 * One of the records that a reason took.
 *
 * @param line on which it begins in its file, from 1
 * @param value of the cell at fault, shortened; null where there is none
 * @param text why, in full
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
