package dev.mongohaul.mapping.type;

/** Refuses text that no UTF-8 can hold, which escapes in JSON can make: half a surrogate pair. */
final class Surrogates {

    private Surrogates() {}

    /**
     * @param what the text, to begin the message with
     * @throws JsonRefusedException where half a character stands without its other half
     */
    static void requirePairs(String text, String what) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int character = text.codePointAt(at);
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                throw new JsonRefusedException(
                        what + " holds half a character, \\u%04x, without its other half".formatted(character));
            }
        }
    }
}
