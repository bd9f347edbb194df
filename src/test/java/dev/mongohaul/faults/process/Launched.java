package dev.mongohaul.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One launch of the program.
 *
 * @param out file with its standard output
 * @param err file with its standard error, which has progress and errors
 */
public record Launched(OsProcess process, Path out, Path err) {

    /** Result of {@link #await} for a process that was killed because it exceeded the limit. */
    public static final int HUNG = -1;

    /** Waits for the end of the process, and kills it after the limit. Returns the exit code, or {@link #HUNG}. */
    public int await(Duration limit) {
        if (!process.endsWithin(limit)) {
            process.signal("QUIT");
            process.endsWithin(Duration.ofSeconds(1));
            process.kill();
            return HUNG;
        }
        return process.exitValue();
    }

    public String printed() {
        return text(out);
    }

    public String errors() {
        return text(err);
    }

    /** Returns the last 400 characters of the output in one line. */
    public String lastOutput() {
        String all = (errors() + printed()).strip();
        return all.substring(Math.max(0, all.length() - 400)).replaceAll("\\s*\\R\\s*", " | ");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
