package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.InferredJob.InferredColumn;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Text of an inferred job as a job file with comments. */
record JobFileText(InferredJob job) {

    String text() {
        return heading() + source() + target() + fields() + "write:\n  operation: insert\n";
    }

    private String heading() {
        InputProfile profile = job.pass().profile();
        String seen = profile.extent().describe(profile.records());
        CommentedLines lines = new CommentedLines()
                .comment(
                        "",
                        "jobs/%s.yml: the file's name is the job's name"
                                .formatted(job.names().job()))
                .comment("", "from " + seen + (profile.extent().isWhole() ? "" : "; mongohaul check reads it all"))
                .comment(
                        "",
                        "  mongohaul infer %s > jobs/%s.yml"
                                .formatted(job.names().arguments(), job.names().job()))
                .comment("", "  mongohaul check " + job.names().job())
                .comment("", "  mongohaul import " + job.names().job());
        new ExpectedRejects(job).comments().forEach(comment -> lines.comment("", comment));
        return lines.toString();
    }

    private String source() {
        CsvDialect dialect = job.dialect();
        List<String> files = job.names().files();
        CommentedLines lines = new CommentedLines()
                .add("source:")
                .add("  files: " + (files.size() == 1 ? YamlScalars.of(files.get(0)) : YamlScalars.list(files)))
                .add("  charset: " + dialect.charset().name(), job.charset().note())
                .add("  delimiter: " + YamlScalars.of(String.valueOf(dialect.delimiter())))
                .add(
                        "  quote: " + quote(dialect),
                        dialect.quote() == null ? "quotes are text: some do not enclose a cell" : null);
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
            lines.add("  skip-lines: " + dialect.skipLines(), job.pass().guess().skipNote());
        }
        lines.add("  header: " + header(dialect), job.header().note());
        if (dialect.ragged() == CsvDialect.Ragged.LENIENT) {
            lines.add("  ragged: lenient", raggedNote());
        }
        return lines.toString();
    }

    private static String quote(CsvDialect dialect) {
        return dialect.quote() == null ? "none" : YamlScalars.of(dialect.quote().toString());
    }

    private static String header(CsvDialect dialect) {
        return dialect.header().isEmpty() ? "true" : YamlScalars.list(dialect.header());
    }

    private String commentNote() {
        List<String> comments = job.pass().guess().comments();
        boolean more = job.pass().sample().inputs().endOffset() > DialectGuess.HEAD_BYTES;
        return Counted.of(comments.size(), "line") + (comments.size() == 1 ? " begins" : " begin") + " with it"
                + (more ? " among the first" : "")
                + Printable.excerpt(": " + comments.get(0));
    }

    private String raggedNote() {
        InputProfile profile = job.pass().profile();
        List<String> notes = new ArrayList<>();
        if (profile.longer().count() > 0) {
            notes.add("%s blank cells too many, which are dropped"
                    .formatted(have(profile.longer().count())));
        }
        if (profile.shorter().count() > 0) {
            notes.add("%s too few, and blanks for the others"
                    .formatted(have(profile.shorter().count())));
        }
        return String.join("; ", notes) + "; the first in line " + profile.firstRagged();
    }

    private static String have(long records) {
        return Counted.of(records, "record") + (records == 1 ? " has" : " have");
    }

    private String target() {
        CommentedLines lines = new CommentedLines()
                .add("target:")
                .add("  collection: " + YamlScalars.of(job.names().job()));
        if (job.id().columns().isEmpty()) {
            lines.comment("  ", "no id, so ids are generated: " + job.id().note());
        } else {
            lines.add("  id: " + YamlScalars.list(job.id().columns()), job.id().note());
        }
        return lines.toString();
    }

    private String fields() {
        CommentedLines lines = new CommentedLines().add("fields:");
        for (InferredColumn column : job.columns()) {
            lines.add("  " + YamlScalars.of(column.name()) + ": " + field(column), column.note());
        }
        return lines.toString();
    }

    private static String field(InferredColumn column) {
        FieldSpec field = column.field();
        List<String> options = new ArrayList<>();
        if (column.to() != null) {
            options.add("to: " + YamlScalars.list(column.to().elements()));
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

    /** Comments on the records of the sample that an import by the inferred job rejects. */
    record ExpectedRejects(InferredJob job) {

        List<String> comments() {
            InputProfile profile = job.pass().profile();
            List<String> comments = new ArrayList<>();
            profile.malformed()
                    .forEach((reason, records) -> comments.add(
                            "%s. Line %d: %s".formatted(rejected(records.count()), records.line(), reason)));
            if (job.dialect().ragged() == CsvDialect.Ragged.REJECT) {
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
                                    Printable.excerpt(" " + String.join(" ", HeaderGuess.texts(total))))));
            return comments;
        }

        private static String rejected(long records) {
            return Counted.of(records, "record") + (records == 1 ? " is" : " are") + " rejected";
        }

        private void ragged(List<String> comments, InputProfile.Misfits records, String than) {
            if (records.count() > 0) {
                comments.add("%s, with %s cells than the %d columns. Line %d%s"
                        .formatted(
                                rejected(records.count()),
                                than,
                                job.header().names().size(),
                                records.line(),
                                records.count() == 1 ? "" : " is the first"));
            }
        }

        /** Returns whether every cell fits its column and those of the id are filled. */
        private boolean isImported(CsvRecord record) {
            List<ColumnProfile> columns = job.pass().profile().columns();
            List<String> names = job.header().names();
            boolean wide = job.dialect().ragged() == CsvDialect.Ragged.LENIENT || record.cellCount() == names.size();
            return wide
                    && IntStream.range(0, columns.size())
                            .allMatch(index -> columns.get(index).isLikeOthers(record, index))
                    && job.id().columns().stream()
                            .map(names::indexOf)
                            .allMatch(index -> index < record.cellCount() && record.length(index) > 0);
        }
    }

    /** Lines with aligned comments. */
    public static final class CommentedLines {

        /** The comment of a longer line is not aligned. */
        private static final int LONGEST_ALIGNED = 50;

        private final List<Line> lines = new ArrayList<>();

        /** Adds a line. */
        public CommentedLines add(String text) {
            return add(text, null);
        }

        /** Adds a line; no comment where it is null. */
        public CommentedLines add(String text, @Nullable String comment) {
            lines.add(new Line(text, comment == null ? "" : onOneLine(comment)));
            return this;
        }

        /** Adds a comment line with the indent of its neighbours. */
        public CommentedLines comment(String indent, String comment) {
            lines.add(new Line(indent + "# " + onOneLine(comment), ""));
            return this;
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
            return lines.stream().map(line -> line.padded(width)).collect(Collectors.joining());
        }

        private record Line(String text, String comment) {

            String padded(int width) {
                if (comment.isEmpty()) {
                    return text + "\n";
                }
                return text + " ".repeat(Math.max(0, width - text.length())) + "  # " + comment + "\n";
            }
        }
    }
}
