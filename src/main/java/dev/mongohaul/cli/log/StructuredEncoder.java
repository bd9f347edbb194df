package dev.mongohaul.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.mongohaul.text.ProgramVersion;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Encoder of log lines in a format of Spring Boot. Boot's encoder is made for the first line: its classes log themselves,
 * which they cannot while the log is configured.
 */
final class StructuredEncoder extends EncoderBase<ILoggingEvent> {

    private static final byte[] NOTHING = {};

    private final String format;
    private final boolean stackTraces;
    private @Nullable StructuredLogEncoder encoder;

    /** @param stackTraces whether lines have those of their failures */
    StructuredEncoder(String format, boolean stackTraces) {
        this.format = format;
        this.stackTraces = stackTraces;
    }

    @Override
    public synchronized byte[] encode(ILoggingEvent event) {
        if (encoder == null) {
            encoder = create();
        }
        return encoder.encode(event);
    }

    private StructuredLogEncoder create() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "mongohaul",
                        Map.of(
                                "spring.application.name",
                                "mongohaul",
                                "spring.application.version",
                                ProgramVersion.read(),
                                "logging.structured.json.exclude",
                                stackTraces ? "" : "error.stack_trace,stack_trace,_error_stack_trace,full_message")));
        ConfigurationPropertySources.attach(environment);
        getContext().putObject(Environment.class.getName(), environment);
        StructuredLogEncoder created = new StructuredLogEncoder();
        created.setContext(getContext());
        created.setFormat(format);
        created.setCharset(StandardCharsets.UTF_8);
        created.start();
        return created;
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
