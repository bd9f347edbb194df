package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import dev.mongohaul.faults.process.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Program with a terminal as standard error, provided by {@code script} of util-linux. */
@EnabledOnOs(OS.LINUX)
class TerminalIT extends ProgramTest {

    private static final long TIMEOUT_SECONDS = 60;

    @Test
    void barIsShownAndInterruptEndsTheChunkInFlight() throws IOException, InterruptedException {
        Path screen = folder.resolve("screen");
        Process terminal = withTerminal(
                        program.builder("import", "orders", "files=data/orders.csv", "chunk-size=1", "--color=never"),
                        screen)
                .start();
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(TIMEOUT_SECONDS))
                    .until(() -> Files.readString(screen).contains(" records")
                            && collection("orders").countDocuments() > 0);
            for (ProcessHandle process : terminal.descendants().toList()) {
                Signals.send("INT", process.pid());
            }

            assertThat(terminal.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            terminal.destroyForcibly();
        }

        assertThat(Files.readString(screen))
                .contains("Stopping after the chunk in flight", "orders: stopped (run 1)")
                .doesNotContain("\u001b[31m");
        assertThat(terminal.exitValue()).isEqualTo(11);
        assertThat(collection("orders").countDocuments()).isPositive().isLessThan(10_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            import products                     | ESC[32mproducts: completed (run 1)ESC[0m
            import orders files=bad.csv --quiet | ESC[31morders: reject limit exceeded (run 1)ESC[0m
            """)
    void outcomeIsColoredOnATerminal(String arguments, String line) throws IOException, InterruptedException {
        file("bad.csv", "customer,sku,price,attributes.color,attributes.size,placedAt", "C,S,cheap,red,M,x");
        Path screen = folder.resolve("screen");
        ProcessBuilder terminal = withTerminal(program.builder(arguments.split(" ", -1)), screen);
        terminal.environment().put("NO_COLOR", "");

        assertThat(terminal.start().waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();

        assertThat(Files.readString(screen).replace("\u001b", "ESC").lines()).contains(line);
    }

    private static ProcessBuilder withTerminal(ProcessBuilder program, Path screen) {
        Path script = Programs.require("script", "apt-get install bsdutils");
        String command = program.command().stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        program.environment().put("TERM", "xterm");
        return program.command(List.of(script.toString(), "-qefc", "exec " + command, "/dev/null"))
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(screen.toFile())
                .redirectErrorStream(true);
    }
}
