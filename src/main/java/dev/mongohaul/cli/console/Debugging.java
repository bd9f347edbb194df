package dev.mongohaul.cli.console;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import dev.mongohaul.text.Printable;

/** What {@code MONGOHAUL_DEBUG} in the environment turns on: debug log lines, and stack traces. */
public final class Debugging {

    private Debugging() {}

    /**
     * Makes {@code logback.xml} say more, or else has it read once; before the first logger is asked for. Spring Boot
     * would read it again, for {@code logging.level}, and commons-logging would load Log4j to find that it is not there.
     */
    public static void prepareLog() {
        System.setProperty("org.apache.commons.logging.LogFactory", "org.apache.commons.logging.impl.Slf4jLogFactory");
        if (!Invocation.ofProcess().debug()) {
            System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        } else {
            System.setProperty("mongohaul.log.level", "DEBUG");
            System.setProperty("mongohaul.log.exception", "%printableEx");
        }
    }

    /** Converter of a stack trace without control characters; named in {@code logback.xml}. */
    public static final class PrintableException extends ThrowableProxyConverter {

        @Override
        protected String throwableProxyToString(IThrowableProxy failure) {
            return Printable.lines(super.throwableProxyToString(failure));
        }
    }

    /** Converter of a log message to one line without control characters; named in {@code logback.xml}. */
    public static final class PrintableMessage extends MessageConverter {

        @Override
        public String convert(ILoggingEvent event) {
            return Printable.of(super.convert(event));
        }
    }
}
