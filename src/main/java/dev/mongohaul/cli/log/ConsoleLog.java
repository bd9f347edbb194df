package dev.mongohaul.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.text.Printable;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * Log on standard error, since standard output is for results: as lines, or as JSON if {@link StructuredLog} says so. A failure is reported once, by the command.
 *
 * <p>Logback finds this class in {@code META-INF/services}. A configuration in XML would take a twentieth of a second of each
 * command.
 */
public final class ConsoleLog extends ContextAwareBase implements Configurator {

    /** Property with the level of this program's log lines. */
    private static final String LEVEL = "mongohaul.log.level";

    /** Prefix of Spring Boot's variables with the level of a logger. */
    private static final String LEVEL_OF = "LOGGING_LEVEL_";

    /** Property that is set in the program itself: another one that uses this jar has a log of its own. */
    private static final String USED = "mongohaul.log";

    /** Makes commons-logging use SLF4J without looking for Log4j; must be called before the first logger is created. */
    public static void use() {
        System.setProperty(USED, "console");
        System.setProperty("org.apache.commons.logging.LogFactory", "org.apache.commons.logging.impl.Slf4jLogFactory");
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(USED) == null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        // Spring Boot would replace this configuration by its own.
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        boolean debug = Invocation.ofProcess().debug();
        String format = StructuredLog.format();
        Encoder<ILoggingEvent> encoder = format == null ? lines(context, debug) : new StructuredEncoder(format, debug);
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("STDERR");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        Level level = debug ? Level.DEBUG : Level.toLevel(System.getProperty(LEVEL), Level.INFO);
        context.getLogger("dev.mongohaul").setLevel(level);
        List.of("org.springframework", "org.mongodb.driver", "org.apache.activemq", "org.apache.sshd")
                .forEach(name -> context.getLogger(name).setLevel(Level.OFF));
        if (debug) {
            System.getenv().forEach((name, value) -> {
                if (name.startsWith(LEVEL_OF)) {
                    String logger = name.substring(LEVEL_OF.length()).toLowerCase(Locale.ROOT);
                    context.getLogger(logger.replace('_', '.')).setLevel(Level.toLevel(value));
                }
            });
        }
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static Encoder<ILoggingEvent> lines(LoggerContext context, boolean debug) {
        LinesLayout layout = new LinesLayout(debug);
        layout.setContext(context);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setLayout(layout);
        return encoder;
    }

    /** Layout of a log message as one line without control characters, with the stack trace below it if asked for. */
    private static final class LinesLayout extends LayoutBase<ILoggingEvent> {

        private final boolean stackTraces;

        LinesLayout(boolean stackTraces) {
            this.stackTraces = stackTraces;
        }

        @Override
        public String doLayout(ILoggingEvent event) {
            String time = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ssXXX")
                    .format(event.getInstant().atZone(ZoneId.systemDefault()));
            String line = "%s %-5s %s%n".formatted(time, event.getLevel(), Printable.of(event.getFormattedMessage()));
            IThrowableProxy failure = event.getThrowableProxy();
            return failure == null || !stackTraces
                    ? line
                    : line + Printable.lines(ThrowableProxyUtil.asString(failure));
        }
    }
}
