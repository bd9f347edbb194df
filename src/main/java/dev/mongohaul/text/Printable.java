package dev.mongohaul.text;

/**
 * Makes text of strangers fit to be shown: what would forge a line, drive a terminal or turn the reading direction is
 * shown as an escape, as JSON and YAML write it.
 *
 * <p>Those are control characters, line and paragraph separators, and the marks that override or isolate directions.
 */
public final class Printable {

    /** The longest excerpt; a longer text is cut and ends with an ellipsis. */
    private static final int EXCERPT_CHARACTERS = 100;

    private Printable() {}

    /** The text on one line. */
    public static String of(String text) {
        return escaped(text, "");
    }

    /** The text with its line feeds and tabs: for whole outputs, whose parts are on one line each. */
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

    /** Whether the character is shown as an escape. */
    public static boolean isEscaped(int character) {
        return Character.isISOControl(character)
                || character == 0x061C
                || character == 0x200E
                || character == 0x200F
                || (character >= 0x2028 && character <= 0x202E)
                || (character >= 0x2066 && character <= 0x2069);
    }

    /** The escape of such a character. */
    public static String escape(int character) {
        return String.format("\\u%04x", character);
    }

    private static String escaped(String text, String kept) {
        if (text.chars().noneMatch(character -> isEscaped(character, kept))) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        text.chars().forEach(character -> {
            if (isEscaped(character, kept)) {
                shown.append(escape(character));
            } else {
                shown.append((char) character);
            }
        });
        return shown.toString();
    }

    private static boolean isEscaped(int character, String kept) {
        return isEscaped(character) && kept.indexOf(character) < 0;
    }
}
