package dev.mongohaul.reject;

import dev.mongohaul.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Reason of a reject.
 *
 * @param text for the person who corrects the record; shortened to {@value #LONGEST_TEXT} characters
 * @param cell the cell at fault; {@code null} where it is the record as a whole
 * @param code the server's error code; {@code null} where no server was asked
 */
public record RejectReason(
        RejectStage stage,
        String text,
        @Nullable RejectedCell cell,
        @Nullable Integer code) {

    static final int LONGEST_TEXT = 2_000;

    public RejectReason {
        text = Printable.shortened(text, LONGEST_TEXT);
    }

    /** Returns a reason found before the server was asked. */
    public static RejectReason of(RejectStage stage, String text, @Nullable RejectedCell cell) {
        return new RejectReason(stage, text, cell, null);
    }

    /** Returns the reason that the server gave when it refused the document. */
    public static RejectReason refused(int code, String text) {
        return new RejectReason(RejectStage.REFUSED, text, null, code);
    }
}
