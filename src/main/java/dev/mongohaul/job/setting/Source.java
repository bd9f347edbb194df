package dev.mongohaul.job.setting;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.csv.archive.MemberName;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.StrayQuotes;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.setting.file.FileRules;
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
 * @param fileRules which files are imported, which of their lines are not, and what becomes of them
 */
public record Source(
        List<String> files,
        Charset charset,
        char delimiter,
        Optional<Character> quote,
        Optional<Character> escape,
        HeaderSetting header,
        int skipLines,
        @Nullable String comment,
        StrayQuotes strayQuotes,
        RaggedRecords ragged,
        Trim trim,
        @JsonUnwrapped FileRules fileRules) {

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
        rules.count(skipLines, 0, FileRules.MOST_LINES, "skip-lines");
        rules.require(
                fileRules.skipLastLines() == 0 || !files.contains(InputSources.STANDARD_INPUT),
                "is for files, because the end of standard input is not known in advance: leave it out, or save the"
                        + " input to a file",
                "skip-last-lines");
        boolean read = files.contains(InputSources.STANDARD_INPUT);
        rules.require(
                !read || !fileRules.oneByOne(), "is for files: standard input is one input, leave it out", "each");
        rules.require(
                !read || fileRules.after().keepsAll(),
                "is for files: standard input cannot be moved, leave it out",
                "after");
        rules.require(
                !read || fileRules.expect() == null,
                "is for files: standard input has no marker, no companions and no last line, leave it out",
                "expect");
        files.stream()
                .filter(file -> !fileRules.oneByOne() && InputSources.isRemotePattern(file))
                .findFirst()
                .ifPresent(file -> rules.require(
                        false,
                        "is a pattern on another machine, and all its files together would be new content each time (%s): add each: file, or name one file"
                                .formatted(Printable.quoted(file)),
                        "files"));
        requireOutside(rules, files, fileRules.after().completedFolder(), "completed");
        requireOutside(rules, files, fileRules.after().failedFolder(), "failed");
        rules.names(header.names(), "header");
        CsvDialect.check(rules, charset, delimiter, quote.orElse(null), escape.orElse(null), comment, strayQuotes);
        rules.enforce();
    }

    /** Refuses a folder of imported files in which the job would find them again. A file that is named stays in the folder. */
    private static void requireOutside(Rules rules, List<String> files, Optional<String> folder, String key) {
        folder.flatMap(to -> files.stream()
                        .filter(pattern -> isPattern(pattern)
                                && DatedNames.findsIn(to, MemberName.of(pattern).archive()))
                        .findFirst())
                .ifPresent(pattern -> rules.require(
                        false,
                        "is a folder in which source.files finds files (%s), so that each would be found again: name another folder"
                                .formatted(Printable.quoted(pattern)),
                        "after",
                        key));
    }

    /** Returns whether a name may find several files. A file can have a name that looks like a pattern. */
    private static boolean isPattern(String name) {
        return InputSources.isPattern(MemberName.of(name).archive());
    }

    Source reading(List<String> names) {
        return new Source(
                names,
                charset,
                delimiter,
                quote,
                escape,
                header,
                skipLines,
                comment,
                strayQuotes,
                ragged,
                trim,
                fileRules);
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
                        header.givenNames(),
                        skipLines,
                        Objects.requireNonNullElse(comment, ""),
                        strayQuotes,
                        ragged,
                        trim,
                        maxRecordBytes)
                .with(header.text());
    }
}
