package dev.mongohaul.job.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.MalformedRecord;
import dev.mongohaul.job.infer.sample.Counted;
import dev.mongohaul.job.infer.text.CommentedLines;
import dev.mongohaul.job.infer.text.YamlScalars;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes an inferred job as a job file for people. */
record JobFileText(InferredJob job) {

    String text() {
        return heading() + source() + target() + fields() + nulls() + "write:\n  operation: insert\n";
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
        MalformedRecord malformed = profile.firstMalformed();
        if (malformed != null) {
            lines.comment(
                    "",
                    "%s cannot be read, and an import rejects as many: mend them, or set rejects.limit. Line %d: %s"
                            .formatted(
                                    Counted.of(profile.malformed(), "record"),
                                    malformed.location().line(),
                                    malformed.reason()));
        }
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

    private String raggedNote() {
        InputProfile profile = job.pass().profile();
        List<String> notes = new ArrayList<>();
        if (profile.longer() > 0) {
            notes.add("%s too many cells, WHICH ARE DROPPED".formatted(have(profile.longer())));
        }
        if (profile.shorter() > 0) {
            notes.add("%s too few, and blanks for the others".formatted(have(profile.shorter())));
        }
        String first = profile.firstRagged() == null
                ? ""
                : "; the first in line " + profile.firstRagged().location().line();
        return String.join("; ", notes) + first;
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
        return options.size() == 1
                ? field.type().word().toLowerCase(Locale.ROOT)
                : "{" + String.join(", ", options) + "}";
    }

    private String nulls() {
        if (job.nulls().markers().isEmpty()) {
            return "";
        }
        return new CommentedLines()
                .add(
                        "nulls: " + YamlScalars.list(job.nulls().texts()),
                        job.nulls().note())
                .toString();
    }
}
