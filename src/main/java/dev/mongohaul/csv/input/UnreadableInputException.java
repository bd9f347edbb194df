package dev.mongohaul.csv.input;

import dev.mongohaul.text.Printable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Failure to read on: the input changed, is damaged, or exceeds a limit. */
public final class UnreadableInputException extends IOException {

    private static final long serialVersionUID = 1L;

    public UnreadableInputException(String message) {
        this(message, null);
    }

    UnreadableInputException(String message, @Nullable Throwable cause) {
        super(Printable.of(message), cause);
    }
}
