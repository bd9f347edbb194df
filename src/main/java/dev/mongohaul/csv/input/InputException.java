package dev.mongohaul.csv.input;

import dev.mongohaul.text.Printable;

/**
 * Refusal of an input or its header before the import begins; nothing has been written. The message names the file.
 */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    private InputException(String message, Kind kind) {
        super(Printable.of(message));
        this.kind = kind;
    }

    private enum Kind {
        REFUSED,
        NOTHING_FOUND,
        INCOMPLETE,
        WITHOUT_RECORD
    }

    public static InputException refused(String message) {
        return new InputException(message, Kind.REFUSED);
    }

    /** Returns the refusal of an import without any file, which {@code empty: ok} allows. */
    public static InputException nothingFound(String message) {
        return new InputException(message, Kind.NOTHING_FOUND);
    }

    /** Returns the refusal of an import if some of its files exist and others do not. */
    public static InputException incomplete(String message) {
        return new InputException(message, Kind.INCOMPLETE);
    }

    /** Returns the refusal to infer a mapping from an input without any record, which {@code empty: ok} allows to import. */
    public static InputException withoutRecord(String message) {
        return new InputException(message, Kind.WITHOUT_RECORD);
    }

    /** Returns whether the only problem is that the input, from which a mapping should be inferred, has no record. */
    public boolean isWithoutRecord() {
        return kind == Kind.WITHOUT_RECORD;
    }

    /** Returns whether the only problem is that no file exists yet. */
    public boolean isNothingFound() {
        return kind == Kind.NOTHING_FOUND;
    }

    /** Returns whether the only problem is that not all files exist yet. */
    public boolean isIncomplete() {
        return kind == Kind.INCOMPLETE || kind == Kind.NOTHING_FOUND;
    }
}
