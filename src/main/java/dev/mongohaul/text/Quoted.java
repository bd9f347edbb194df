package dev.mongohaul.text;

/** Shows a text of unknown length and content in a message of one line. */
public final class Quoted {

    private static final int MAX_CHARACTERS = 100;

    private Quoted() {}

    /** The text in quotes: its first 100 characters, line breaks and tabs as escapes, other controls as {@code ?}. */
    public static String text(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().limit(MAX_CHARACTERS).forEach(c -> {
            switch (c) {
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> quoted.append(Character.isISOControl(c) ? '?' : (char) c);
            }
        });
        return quoted.append(text.length() > MAX_CHARACTERS ? "…\"" : "\"").toString();
    }
}
