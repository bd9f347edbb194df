package dev.mongohaul.csv.input;

import dev.mongohaul.csv.printable.Printable;

/**
 * An input or its header that an import cannot begin with; nothing has been written. The message names the file and is
 * meant for people.
 */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean nothingFound;

    private InputException(String message, boolean nothingFound) {
        super(Printable.of(message));
        this.nothingFound = nothingFound;
    }

    public static InputException refused(String message) {
        return new InputException(message, false);
    }

    /** Patterns of which none matches any file: what {@code empty: ok} allows. */
    public static InputException nothingFound(String message) {
        return new InputException(message, true);
    }

    /** Whether the one thing wrong is that no file is there yet. */
    public boolean isNothingFound() {
        return nothingFound;
    }
}
