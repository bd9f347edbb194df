package dev.mongohaul.csv.input;

import dev.mongohaul.text.Printable;

/**
 * Refusal of an input or its header before the import begins; nothing has been written. The message names the file.
 */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean nothingFound;
    private final boolean incomplete;

    private InputException(String message, boolean nothingFound, boolean incomplete) {
        super(Printable.of(message));
        this.nothingFound = nothingFound;
        this.incomplete = incomplete;
    }

    public static InputException refused(String message) {
        return new InputException(message, false, false);
    }

    /** Returns the refusal of an import without any file, which {@code empty: ok} allows. */
    public static InputException nothingFound(String message) {
        return new InputException(message, true, true);
    }

    /** Returns the refusal of an import if some of its files exist and others do not. */
    public static InputException incomplete(String message) {
        return new InputException(message, false, true);
    }

    /** Returns whether the only problem is that no file exists yet. */
    public boolean isNothingFound() {
        return nothingFound;
    }

    /** Returns whether the only problem is that not all files exist yet. */
    public boolean isIncomplete() {
        return incomplete;
    }
}
