package dev.mongohaul.csv.input;

import dev.mongohaul.text.Printable;
import java.io.IOException;

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
        UNREACHABLE,
        UNREAD,
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

    /** Returns the refusal of files of a server that does not answer: they may be there. */
    public static InputException unreachable(String message) {
        return new InputException(message, Kind.UNREACHABLE);
    }

    /** Returns the refusal of an input after a failure to read it. */
    public static InputException unread(Exception failure) {
        return new InputException(
                "The input cannot be read: " + failure.getMessage(),
                failure instanceof IOException && !(failure instanceof UnreadableInputException)
                        ? Kind.UNREAD
                        : Kind.REFUSED);
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
        return kind == Kind.INCOMPLETE || kind == Kind.NOTHING_FOUND || kind == Kind.UNREACHABLE;
    }

    /** Returns whether the reason is not in a file, but on the way to it, so that another attempt may succeed. */
    public boolean isOnTheWay() {
        return kind == Kind.UNREACHABLE || kind == Kind.UNREAD;
    }
}
