package dev.mongohaul.job.file;

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
import tools.jackson.databind.json.JsonMapper;

/**
 * Files named by a time: <code>{date}</code> in {@code source.files} is its day, as {@code 2026-11-20}, <code>{date:yyyyMMdd}</code>
 * as a pattern of {@link DateTimeFormatter} has it, in the schedule's zone.
 */
public final class DatedFiles {

    private static final Pattern DATE = Pattern.compile("\\{date(?::([^{}]*))?}");
    private static final ZonedDateTime ANY = LocalDate.EPOCH.atStartOfDay(ZoneOffset.UTC);

    private DatedFiles() {}

    /** What is wrong with the dates in a file's name, for people; empty where nothing is. */
    static Optional<String> mistake(String file) {
        try {
            named(file, ANY);
            return Optional.empty();
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.of("a date in it has no pattern such as {date:yyyyMMdd}: %s".formatted(e.getMessage()));
        }
    }

    /** Whether a job reads files of its own at each time. */
    public static boolean areNamedBy(JobFile job) {
        return job.source().files().stream().anyMatch(file -> DATE.matcher(file).find());
    }

    /**
     * The parameters of an import of a time: with the files named where names have dates, so that the same import can be
     * asked for on a later day.
     *
     * @param job as it is with the parameters given
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

    private static String date(String pattern, ZonedDateTime time) {
        DateTimeFormatter format =
                pattern == null ? DateTimeFormatter.ISO_LOCAL_DATE : DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
        if (pattern != null && pattern.isBlank()) {
            throw new IllegalArgumentException("it is empty");
        }
        return format.format(time);
    }
}
