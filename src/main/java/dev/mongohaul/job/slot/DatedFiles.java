package dev.mongohaul.job.slot;

import dev.mongohaul.job.file.JobFile;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files named by a day: <code>{date}</code> in {@code source.files} is the slot's as {@code 2026-11-20}, <code>{date:yyyyMMdd}</code>
 * as a pattern of {@link DateTimeFormatter} has it, in the schedule's zone.
 */
public final class DatedFiles {

    private static final Pattern DATE = Pattern.compile("\\{date(?::([^{}]+))?}");

    private DatedFiles() {}

    /**
     * The parameter that names the files of a time; empty where no name has a date.
     *
     * @throws IllegalArgumentException for what is no pattern, with a message for people
     */
    public static Optional<String> parameter(JobFile job, Instant time) {
        List<String> files = job.source().files();
        if (files.stream().noneMatch(file -> DATE.matcher(file).find())) {
            return Optional.empty();
        }
        ZoneId zone = job.schedule() == null ? ZoneOffset.UTC : job.schedule().zone();
        List<String> named =
                files.stream().map(file -> named(file, time.atZone(zone))).toList();
        return Optional.of("source.files=" + JsonMapper.shared().writeValueAsString(named));
    }

    private static String named(String file, ZonedDateTime time) {
        return DATE.matcher(file).replaceAll(found -> Matcher.quoteReplacement(date(found.group(1), time)));
    }

    private static String date(String pattern, ZonedDateTime time) {
        if (pattern == null) {
            return DateTimeFormatter.ISO_LOCAL_DATE.format(time);
        }
        try {
            return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "source.files: {date:%s} is no pattern of a date, such as {date:yyyyMMdd}: %s"
                            .formatted(pattern, e.getMessage()),
                    e);
        }
    }
}
