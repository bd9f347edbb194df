package dev.mongohaul.cli.output;

import dev.mongohaul.check.CheckLauncher;
import dev.mongohaul.check.CheckResult;
import dev.mongohaul.check.FirstValue;
import dev.mongohaul.check.LimitVerdict;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.processor.ProcessorType;
import dev.mongohaul.job.setting.Snapshot;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.TextTable;
import dev.mongohaul.writer.delivery.ChunkPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** Result of a check as text: the input, columns, documents, rejects, and how an import would end. */
public final class CheckReport {

    private static final int MOST_FILES = 3;
    private static final int MOST_COLUMNS = 50;
    private static final int MOST_REJECT_GROUPS = 20;
    private static final int MOST_REJECT_SAMPLES = 3;
    private static final int WIDTH = 100;
    private static final int MOST_DOCUMENT_LINES = 20;
    private static final int LONGEST_FIELD = 400;
    private static final int LONGEST_VALUE = 40;
    private static final int HOURS_OF_DAY = 24;

    private static final JsonWriterSettings READABLE =
            relaxed().maxLength(LONGEST_FIELD).build();

    private final ImportJob job;
    private final CheckResult result;
    private final Formatter out = new Formatter(Locale.ROOT);

    private CheckReport(ImportJob job, CheckResult result) {
        this.job = job;
        this.result = result;
    }

    /**
     * Relaxed, since canonical JSON hides numbers among their types. But int64 is distinguished from int32, which relaxed
     * JSON does not do; a double has a point or an exponent, all other values have the name of their type. mongosh reads
     * it with EJSON.parse.
     */
    public static JsonWriterSettings.Builder relaxed() {
        return JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).int64Converter((value, writer) -> {
            writer.writeStartObject();
            writer.writeString("$numberLong", value.toString());
            writer.writeEndObject();
        });
    }

    /**
     * Returns the report of a check as text.
     *
     * @param drift of the header, compared with the last import
     */
    public static String of(ImportJob job, CheckResult result, List<Deviation> drift) {
        CheckReport report = new CheckReport(job, result);
        report.input();
        report.columns();
        report.notes();
        report.documents();
        report.rejects();
        report.verdict();
        drift.forEach(deviation -> report.out.format("Drift: %s%n", deviation.text()));
        report.out.format("What a check cannot know:%n");
        CheckLauncher.unknowns(job).forEach(unknown -> report.out.format("  %s%n", unknown));
        return report.out.toString();
    }

    /** Returns the result of a check of one of several files, in one line. */
    public static String line(CheckResult result, List<Deviation> drift) {
        return String.format(
                Locale.ROOT,
                "%s%s, %,d read, %,d to be written, %,d rejected%s, %.1f s%s",
                ending(result.ending()),
                result.reason() == null ? "" : ": " + Printable.of(result.reason()),
                result.counts().read(),
                result.counts().written(),
                result.counts().rejected(),
                result.counts().filtered() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT, ", %,d filtered", result.counts().filtered()),
                result.elapsed().toMillis() / 1000.0,
                result.notes().stream().map(note -> "; " + note).collect(Collectors.joining())
                        + drift.stream()
                                .map(deviation -> "; drift: " + deviation.text())
                                .collect(Collectors.joining()));
    }

    private void input() {
        out.format("%s%n%n", input(job));
    }

    /** Returns the job's name, its files, charset, delimiter and quote, on one line. */
    public static String input(ImportJob job) {
        CsvDialect dialect = job.dialect();
        return String.format(
                Locale.ROOT,
                "%s: %s; %s, delimiter %s, quote %s%s",
                job.name(),
                files(job.inputs().list()),
                String.join(", ", job.charsets()),
                named(dialect.delimiter()),
                dialect.quote() == null ? "none" : named(dialect.quote()),
                dialect.escape() == null ? "" : ", escape " + named(dialect.escape()));
    }

    private static String named(char character) {
        return character == '\t' ? "tab" : "'" + character + "'";
    }

    private static String files(List<Input> inputs) {
        String names = inputs.stream()
                .limit(MOST_FILES)
                .map(input -> Printable.excerpt(input.name()))
                .collect(Collectors.joining(", "));
        return inputs.size() <= MOST_FILES ? names : names + " and " + (inputs.size() - MOST_FILES) + " more";
    }

    private void columns() {
        List<ColumnPlace> places = job.mapping().places();
        TextTable<ColumnPlace> table = columnTable(places)
                .text("first value", place -> firstValue(result.firstValues().get(place.column())));
        out.format("%s%n", table.of(places.stream().limit(MOST_COLUMNS).toList()));
        if (places.size() > MOST_COLUMNS) {
            out.format(" and %,d more columns%n", places.size() - MOST_COLUMNS);
        }
        if (job.processor().isPresent()) {
            ProcessorType<?> processor = job.processor().get();
            out.format(" Processor: %s, version %s%n", processor.name(), processor.version());
        }
        if (job.mapping().generatesIds()) {
            out.format(job.generatesIds() ? " _id is generated by the import%n" : " _id is the replaced document's%n");
        }
    }

    /** Returns a table of columns: what each one becomes, in which fields, and the rules if a column has some. */
    public static TextTable<ColumnPlace> columnTable(List<ColumnPlace> places) {
        TextTable<ColumnPlace> table = new TextTable<ColumnPlace>()
                .text("column", place -> Printable.excerpt(place.column()))
                .text("becomes", place -> place.fields().isEmpty() ? "" : place.type())
                .text("in", CheckReport::fields);
        boolean hasRules = places.stream().anyMatch(place -> !place.rules().isEmpty());
        return hasRules ? table.text("rules", place -> String.join(", ", place.rules())) : table;
    }

    private static String fields(ColumnPlace place) {
        return place.fields().isEmpty() ? "(dropped)" : Printable.excerpt(String.join(", ", place.fields()));
    }

    /** Returns the cell and what it became, or the value alone if both look the same. */
    static String firstValue(@Nullable FirstValue first) {
        if (first == null) {
            return "";
        }
        String value = text(first.value());
        String cell = first.cell();
        return cell == null || cell.equals(Printable.excerpt(value))
                ? shortened(value)
                : shortened(cell) + " → " + shortened(value);
    }

    private static String shortened(String text) {
        return Printable.of(Printable.shortened(text, LONGEST_VALUE));
    }

    /** Returns a value as people write it, a composite one as JSON. */
    public static String text(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case BOOLEAN -> String.valueOf(value.asBoolean().getValue());
            case INT32, INT64 -> String.valueOf(value.asNumber().longValue());
            case DOUBLE -> String.valueOf(value.asDouble().getValue());
            case DECIMAL128 -> value.asDecimal128().getValue().toString();
            case DATE_TIME ->
                Instant.ofEpochMilli(value.asDateTime().getValue()).toString();
            case OBJECT_ID -> value.asObjectId().getValue().toHexString();
            default -> {
                String json = new BsonDocument("", value).toJson(READABLE);
                yield json.substring(
                        "{\"\": ".length(), json.length() == LONGEST_FIELD ? LONGEST_FIELD : json.length() - 1);
            }
        };
    }

    private void notes() {
        result.notes().forEach(note -> out.format(" %s%n", Printable.of(note)));
    }

    private void documents() {
        if (!result.documents().isEmpty()) {
            out.format("%nFirst documents:%n");
        }
        result.documents().forEach(document -> document(document).forEach(line -> out.format(" %s%n", line)));
    }

    /** Returns a document as extended JSON, as many fields in a line as fit. Long values and documents are cut. */
    static List<String> document(BsonDocument document) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder("{");
        int left = document.size();
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            String text = field(field) + (--left > 0 ? "," : "}");
            if (line.length() > 1 && line.length() + text.length() >= WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder();
            }
            line.append(line.length() == 1 ? "" : " ").append(text);
        }
        lines.add(document.isEmpty() ? "{}" : line.toString());
        if (lines.size() > MOST_DOCUMENT_LINES) {
            lines = new ArrayList<>(lines.subList(0, MOST_DOCUMENT_LINES - 1));
            lines.add(" …}");
        }
        return lines;
    }

    private static String field(Map.Entry<String, BsonValue> field) {
        String json = new BsonDocument(field.getKey(), field.getValue()).toJson(READABLE);
        return json.length() == LONGEST_FIELD ? json.substring(1) + " …" : json.substring(1, json.length() - 1);
    }

    private void rejects() {
        RejectLines rejects = new RejectLines(result.rejects(), result.ungrouped());
        String text = rejects.text(MOST_REJECT_GROUPS, MOST_REJECT_SAMPLES, "");
        if (!text.isEmpty()) {
            List<ColumnPlace> places = job.mapping().places();
            out.format(
                    "%n%s%s%s",
                    text,
                    new RepeatedId(job).advice(result.rejects()),
                    rejects.suspicion(result.counts().read(), places));
        }
    }

    private void verdict() {
        out.format("%n%s: %s%n", job.name(), ending(result.ending()));
        if (result.reason() != null) {
            out.format("  %s%n", result.reason());
        }
        RunSummaryText.count(out, "read", result.counts().read());
        RunSummaryText.count(out, "to be written", result.counts().written());
        if (result.counts().alreadyThere() > 0) {
            RunSummaryText.count(out, "already there", result.counts().alreadyThere());
        }
        RunSummaryText.count(out, "rejected", result.counts().rejected());
        RunSummaryText.filtered(out, result.counts());
        RunSummaryText.cells(out, result.counts().cells());
        RunSummaryText.speed(out, result.elapsed().toMillis() / 1000.0, result.recordsPerSecond());
        plan(result.plan());
        limit(result.limit());
        job.file().snapshots().ifPresent(this::snapshot);
        if (job.file().undo() != null) {
            long hours = job.file().undo().toHours();
            out.format(
                    "Documents are kept as they were before, for %s, so that an import can be undone%n",
                    hours % HOURS_OF_DAY == 0 ? Counted.of(hours / HOURS_OF_DAY, "day") : Counted.of(hours, "hour"));
        }
    }

    private void snapshot(Snapshot snapshot) {
        String scope = snapshot.within().isEmpty() ? "" : " with " + job.scope().toJson(READABLE);
        String deletes = switch (snapshot.deletes()) {
            case DELETE -> "are deleted, at most " + job.file().write().maxLoss();
            case MARK ->
                "get the field %s, at most %s"
                        .formatted(snapshot.markField(), job.file().write().maxLoss());
            case NONE -> "stay";
        };
        out.format(
                "Documents of %s%s that are not in the input %s%n",
                job.write().collection(), Printable.of(scope), deletes);
    }

    private static String ending(RunStatus ending) {
        return switch (ending.severity()) {
            case GOOD -> "an import would complete";
            case REJECTS -> "an import would complete, with rejects";
            case STOPPED -> "the check was stopped; so far";
            case LIMIT ->
                ending == RunStatus.REJECT_LIMIT_EXCEEDED
                        ? "an import would fail, the reject limit is exceeded"
                        : "an import would fail";
            case FAILED -> "the check failed";
        };
    }

    private void plan(ChunkPlan plan) {
        if (plan.chunks() > 0) {
            out.format(
                    "commands: %,d, %.1f a chunk: %s%n",
                    plan.commands(), (double) plan.commands() / plan.chunks(), why(plan));
        }
    }

    private String why(ChunkPlan plan) {
        if (job.write().ordered()) {
            return "one for each run of one operation, since write.ordered keeps the order of the input";
        }
        return plan.waiting() == 0
                ? "one for each operation"
                : "one for each operation, and again where records wait for another of their key: %,d do"
                        .formatted(plan.waiting());
    }

    private void limit(LimitVerdict verdict) {
        if (verdict.exceeded()) {
            out.format(
                    "An import would %s record %,d: %,d rejected by then, and rejects.limit is %s%n",
                    verdict.atEnd() ? "fail at its end, after" : "stop at about",
                    verdict.atRecord(),
                    verdict.rejects(),
                    verdict.limit());
            boolean few = RejectReasons.remedy(
                            result.counts().rejected(), result.counts().read(), false)
                    .isEmpty();
            if (result.isWhole()) {
                out.format(
                        few
                                ? "rejects.limit: %s would pass%n"
                                : "rejects.limit: %s would pass, but only leave these records out: correct the file or the job file%n",
                        verdict.passing());
            }
        } else if (result.counts().rejected() > 0) {
            out.format("rejects.limit is %s: it is not exceeded%n", verdict.limit());
        }
    }
}
