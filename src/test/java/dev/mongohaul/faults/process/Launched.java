package dev.mongohaul.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * One launch of the program.
 *
 * @param out file with its standard output
 * @param err file with its standard error, which has progress and errors
 */
public record Launched(OsProcess process, Path out, Path err) {

    /** Result of {@link #await} for a process that was killed because it exceeded the limit. */
    public static final int HUNG = -1;

    /** Number of times that the limit is granted to a process that goes on reading records. */
    private static final int MOST_LIMITS = 4;

    private static final Pattern RECORDS = Pattern.compile("[0-9,]+ records");

    /**
     * Waits for the end of the process, and kills it if it has read no record within the limit, or not ended within four times
     * the limit. Returns the exit code, or {@link #HUNG}.
     */
    public int await(Duration limit) {
        String before = "";
        for (int part = 0; part < MOST_LIMITS; part++) {
            if (process.endsWithin(limit)) {
                return process.exitValue();
            }
            String now = progress();
            if (now.equals(before)) {
                break;
            }
            before = now;
        }
        process.signal("QUIT");
        process.endsWithin(Duration.ofSeconds(1));
        process.kill();
        return HUNG;
    }

    /** Returns the last number of records that was printed; empty if there is none. */
    private String progress() {
        return RECORDS.matcher(errors()).results().map(MatchResult::group).reduce("", (one, later) -> later);
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
