package dev.mongohaul.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Copy of the log of this process, as the program writes it to standard error. */
final class CapturedLog {

    /** Property that keeps Spring Boot from resetting the log, as in the program. */
    private static final String LOGGING_SYSTEM = "org.springframework.boot.logging.LoggingSystem";

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    private final @Nullable String loggingSystem = System.getProperty(LOGGING_SYSTEM);

    private CapturedLog(OutputStream err) {
        System.setProperty(LOGGING_SYSTEM, "none");
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
        Optional.ofNullable(loggingSystem)
                .ifPresentOrElse(
                        system -> System.setProperty(LOGGING_SYSTEM, system),
                        () -> System.clearProperty(LOGGING_SYSTEM));
    }
}
