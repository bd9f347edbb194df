package dev.mongohaul.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.OutputStream;
import java.util.function.IntSupplier;
import org.slf4j.LoggerFactory;

/** Copy of the log of this process, as the program writes it to standard error. */
final class CapturedLog {

    private final Logger root = root();
    private final OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();

    private CapturedLog(OutputStream err, Encoder<ILoggingEvent> encoder) {
        appender.setContext(root.getLoggerContext());
        appender.setEncoder(encoder);
        appender.setOutputStream(err);
        appender.start();
        root.addAppender(appender);
    }

    /** Runs a command and copies its log to the stream. */
    static int into(OutputStream err, IntSupplier command) {
        return into(err, ((OutputStreamAppender<ILoggingEvent>) root().getAppender("STDERR")).getEncoder(), command);
    }

    /** Runs a command and copies its log to the stream, in the format of an encoder that has not started. */
    static int intoJson(OutputStream err, Encoder<ILoggingEvent> encoder, IntSupplier command) {
        encoder.setContext(root().getLoggerContext());
        encoder.start();
        return into(err, encoder, command);
    }

    private static int into(OutputStream err, Encoder<ILoggingEvent> encoder, IntSupplier command) {
        CapturedLog log = new CapturedLog(err, encoder);
        try {
            return command.getAsInt();
        } finally {
            log.close();
        }
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private void close() {
        root.detachAppender(appender);
        appender.stop();
    }
}
