package dev.mongohaul.faults;

import dev.mongohaul.faults.campaign.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Appends one line per run of a campaign to {@code target/faults/<campaign>.csv}. */
final class CampaignLog {

    private static final String HEADER = "seed,violations,writer,grid,subject,launches,seconds,faults,what";

    private CampaignLog() {}

    /** Adds a run and returns its line. */
    static String add(Path folder, String campaign, long seed, Outcome outcome, double seconds) {
        Path file = folder.resolve(campaign + ".csv");
        String line = String.join(
                ",",
                Long.toString(seed),
                Integer.toString(outcome.violations().size()),
                outcome.writer(),
                Integer.toString(outcome.grid()),
                outcome.subject(),
                Integer.toString(outcome.launches()),
                String.format(Locale.ROOT, "%.1f", seconds),
                cell(outcome.faults()),
                cell(outcome.violations()));
        try {
            if (Files.notExists(file)) {
                Files.createDirectories(folder);
                Files.writeString(file, HEADER + "\n");
            }
            Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String cell(List<?> values) {
        String text = values.stream().map(Object::toString).collect(Collectors.joining("; "));
        return '"' + text.replace("\"", "\"\"").replaceAll("\\R", " ") + '"';
    }
}
