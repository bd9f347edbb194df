package dev.mongohaul.job.setting;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files named by a time: <code>{date}</code> in {@code source.files} is its day, as {@code 2026-11-20}, and
 * <code>{date:yyyyMMdd}</code> follows a pattern of {@link DateTimeFormatter}, in the schedule's zone.
 */
public final class DatedFiles {

    private static final Pattern DATE = Pattern.compile("\\{date(?::([^{}]*))?}");
    private static final ZonedDateTime ANY = LocalDate.EPOCH.atStartOfDay(ZoneOffset.UTC);

    private DatedFiles() {}

    /** Returns what is wrong with the dates in a file's name; empty if nothing is. */
    static Optional<String> mistake(String file) {
        try {
            named(file, ANY);
            return Optional.empty();
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.of("a date in it has no pattern such as {date:yyyyMMdd}: %s".formatted(e.getMessage()));
        }
    }

    /** Returns whether a job reads other files at each time. */
    public static boolean areNamedBy(JobFile job) {
        return job.source().files().stream().anyMatch(file -> DATE.matcher(file).find());
    }

    /**
     * Returns the parameters of an import of a time. They name dated files, so that the same import can be repeated on a
     * later day.
     *
     * @param job the job with the given parameters
     */
    public static List<String> parameters(JobFile job, Instant time, List<String> given) {
        if (!areNamedBy(job)) {
            return given;
        }
        List<String> files = job.source().files();
        ZoneId zone = job.schedule() == null ? ZoneOffset.UTC : job.schedule().zone();
        List<String> named =
                files.stream().map(file -> named(file, time.atZone(zone))).toList();
        List<String> parameters = new ArrayList<>(given);
        parameters.removeIf(parameter -> parameter.startsWith("files=") || parameter.startsWith("source.files="));
        parameters.add("source.files=" + JsonMapper.shared().writeValueAsString(named));
        return parameters;
    }

    private static String named(String file, ZonedDateTime time) {
        return DATE.matcher(file).replaceAll(found -> Matcher.quoteReplacement(date(found.group(1), time)));
    }

    private static String date(@Nullable String pattern, ZonedDateTime time) {
        if (pattern == null) {
            return DateTimeFormatter.ISO_LOCAL_DATE.format(time);
        }
        if (pattern.isBlank()) {
            throw new IllegalArgumentException("it is empty");
        }
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
    }
}
