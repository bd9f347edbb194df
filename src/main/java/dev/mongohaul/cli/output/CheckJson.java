package dev.mongohaul.cli.output;

import dev.mongohaul.check.CheckLauncher;
import dev.mongohaul.check.CheckResult;
import dev.mongohaul.check.FirstValue;
import dev.mongohaul.check.LimitVerdict;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.launch.each.FileOutcome;
import dev.mongohaul.job.launch.each.FileResult;
import dev.mongohaul.job.processor.ProcessorType;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.RunStatus;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Result of a check as one JSON object for programs. */
public final class CheckJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Canonical, so that a program does not have to guess types. */
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private CheckJson() {}

    public static String of(ImportJob job, CheckResult result, List<Deviation> drift) {
        ObjectNode check = head(job.name(), result.ending());
        check.put("reason", result.reason());
        check.set("files", tree(job.inputs().list().stream().map(Input::name).toList()));
        check.set("dialect", dialect(job));
        check.set("columns", columns(job, result));
        if (job.processor().isPresent()) {
            ProcessorType<?> processor = job.processor().get();
            check.putObject("processor").put("class", processor.name()).put("version", processor.version());
        }
        check.put("read", result.counts().read());
        check.put("writable", result.counts().written());
        check.put("alreadyThere", result.counts().alreadyThere());
        check.put("rejected", result.counts().rejected());
        check.put("filtered", result.counts().filtered());
        check.set("cells", tree(result.counts().cells()));
        check.set("rejects", tree(result.rejects()));
        check.put("ungrouped", result.ungrouped());
        check.set("limit", limit(result));
        check.set("documents", documents(result.documents()));
        check.set("plan", job.write().isMixed() ? tree(result.plan()) : null);
        check.set("unknown", tree(CheckLauncher.unknowns(job)));
        check.put("seconds", result.elapsed().toMillis() / 1000.0);
        check.put("recordsPerSecond", result.recordsPerSecond());
        if (!result.notes().isEmpty()) {
            check.set("notes", tree(result.notes()));
        }
        if (!drift.isEmpty()) {
            check.set("drift", tree(drift));
        }
        return JSON.writeValueAsString(check);
    }

    /** Returns the result for an input without records, if the job allows that. */
    public static String ofNothing(String job) {
        ObjectNode check = head(job, RunStatus.COMPLETED);
        check.put("read", 0);
        check.put("writable", 0);
        check.put("rejected", 0);
        check.put("filtered", 0);
        check.set("cells", tree(CellCounts.NONE));
        check.set("rejects", tree(List.of()));
        check.set("documents", tree(List.of()));
        check.set("unknown", tree(List.of()));
        return JSON.writeValueAsString(check);
    }

    /** Returns the result for a file that is not checked, of a job that imports each file. */
    public static String ofLeft(String job, FileResult left) {
        ObjectNode check = head(job, left.outcome() == FileOutcome.REFUSED ? "refused" : "left");
        check.put("reason", left.message());
        check.set("files", tree(List.of(left.file())));
        return JSON.writeValueAsString(check);
    }

    private static ObjectNode head(String job, RunStatus ending) {
        return head(job, ending.word());
    }

    private static ObjectNode head(String job, String status) {
        return JSON.createObjectNode().put("job", job).put("status", status);
    }

    /** Returns the columns, each with its first cell that is not blank and with its value if there is one. */
    private static JsonNode columns(ImportJob job, CheckResult result) {
        ArrayNode columns = JSON.createArrayNode();
        for (ColumnPlace place : job.mapping().places()) {
            ObjectNode column = (ObjectNode) tree(place);
            if (place.rules().isEmpty()) {
                column.remove("rules");
            }
            FirstValue first = result.firstValues().get(place.column());
            if (first != null) {
                if (first.cell() != null) {
                    column.put("firstCell", first.cell());
                }
                column.set(
                        "firstValue",
                        JSON.readTree(new BsonDocument("v", first.value()).toJson(CANONICAL))
                                .get("v"));
            }
            columns.add(column);
        }
        return columns;
    }

    private static ObjectNode dialect(ImportJob job) {
        CsvDialect dialect = job.dialect();
        return JSON.createObjectNode()
                .put("charset", String.join(", ", job.charsets()))
                .put("delimiter", String.valueOf(dialect.delimiter()))
                .put("quote", dialect.quote() == null ? null : dialect.quote().toString())
                .put(
                        "escape",
                        dialect.escape() == null ? null : dialect.escape().toString());
    }

    private static ObjectNode limit(CheckResult result) {
        LimitVerdict verdict = result.limit();
        return JSON.createObjectNode()
                .put("limit", verdict.limit().toString())
                .put("exceeded", verdict.exceeded())
                .put("atRecord", verdict.exceeded() ? (Long) verdict.atRecord() : null)
                .put("wouldPass", result.isWhole() ? verdict.passing().inPlaceOf(verdict.limit()) : null);
    }

    private static JsonNode documents(List<BsonDocument> documents) {
        return tree(documents.stream()
                .map(document -> JSON.readTree(document.toJson(CANONICAL)))
                .toList());
    }

    private static JsonNode tree(Object value) {
        return JSON.valueToTree(value);
    }
}
