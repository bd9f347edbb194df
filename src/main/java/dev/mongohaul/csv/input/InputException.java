package dev.mongohaul.csv.input;

import dev.mongohaul.text.Printable;

/**
 * Refusal of an input or its header before the import begins; nothing has been written. The message names the file.
 */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Named files that do not exist. */
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

    /** Returns the refusal of an import without any file, which {@code empty: ok} allows. */
    public static InputException nothingFound(String message) {
        return new InputException(message, Missing.ALL);
    }

    /** Returns the refusal of an import of which some files exist and others do not. */
    static InputException incomplete(String message) {
        return new InputException(message, Missing.SOME);
    }

    /** Returns whether the only problem is that no file exists yet. */
    public boolean isNothingFound() {
        return missing == Missing.ALL;
    }

    /** Returns whether the only problem is that not all files exist yet. */
    public boolean isIncomplete() {
        return missing != Missing.NONE;
    }
}
