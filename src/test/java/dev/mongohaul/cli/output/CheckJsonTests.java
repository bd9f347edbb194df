package dev.mongohaul.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.architecture.StoredNames;
import dev.mongohaul.check.CheckLauncher;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckJsonTests {

    @TempDir
    private Path folder;

    @Test
    void charsetIsTheOneThatWasRead() {
        ImportJob job = TestJob.in(folder, "job")
                .input("input.csv", "\uFEFFn\n1\n".getBytes(StandardCharsets.UTF_16LE))
                .prepare();

        assertThat(charset(job)).isEqualTo("UTF-16LE");
        assertThat(CheckReport.of(job, CheckLauncher.launch(job, new ImportMonitor()), List.of()))
                .contains("; UTF-16LE, delimiter");
    }

    @Test
    void allCharsetsAreNamed() {
        ImportJob job = TestJob.in(folder, "job", "source: {files: '*.csv'}")
                .input("a.csv", "n\n1\n".getBytes(StandardCharsets.UTF_8))
                .input("b.csv", "\uFEFFn\n1\n".getBytes(StandardCharsets.UTF_16BE))
                .prepare();

        assertThat(charset(job)).isEqualTo("UTF-8, UTF-16BE");
    }

    @Test
    void fieldsAreUnchanged() {
        ImportJob inserts = TestJob.in(
                        folder, "job", "fields: {n: int32}", "source: {files: input.csv, quote: \"'\", escape: '\\'}")
                .input("n,text\n1,one\nx,two\n3\n")
                .prepare();
        ImportJob mixed = TestJob.in(
                        folder,
                        "mixed",
                        "target: {collection: c, id: n}",
                        "write: {operation: {column: op, values: {U: update, D: delete}}}")
                .input("mixed.csv", "op,n\nU,1\nD,2\n".getBytes(StandardCharsets.UTF_8))
                .prepare("files=mixed.csv");

        StoredNames.checkJson("check", List.of(json(inserts), json(mixed)), "documents[]", "columns[].firstValue");
        StoredNames.checkJson("check of no record", List.of(JsonMapper.shared().readTree(CheckJson.ofNothing("job"))));
    }

    @Test
    void columnsHaveTheirFirstValues() {
        ImportJob job = TestJob.in(
                        folder,
                        "job",
                        "fields: {n: {type: decimal, locale: de}, d: {to: a.d, type: int64}, c: {type: constant, value: x},"
                                + " l: {type: source, value: line}, t: {type: source, value: loaded-at}}")
                .input("n,d,e\n,,\n\"1.234,5\",,\n,7,\n")
                .prepare();

        assertThat(json(job).path("unknown").valueStream().map(JsonNode::stringValue))
                .contains("the number and the start of the import, shown as 0 and 1970-01-01");
        assertThat(json(job).path("columns").valueStream().map(JsonNode::toString))
                .containsExactly("""
                        {"column":"n","type":"decimal","fields":["n"],"firstCell":"1.234,5",\
                        "firstValue":{"$numberDecimal":"1234.5"}}""", """
                        {"column":"d","type":"int64","fields":["a.d"],"firstCell":"7","firstValue":{"$numberLong":"7"}}""", """
                        {"column":"e","type":"string","fields":["e"]}""", """
                        {"column":"c","type":"constant","fields":["c"],"firstValue":"x"}""", """
                        {"column":"l","type":"source line","fields":["l"],"firstValue":{"$numberLong":"3"}}""", """
                        {"column":"t","type":"source loaded-at","fields":["t"],\
                        "firstValue":{"$date":{"$numberLong":"0"}}}""");
    }

    private static String charset(ImportJob job) {
        return json(job).at("/dialect/charset").stringValue();
    }

    private static JsonNode json(ImportJob job) {
        return JsonMapper.shared()
                .readTree(CheckJson.of(job, CheckLauncher.launch(job, new ImportMonitor()), List.of()));
    }
}
