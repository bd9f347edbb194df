package dev.mongohaul.mapping.type;

import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;

/** Text of strangers, made fit for a message: shortened, on one line, without anything that drives a terminal. */
public final class Excerpt {

    /** Longer text ends with an ellipsis. */
    public static final int HIGHEST_LENGTH = 100;

    /** No character takes more in UTF-8: so a giant cell is never decoded whole. */
    private static final int BYTES_PER_CHARACTER = 4;

    private Excerpt() {}

    /** Of the UTF-8 in {@code [from, to)}. */
    public static String of(byte[] utf8, int from, int to) {
        int length = Math.min(to - from, BYTES_PER_CHARACTER * (HIGHEST_LENGTH + 1));
        return of(new String(utf8, from, length, StandardCharsets.UTF_8));
    }

    public static String of(String text) {
        int[] characters = text.codePoints().limit(HIGHEST_LENGTH + 1L).toArray();
        StringBuilder excerpt = new StringBuilder();
        for (int at = 0; at < Math.min(characters.length, HIGHEST_LENGTH); at++) {
            if (Printable.isEscaped(characters[at])) {
                excerpt.append(Printable.escape(characters[at]));
            } else {
                excerpt.appendCodePoint(characters[at]);
            }
        }
        return characters.length > HIGHEST_LENGTH ? excerpt.append('…').toString() : excerpt.toString();
    }

    /** The excerpt between quotation marks. */
    public static String quoted(String text) {
        return '"' + of(text) + '"';
    }
}
