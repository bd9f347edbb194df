package dev.mongohaul.mapping.type;

/** JSON that is well-formed, and yet no value that a document can hold. */
final class JsonRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String why;

    JsonRefusedException(String why) {
        super(why, null, false, false);
        this.why = why;
    }

    /** What is wrong, in words for a person. */
    String why() {
        return why;
    }
}
