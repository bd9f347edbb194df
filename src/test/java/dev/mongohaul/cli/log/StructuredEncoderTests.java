package dev.mongohaul.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class StructuredEncoderTests {

    @ParameterizedTest
    @ValueSource(strings = {"ecs", "logstash", "gelf"})
    void stackTracesAreForDebuggingOnly(String format) {
        assertThat(line(format, false)).contains("it \\u001B[2J failed").doesNotContain("at dev.mongohaul.");
        assertThat(line(format, true)).contains("at dev.mongohaul.cli.log.");
    }

    private static String line(String format, boolean stackTraces) {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        LoggingEvent event = new LoggingEvent(
                "",
                context.getLogger("dev.mongohaul"),
                Level.WARN,
                "it \u001b[2J failed",
                new IllegalStateException("why"),
                null);
        StructuredEncoder encoder = new StructuredEncoder(format, stackTraces);
        encoder.setContext(context);
        encoder.start();
        String line = new String(encoder.encode(event), StandardCharsets.UTF_8);
        assertThat(line).endsWith("\n").hasLineCount(1);
        assertThat(JsonMapper.shared().readTree(line).isObject()).isTrue();
        return line;
    }
}
