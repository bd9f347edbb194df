package dev.mongohaul.cli.command;

import dev.mongohaul.check.CheckLauncher.Unknowns;
import dev.mongohaul.check.CheckResult;
import dev.mongohaul.check.CheckResult.LimitVerdict;
import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a check found, as one JSON object for programs. */
final class CheckJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Nothing about a type is left to be guessed, which a program would have to do. */
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private CheckJson() {}

    static String of(ImportJob job, CheckResult result) {
        ObjectNode check = head(job.name(), result.ending());
        check.put("reason", result.reason());
        check.set("files", tree(job.inputs().list().stream().map(Input::name).toList()));
        check.set("dialect", dialect(job));
        check.set("columns", tree(job.mapping().places()));
        check.put("read", result.counts().read());
        check.put("writable", result.counts().written());
        check.put("rejected", result.counts().rejected());
        check.set("cells", tree(result.counts().cells()));
        check.set("rejects", tree(result.rejects()));
        check.put("ungrouped", result.ungrouped());
        check.set("limit", limit(result.limit()));
        check.set("documents", documents(result.documents()));
        check.set("plan", job.write().isMixed() ? tree(result.plan()) : null);
        check.set("unknown", tree(Unknowns.of(job)));
        check.put("seconds", result.elapsed().toMillis() / 1000.0);
        check.put("recordsPerSecond", result.recordsPerSecond());
        return JSON.writeValueAsString(check);
    }

    /** Of an input without a record, where the job allows that. */
    static String ofNothing(String job) {
        ObjectNode check = head(job, ImportEnding.COMPLETED);
        check.put("read", 0);
        check.put("writable", 0);
        check.put("rejected", 0);
        check.set("cells", tree(Counts.Cells.NONE));
        check.set("rejects", tree(List.of()));
        check.set("documents", tree(List.of()));
        check.set("unknown", tree(List.of()));
        return JSON.writeValueAsString(check);
    }

    private static ObjectNode head(String job, ImportEnding ending) {
        return JSON.createObjectNode()
                .put("job", job)
                .put("status", ending.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** With the charset that was read: of several, all. */
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

    private static ObjectNode limit(LimitVerdict verdict) {
        return JSON.createObjectNode()
                .put("limit", verdict.limit().toString())
                .put("exceeded", verdict.exceeded())
                .put("atRecord", verdict.exceeded() ? (Long) verdict.atRecord() : null);
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
