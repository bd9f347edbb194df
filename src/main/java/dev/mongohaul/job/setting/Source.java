package dev.mongohaul.job.setting;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.StrayQuotes;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.text.DatedNames;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Input of a job and its dialect.
 *
 * @param files absolute paths and globs, or {@link InputSources#STANDARD_INPUT} alone
 * @param quote empty: no character quotes
 * @param escape empty: no character escapes
 * @param header what names the columns
 * @param skipLastLines lines at the end of each file that are not records
 */
public record Source(
        List<String> files,
        Charset charset,
        char delimiter,
        Optional<Character> quote,
        Optional<Character> escape,
        HeaderSetting header,
        int skipLines,
        int skipLastLines,
        @Nullable String comment,
        StrayQuotes strayQuotes,
        RaggedRecords ragged,
        Trim trim) {

    private static final int MOST_LINES = 1_000_000;

    public Source {
        files = List.copyOf(files);
        Rules rules = new Rules();
        rules.require(!files.isEmpty(), "names no file: at least one path or glob is needed", "files");
        rules.require(
                files.size() < 2 || !files.contains(InputSources.STANDARD_INPUT),
                "names standard input beside other files: \"-\" can only stand alone",
                "files");
        rules.distinct(files, "files");
        files.forEach(file -> DatedNames.mistake(file)
                .ifPresent(mistake -> rules.require(false, Printable.quoted(file) + ": " + mistake, "files")));
        rules.count(skipLines, 0, MOST_LINES, "skip-lines");
        rules.count(skipLastLines, 0, MOST_LINES, "skip-last-lines");
        rules.require(
                skipLastLines == 0 || !files.contains(InputSources.STANDARD_INPUT),
                "is for files, because the end of standard input is not known in advance: leave it out, or save the"
                        + " input to a file",
                "skip-last-lines");
        rules.names(header.names(), "header");
        CsvDialect.check(rules, charset, delimiter, quote.orElse(null), escape.orElse(null), comment, strayQuotes);
        rules.enforce();
    }

    public boolean isStandardInput() {
        return files.contains(InputSources.STANDARD_INPUT);
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
}
