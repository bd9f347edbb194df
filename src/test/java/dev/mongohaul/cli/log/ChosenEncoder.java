package dev.mongohaul.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import java.util.Objects;

/** Encoder of the log of a test, in the format that a command chose. */
public final class ChosenEncoder {

    private ChosenEncoder() {}

    /** Returns what {@link ConsoleLog} would make after {@link StructuredLog#choose} in a process. */
    public static Encoder<ILoggingEvent> create() {
        return new StructuredEncoder(Objects.requireNonNull(StructuredLog.format()), false);
    }
}
