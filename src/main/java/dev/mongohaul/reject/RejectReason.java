package dev.mongohaul.reject;

import org.jspecify.annotations.Nullable;

/**
 * Why a record was given up.
 *
 * @param text for the person who has to mend the record; shortened to {@value #LONGEST_TEXT} characters
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
        text = Excerpt.of(text, LONGEST_TEXT);
    }

    /** A reason found here, before any server was asked. */
    public static RejectReason of(RejectStage stage, String text, @Nullable RejectedCell cell) {
        return new RejectReason(stage, text, cell, null);
    }

    /** What the server said when it refused the document. */
    public static RejectReason refused(int code, String text) {
        return new RejectReason(RejectStage.REFUSED, text, null, code);
    }
}
