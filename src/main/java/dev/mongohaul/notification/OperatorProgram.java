package dev.mongohaul.notification;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Program of the operator that gets each notification on standard input, once. It inherits no variable that could have a
 * secret. Its failure is logged and changes nothing.
 */
final class OperatorProgram implements Receivers.Other {

    static final String VARIABLE = "MONGOHAUL_NOTIFY_COMMAND";

    /** Variables that the program gets. */
    private static final Set<String> INHERITED =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TMPDIR");

    private final Logger log = LoggerFactory.getLogger(OperatorProgram.class);
    private final Path file;

    OperatorProgram(Path file) {
        this.file = file;
    }

    /**
     * Returns the program of the environment; empty if it names none.
     *
     * @throws InvalidWebhookException if there is none that can be run
     */
    static Optional<OperatorProgram> of(Map<String, String> environment) {
        return Optional.ofNullable(Webhook.variable(environment, VARIABLE)).map(text -> {
            try {
                Path file = Path.of(text.strip()).toAbsolutePath();
                if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return new OperatorProgram(file);
                }
            } catch (InvalidPathException e) {
                // Refused below, with the value.
            }
            throw new InvalidWebhookException(
                    "%s=%s: there is no file of this path that this user may execute. It has no arguments; name a script that has them."
                            .formatted(VARIABLE, text));
        });
    }

    /** Runs the program to its end, or kills it at the end of the time. */
    @Override
    public void take(Notification notification, Duration limit) throws InterruptedException {
        String failure = failure(notification.json(), limit);
        if (!failure.isEmpty()) {
            log.warn("{} {}: \"{}\"", file, failure, notification.text());
        }
    }

    /** Returns what went wrong; empty if nothing did. */
    private String failure(byte[] body, Duration limit) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(file.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().retainAll(INHERITED);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return "cannot be run (" + e.getMessage() + ")";
        }
        try {
            Thread writing = new Thread(() -> write(body, process), "notify-command");
            writing.setDaemon(true);
            writing.start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return "did not end within " + limit.toSeconds() + " s and was killed";
            }
            return process.exitValue() == 0 ? "" : "failed with exit code " + process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Override
    public String name() {
        return file.toString();
    }

    private static void write(byte[] body, Process process) {
        try (OutputStream input = process.getOutputStream()) {
            input.write(body);
        } catch (IOException e) {
            // The program need not read its input.
        }
    }
}
