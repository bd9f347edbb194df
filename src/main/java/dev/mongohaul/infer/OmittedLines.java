package dev.mongohaul.infer;

import java.util.regex.Pattern;

/**
 * Lines that an import leaves out.
 *
 * @param comment beginning of the lines between records; empty for none
 * @param skipLines lines above the table
 */
record OmittedLines(String comment, int skipLines) {

    /** The character that begins comments; lines that begin with another sign are at most skipped above the table. */
    static final String COMMENT = "#";

    private static final Pattern LIKE_COMMENT =
            Pattern.compile("#.*|(//+|--+|/\\*+|<!--|%+|;+|!+|\\*+|REM(?= ))[ \\t]*\\p{L}.*", Pattern.DOTALL);

    /** Returns whether a line begins like a comment. */
    static boolean isLikeComment(String line) {
        return LIKE_COMMENT.matcher(line).matches();
    }
}
