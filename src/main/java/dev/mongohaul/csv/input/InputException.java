package dev.mongohaul.csv.input;

import dev.mongohaul.text.Printable;

/**
 * An input or its header that an import cannot begin with; nothing has been written. The message names the file and is
 * meant for people.
 */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** How many of the files that are named are not there. */
    private enum Missing {
        NONE,
        SOME,
        ALL
    }

    private final Missing missing;

    private InputException(String message, Missing missing) {
        super(Printable.of(message));
        this.missing = missing;
    }

    public static InputException refused(String message) {
        return new InputException(message, Missing.NONE);
    }

    /** No file is there: what {@code empty: ok} allows. */
    public static InputException nothingFound(String message) {
        return new InputException(message, Missing.ALL);
    }

    /** Some files are there, and others are not. */
    static InputException incomplete(String message) {
        return new InputException(message, Missing.SOME);
    }

    /** Whether the one thing wrong is that no file is there yet. */
    public boolean isNothingFound() {
        return missing == Missing.ALL;
    }

    /** Whether the one thing wrong is that not all files are there yet. */
    public boolean isIncomplete() {
        return missing != Missing.NONE;
    }
}
