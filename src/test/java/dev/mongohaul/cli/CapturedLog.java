package dev.mongohaul.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.OutputStream;
import java.util.function.IntSupplier;
import org.slf4j.LoggerFactory;

/** Copy of the log of this process, as the program writes it to standard error. */
final class CapturedLog {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();

    private CapturedLog(OutputStream err) {
        appender.setContext(root.getLoggerContext());
        appender.setEncoder(((OutputStreamAppender<ILoggingEvent>) root.getAppender("STDERR")).getEncoder());
        appender.setOutputStream(err);
        appender.start();
        root.addAppender(appender);
    }

    /** Runs a command and copies its log to the stream. */
    static int into(OutputStream err, IntSupplier command) {
        CapturedLog log = new CapturedLog(err);
        try {
            return command.getAsInt();
        } finally {
            log.close();
        }
    }

    private void close() {
        root.detachAppender(appender);
        appender.stop();
    }
}
