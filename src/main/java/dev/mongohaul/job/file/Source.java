package dev.mongohaul.job.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvDialect.Ragged;
import dev.mongohaul.csv.CsvDialect.StrayQuotes;
import dev.mongohaul.csv.CsvDialect.Trim;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.nio.charset.Charset;
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
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Input of a job and its dialect.
 *
 * @param files absolute paths and globs, or {@link #STANDARD_INPUT} alone
 * @param quote empty: no character quotes
 * @param escape empty: no character escapes
 * @param header what names the columns
 * @param skipLastLines lines at the end of each file that are no records
 */
public record Source(
        List<String> files,
        Charset charset,
        char delimiter,
        Optional<Character> quote,
        Optional<Character> escape,
        Header header,
        int skipLines,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) int skipLastLines,
        @Nullable String comment,
        StrayQuotes strayQuotes,
        Ragged ragged,
        Trim trim) {

    /** The one file that has no name. */
    public static final String STANDARD_INPUT = "-";

    private static final int MOST_LINES = 1_000_000;

    public Source {
        files = List.copyOf(files);
        Rules rules = new Rules();
        rules.require(!files.isEmpty(), "names no file: at least one path or glob is needed", "files");
        rules.require(
                files.size() < 2 || !files.contains(STANDARD_INPUT),
                "names standard input beside other files: \"-\" can only stand alone",
                "files");
        rules.distinct(files, "files");
        files.forEach(file -> DatedFiles.mistake(file)
                .ifPresent(mistake -> rules.require(false, Printable.quoted(file) + ": " + mistake, "files")));
        rules.count(skipLines, 0, MOST_LINES, "skip-lines");
        rules.count(skipLastLines, 0, MOST_LINES, "skip-last-lines");
        rules.require(
                skipLastLines == 0 || !files.contains(STANDARD_INPUT),
                "is for files, because the end of standard input is not known in advance: leave it out, or save the"
                        + " input to a file",
                "skip-last-lines");
        rules.names(header.names(), "header");
        CsvDialect.check(rules, charset, delimiter, quote.orElse(null), escape.orElse(null), comment, strayQuotes);
        rules.enforce();
    }

    public boolean isStandardInput() {
        return files.contains(STANDARD_INPUT);
    }

    /** Returns whether spaces and tabs around cells are left out. */
    public boolean trims() {
        return trim != Trim.NONE;
    }

    /** Returns the dialect of the input. */
    public CsvDialect dialect(int maxRecordBytes) {
        return new CsvDialect(
                charset,
                delimiter,
                quote.orElse(null),
                escape.orElse(null),
                header.names(),
                skipLines,
                Objects.requireNonNullElse(comment, ""),
                strayQuotes,
                ragged,
                trim,
                maxRecordBytes);
    }

    /**
     * What names the columns.
     *
     * @param names of the columns, in their order; empty: the input's first record holds them
     */
    public record Header(List<String> names) {

        /** The first record of the input. */
        public static final Header IN_INPUT = new Header(List.of());

        public Header {
            names = List.copyOf(names);
        }

        public boolean isInInput() {
            return names.isEmpty();
        }
    }

    /**
     * Files named by a time: <code>{date}</code> in {@code source.files} is its day, as {@code 2026-11-20}, and
     * <code>{date:yyyyMMdd}</code> follows a pattern of {@link DateTimeFormatter}, in the schedule's zone.
     */
    public static final class DatedFiles {

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
            return job.source().files().stream()
                    .anyMatch(file -> DATE.matcher(file).find());
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
            ZoneId zone =
                    job.schedule() == null ? ZoneOffset.UTC : job.schedule().zone();
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
}
