package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.ColumnProfile.ColumnType;
import dev.mongohaul.infer.IdSearch.IdGuess;
import dev.mongohaul.infer.InputProfile.Misfits;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.DumpSettingsBuilder;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Inferred job as a job file with comments.
 *
 * @param dialect the settings of {@code source}
 * @param columns in the order of the header's names
 */
record JobFileText(
        SourceNames names,
        CharsetGuess charset,
        InputProfile profile,
        HeaderGuess header,
        CsvDialect dialect,
        List<ColumnType> columns,
        IdGuess id) {

    /** Returns the job file. */
    String text() {
        return heading() + source() + target() + fields() + "write:\n  operation: insert\n";
    }

    private String heading() {
        String seen = profile.extent().describe(profile.records());
        CommentedLines lines = new CommentedLines()
                .comment("# jobs/%s.yml: the file's name is the job's name".formatted(names.job()))
                .comment("# from " + seen + (profile.extent().isWhole() ? "" : "; mongohaul check reads it all"))
                .comment("#   mongohaul infer %s > jobs/%s.yml".formatted(names.arguments(), names.job()))
                .comment("#   mongohaul check " + names.job())
                .comment("#   mongohaul import " + names.job());
        expectedRejects().forEach(comment -> lines.comment("# " + comment));
        return lines.toString();
    }

    /** Returns comments on the records of the sample that an import by the job rejects. */
    private List<String> expectedRejects() {
        List<String> comments = new ArrayList<>();
        profile.malformed()
                .forEach((reason, records) ->
                        comments.add("%s. Line %d: %s".formatted(rejected(records.count()), records.line(), reason)));
        if (dialect.ragged() == CsvDialect.Ragged.REJECT) {
            ragged(comments, profile.longer(), "more");
            ragged(comments, profile.shorter(), "fewer");
        }
        if (!comments.isEmpty()) {
            comments.add("  the import fails by them: correct them in the input, or set rejects.limit");
        }
        profile.totals()
                .forEach(total -> comments.add("line %d looks like a total, and %s:%s"
                        .formatted(
                                total.location().line(),
                                isImported(total) ? "is imported like any other record" : "is rejected",
                                Printable.excerpt(" " + String.join(" ", DialectSearch.texts(total))))));
        return comments;
    }

    private static String rejected(long records) {
        return Counted.of(records, "record", "is", "are") + " rejected";
    }

    private void ragged(List<String> comments, Misfits records, String than) {
        if (records.count() > 0) {
            comments.add("%s, with %s cells than the %d columns. Line %d%s"
                    .formatted(
                            rejected(records.count()),
                            than,
                            columns.size(),
                            records.line(),
                            records.count() == 1 ? "" : " is the first"));
        }
    }

    /** Returns whether every cell fits its column and those of the id are filled. */
    private boolean isImported(CsvRecord record) {
        boolean wide = dialect.ragged() == CsvDialect.Ragged.LENIENT || record.cellCount() == columns.size();
        return wide
                && profile.isLikeOthers(record)
                && id.columns().stream()
                        .map(header.names()::indexOf)
                        .allMatch(index -> index < record.cellCount() && record.length(index) > 0);
    }

    private String source() {
        CommentedLines lines = new CommentedLines()
                .add("source:")
                .add("  files: " + files())
                .add("  charset: " + dialect.charset().name(), charset.note())
                .add("  delimiter: " + YamlScalars.of(String.valueOf(dialect.delimiter())));
        if (dialect.quote() == null) {
            lines.add("  quote: none", "quotes are text: some do not enclose a cell");
        } else {
            lines.add("  quote: " + YamlScalars.of(dialect.quote().toString()));
        }
        if (dialect.escape() != null) {
            lines.add(
                    "  escape: " + YamlScalars.of(dialect.escape().toString()),
                    "as MySQL and Hive write it; without it, records do not fit");
        }
        if (dialect.trim() != CsvDialect.Trim.NONE) {
            lines.add(
                    "  trim: " + dialect.trim().name().toLowerCase(Locale.ROOT),
                    "blanks stand between delimiters and quotes");
        }
        if (!dialect.comment().isEmpty()) {
            lines.add("  comment: " + YamlScalars.of(dialect.comment()), commentNote());
        }
        if (dialect.skipLines() > 0) {
            lines.add("  skip-lines: " + dialect.skipLines(), profile.guess().skipNote());
        }
        lines.add(
                "  header: " + (dialect.header().isEmpty() ? "true" : YamlScalars.list(dialect.header())),
                header.note());
        if (dialect.ragged() == CsvDialect.Ragged.LENIENT) {
            lines.add("  ragged: lenient", raggedNote());
        }
        return lines.toString();
    }

    private String files() {
        return names.files().size() == 1 ? YamlScalars.of(names.files().get(0)) : YamlScalars.list(names.files());
    }

    private String commentNote() {
        List<String> comments = profile.guess().comments();
        boolean more = profile.sample().inputs().endOffset() > DialectSearch.HEAD_BYTES;
        return Counted.of(comments.size(), "line", "begins", "begin") + " with it"
                + (more ? " among the first" : "")
                + Printable.excerpt(": " + comments.get(0));
    }

    private String raggedNote() {
        List<String> notes = new ArrayList<>();
        if (profile.longer().count() > 0) {
            notes.add(Counted.of(profile.longer().count(), "record", "has", "have")
                    + " blank cells too many, which are dropped");
        }
        if (profile.shorter().count() > 0) {
            notes.add(Counted.of(profile.shorter().count(), "record", "has", "have")
                    + " too few, and blanks for the others");
        }
        return String.join("; ", notes) + "; the first in line "
                + profile.ragged().line();
    }

    private String target() {
        CommentedLines lines = new CommentedLines().add("target:").add("  collection: " + YamlScalars.of(names.job()));
        if (id.columns().isEmpty()) {
            lines.comment("  # no id, so ids are generated: " + id.note());
        } else {
            lines.add("  id: " + YamlScalars.list(id.columns()), id.note());
        }
        return lines.toString();
    }

    private String fields() {
        CommentedLines lines = new CommentedLines().add("fields:");
        for (int column = 0; column < columns.size(); column++) {
            ColumnType type = columns.get(column);
            lines.add("  " + YamlScalars.of(header.names().get(column)) + ": " + field(type.field()), type.note());
        }
        return lines.toString();
    }

    private static String field(FieldSpec field) {
        List<String> options = new ArrayList<>();
        if (field.to() != null) {
            options.add("to: " + YamlScalars.list(field.to().elements()));
        }
        options.add("type: " + field.type().word());
        if (field.decimalComma()) {
            options.add("decimal-comma: true");
        }
        if (field.type() == FieldType.DATE) {
            options.add("pattern: " + YamlScalars.of(field.dateOrIso().pattern()));
        }
        if (field.nulls() != null) {
            options.add("nulls: " + YamlScalars.list(new TreeSet<>(field.nulls())));
        }
        return options.size() == 1
                ? field.type().word().toLowerCase(Locale.ROOT)
                : "{" + String.join(", ", options) + "}";
    }

    /**
     * Names of a job, its collection and its files, derived from the files.
     *
     * @param job the name of the job and of its collection
     * @param files as a job file names them
     * @param arguments the files as arguments of a shell's command
     */
    record SourceNames(String job, List<String> files, String arguments) {

        private static final int LONGEST_NAME = 100;

        /** @param folder that holds {@code jobs/} */
        static SourceNames of(Path folder, List<String> files) {
            List<String> named = files.stream()
                    .map(file -> inJobFile(folder, file))
                    .distinct()
                    .toList();
            return new SourceNames(job(files.get(0)), named, arguments(files));
        }

        /** Returns a name that a job and a collection can have. */
        private static String job(String file) {
            String plain = Normalizer.normalize(String.valueOf(Path.of(file).getFileName()), Normalizer.Form.NFD);
            String name = plain.replaceAll("\\p{M}", "")
                    .replaceFirst("\\.(gz|zst)$", "")
                    .replaceFirst("\\.(csv|tsv|txt|tab|psv|dat)$", "")
                    .replaceAll("[^A-Za-z0-9_-]+", "-")
                    .replaceAll("^[^A-Za-z0-9]+|[^A-Za-z0-9]+$", "");
            String fitting = name.substring(0, Math.min(LONGEST_NAME, name.length()));
            return fitting.isEmpty() ? "records" : fitting;
        }

        /** Returns the file as a job file names it: relative to the folder where it lies in that. */
        private static String inJobFile(Path folder, String file) {
            Path base = folder.toAbsolutePath().normalize();
            Path path = base.resolve(file).normalize();
            if (!path.startsWith(base)) {
                return path.toString();
            }
            String relative = base.relativize(path).toString();
            // What looks like an address is refused.
            return relative.contains(":") || relative.equals("-") ? "./" + relative : relative;
        }

        private static String arguments(List<String> files) {
            return files.stream()
                    .map(file -> file.matches("[\\w./,+=@%:-]+") ? file : "'" + file.replace("'", "'\\''") + "'")
                    .collect(Collectors.joining(" "));
        }
    }

    /** Lines with aligned comments. */
    static final class CommentedLines {

        /** The comment of a longer line is not aligned. */
        private static final int LONGEST_ALIGNED = 50;

        private final List<Line> lines = new ArrayList<>();

        CommentedLines add(String text) {
            return add(text, null);
        }

        /** Adds a line; no comment where it is null. */
        CommentedLines add(String text, @Nullable String comment) {
            lines.add(new Line(text, comment == null ? "" : onOneLine(comment)));
            return this;
        }

        /** Adds a line that is all comment. */
        CommentedLines comment(String line) {
            return add(onOneLine(line));
        }

        /** Replaces characters that would end the comment or are not allowed in YAML. */
        private static String onOneLine(String comment) {
            return comment.replaceAll("[\\p{Cntrl}\\x80-\\x9F\\u2028\\u2029\\uFEFF\\uFFFE\\uFFFF]", "?");
        }

        @Override
        public String toString() {
            int width = lines.stream()
                    .filter(line -> !line.comment.isEmpty())
                    .mapToInt(line -> line.text.length())
                    .filter(length -> length <= LONGEST_ALIGNED)
                    .max()
                    .orElse(0);
            StringBuilder text = new StringBuilder();
            for (Line line : lines) {
                text.append(line.text);
                if (!line.comment.isEmpty()) {
                    text.append(" ".repeat(Math.max(0, width - line.text.length())))
                            .append("  # ")
                            .append(line.comment);
                }
                text.append('\n');
            }
            return text.toString();
        }

        private record Line(String text, String comment) {}
    }

    /** Texts as YAML scalars on one line, in quotes where they need them. */
    static final class YamlScalars {

        private static final DumpSettings AS_NEEDED = settings(ScalarStyle.PLAIN);
        private static final DumpSettings ESCAPED = settings(ScalarStyle.DOUBLE_QUOTED);

        private YamlScalars() {}

        private static DumpSettings settings(ScalarStyle style) {
            DumpSettingsBuilder settings = DumpSettings.builder();
            return settings.setDefaultFlowStyle(FlowStyle.FLOW)
                    .setDefaultScalarStyle(style)
                    .setSchema(new CoreSchema())
                    .setSplitLines(false)
                    .setWidth(Integer.MAX_VALUE)
                    .setMultiLineFlow(false)
                    .build();
        }

        /** Returns the text as a value, a key or an element of a list in brackets. */
        static String of(String text) {
            boolean oneLine = text.chars().noneMatch(Printable::isEscaped);
            String list = oneLine
                    ? new Dump(AS_NEEDED).dumpToString(List.of(text))
                    : Printable.lines(new Dump(ESCAPED).dumpToString(List.of(text)));
            String scalar = list.strip().substring(1, list.strip().length() - 1).strip();
            boolean literal = text.indexOf('"') < 0 && text.indexOf('\\') < 0;
            return scalar.startsWith("'") && literal ? '"' + text + '"' : scalar;
        }

        /** Returns the texts as a list in brackets. */
        static String list(Collection<String> texts) {
            return texts.stream().map(YamlScalars::of).collect(Collectors.joining(", ", "[", "]"));
        }
    }
}
