package dev.mongohaul.reject;

/** Keeps text from strangers, a cell or a server's message, short enough to be stored and read. */
final class Excerpt {

    private Excerpt() {}

    /** The text, or its beginning and an ellipsis, at most {@code longest} characters; no surrogate pair is cut. */
    static String of(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
