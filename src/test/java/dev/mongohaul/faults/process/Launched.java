package dev.mongohaul.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One launch of the program.
 *
 * @param out what it prints
 * @param err its progress and its errors
 */
public record Launched(OsProcess process, Path out, Path err) {

    /** What {@link #await} returns for a process that had to be killed because its time was up. */
    public static final int HUNG = -1;

    /** Waits for its end, and kills it when that takes longer than the limit. */
    public int await(Duration limit) {
        if (!process.ends(limit)) {
            process.signal("QUIT");
            process.ends(Duration.ofSeconds(1));
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

    /** The last words of a launch, for a person who looks for the cause. */
    public String lastWords() {
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
