package dev.mongohaul.cli.output;

import dev.mongohaul.report.Since;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the part of a list that a command shows, the newest first. */
public final class ListOptions {

    private static final int MOST = 10_000;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "List what is not older than an age, such as 12h or 7d, or than a day or time, such as"
                    + " 2026-11-25 or 2026-11-25T22:00.")
    private @Nullable String since;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of lines of the list, the newest first. Default: ${DEFAULT-VALUE}.")
    private int limit;

    /** Refuses a limit out of range. */
    public void check() {
        if (limit < 1 || limit > MOST) {
            throw new UsageException("--limit=%d: from 1 to %,d can be listed".formatted(limit, MOST));
        }
    }

    public int limit() {
        return limit;
    }

    /** Returns the time from which on the list is asked for; null for any time. */
    public @Nullable Instant since() {
        String given = since;
        return given == null
                ? null
                : Since.of(given).orElseThrow(() -> new UsageException("--" + Since.refusal(given)));
    }
}
