package dev.mongohaul.text;

/**
 * The one escaper of foreign text (cells, file names, messages of a server) that is shown in messages and pages.
 *
 * <p>Control characters, line and paragraph separators and the marks that override or isolate reading directions become
 * escapes, as JSON and YAML write them: they could forge a line, drive a terminal or hide text.
 */
public final class Printable {

    private static final int EXCERPT_CHARACTERS = 100;

    private Printable() {}

    /** Returns the text on one line. */
    public static String of(String text) {
        return escaped(text, "");
    }

    /** Returns the text with its line feeds and tabs: for whole outputs, whose parts are on one line each. */
    public static String lines(String text) {
        return escaped(text, "\n\t");
    }

    /** Returns the first 100 characters of the text on one line; a longer text ends with an ellipsis. */
    public static String excerpt(String text) {
        if (text.codePointCount(0, text.length()) <= EXCERPT_CHARACTERS) {
            return of(text);
        }
        return of(text.substring(0, text.offsetByCodePoints(0, EXCERPT_CHARACTERS))) + '…';
    }

    /** Returns the {@link #excerpt} in double quotes. */
    public static String quoted(String text) {
        return '"' + excerpt(text) + '"';
    }

    /**
     * Returns the text as it is, or its beginning and an ellipsis, for text that is stored and escaped when it is shown.
     *
     * @param longest length of the result, in chars; no surrogate pair is cut
     */
    public static String shortened(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + '…';
    }

    /** Returns whether the character is shown as an escape. */
    public static boolean isEscaped(int character) {
        return Character.isISOControl(character)
                || character == 0x061C
                || character == 0x200E
                || character == 0x200F
                || (character >= 0x2028 && character <= 0x202E)
                || (character >= 0x2066 && character <= 0x2069);
    }

    /** Returns the escape of such a character. */
    public static String escape(int character) {
        return String.format("\\u%04x", character);
    }

    private static String escaped(String text, String kept) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char character = text.charAt(at);
            if (isEscaped(character) && kept.indexOf(character) < 0) {
                shown.append(escape(character));
            } else {
                shown.append(character);
            }
        }
        return shown.length() == text.length() ? text : shown.toString();
    }
}
