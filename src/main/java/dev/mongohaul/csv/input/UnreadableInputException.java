package dev.mongohaul.csv.input;

import dev.mongohaul.text.Printable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An input that cannot be read on: it changed, is damaged, or outgrew a limit. The message is for people. */
public final class UnreadableInputException extends IOException {

    private static final long serialVersionUID = 1L;

    public UnreadableInputException(String message) {
        this(message, null);
    }

    public UnreadableInputException(String message, @Nullable Throwable cause) {
        super(Printable.of(message), cause);
    }
}
