package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Inferred job files that the program prints and then imports. */
class InferIT extends ProgramTest {

    @Test
    void jobFileIsImportedAsItWasPrinted() {
        Result inferred = program.run("infer", "data/products.csv");
        file("jobs/inferred.yml", inferred.out());

        Result imported = program.run("import", "inferred");

        assertThat(inferred.err()).isEmpty();
        assertThat(inferred.exitCode()).isZero();
        assertThat(imported.err()).isEqualTo(target());
        assertThat(imported.exitCode()).isZero();
        assertThat(collection("products").countDocuments()).isEqualTo(1000);
        Document first =
                collection("products").find(new Document("_id", "SKU-0000001")).first();
        assertThat(first).isNotNull();
        assertThat(first.get("price")).isEqualTo(Decimal128.parse("731.16"));
        assertThat(first.get("createdAt")).isInstanceOf(Date.class);
        assertThat(first.getEmbedded(List.of("attributes", "color"), String.class))
                .isEqualTo("anthracite");
    }

    @Test
    void validatorOfAJobAndOfAFileIsPrinted() {
        file("orders.csv", "n,price,q,r,s", "1,2,x,y,z");
        file(
                "jobs/orders.yml",
                "source: {files: orders.csv}",
                "target: {collection: orders}",
                "fields: {price: decimal, n: {nulls: []}, q: {default: x}, r: {required: true}, s: {skip: true}}");

        Result job = program.run("infer", "--validator", "orders");
        Result files = program.run("infer", "--validator", "orders.csv");

        JsonNode schema = JsonMapper.shared().readTree(job.out()).at("/$jsonSchema");
        assertThat(schema.at("/properties/price/bsonType").asString()).isEqualTo("decimal");
        assertThat(schema.at("/required").toString()).isEqualTo("[\"_id\",\"n\",\"q\",\"r\"]");
        assertThat(schema.at("/properties").propertyNames()).containsExactly("_id", "n", "price", "q", "r");
        assertThat(files.exitCode()).as(files.err()).isZero();
        assertThat(JsonMapper.shared()
                        .readTree(files.out())
                        .at("/$jsonSchema/properties/price/bsonType")
                        .asString())
                .isEqualTo("int");
    }

    @Test
    void optionsOfAnImportAreThoseOfItsJobFile() {
        file("in.csv", "nr,shop,v", "1,a,01", "2,a,02");

        Result result = program.run(
                "infer", "in.csv", "--id", "shop,nr", "--type", "v=int32", "--collection=orders", "-o", "jobs/erp.yml");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(folder.resolve("jobs/erp.yml"))
                .content()
                .contains("mongohaul check erp\n", "mongohaul import erp\n", "collection: orders\n")
                .contains("id: [shop, nr]\n", "v: {type: int32, leading-zeros: allow}\n");
        assertThat(program.run("import", "erp").exitCode()).isZero();
    }

    /** The first line names a schema that is there, and only such a one. The name of the job is that of its file. */
    @Test
    void jobFileNamesTheSchemaBesideIt() throws IOException {
        file("in_20261125.csv", "n", "1");

        Result before = program.run("infer", "in_20261125.csv", "-o", "jobs/a.yml");
        Result written = program.run("infer", "--schema");
        Result after = program.run("infer", "in_20261125.csv", "-o", "jobs/b.yml");
        Result elsewhere = program.run("infer", "in_20261125.csv", "--schema", "-o", "other/c.yml");

        assertThat(List.of(before, written, after, elsewhere))
                .allSatisfy(
                        result -> assertThat(result.exitCode()).as(result.err()).isZero());
        assertThat(written.err()).startsWith("jobs/mongohaul-job.schema.json is written.");
        assertThat(folder.resolve("jobs/a.yml"))
                .content()
                .startsWith("# Inferred from")
                .contains("collection: a\n");
        for (String name : List.of("jobs/b.yml", "other/c.yml")) {
            assertThat(folder.resolve(name))
                    .content()
                    .startsWith("# yaml-language-server: $schema=mongohaul-job.schema.json\n# Inferred from");
            assertThat(folder.resolve(name).resolveSibling("mongohaul-job.schema.json"))
                    .hasSameBinaryContentAs(Path.of("src/main/resources/mongohaul-job.schema.json"));
        }
        assertThat(program.run("infer", "--schema", "-o", "x.yml").err())
                .contains("Missing required parameter: 'FILE'");
    }

    /** The guess that divides the file, and the type that one cell decided. */
    @Test
    void decisionsOfAGuessHaveTheirEvidence() {
        file("in.csv", "nr,zip;v", "1,01234;x", "2,52062;y");

        Result inferred = program.run("infer", "in.csv", "--format=json");
        Result imported = program.run("import", "in.csv", "--yes");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        String delimiter = "The delimiter is a guess: the input can be divided into 2 columns by ';' and by ','."
                + " The option delimiter decides.";
        assertThat(imported.out().lines()).contains(delimiter);
        for (Result told : List.of(inferred, program.run("report", "1", "--format=json"))) {
            Map<String, JsonNode> decisions = JsonMapper.shared()
                    .readTree(told.out())
                    .get("decisions")
                    .valueStream()
                    .filter(decision -> decision.has("setting"))
                    .collect(
                            Collectors.toMap(decision -> decision.get("setting").asString(), decision -> decision));
            assertThat(decisions).doesNotContainKey("types");
            assertThat(decisions.get("source.delimiter").get("value").asString())
                    .isEqualTo(";");
            assertThat(decisions.get("source.delimiter").get("sentence").asString())
                    .isEqualTo(delimiter);
        }
        assertThat(program.run("report", "1").out()).contains("Decided without a job file", "source.delimiter");
    }

    @Test
    void columnIsExplainedByItsCells() {
        file("orte.csv", "nr;preis", "1;0,50", "2;1,50", "3;frei", "4;2,75");

        Result explained = program.run("infer", "orte.csv", "--explain", "preis");
        Result unknown = program.run("infer", "orte.csv", "--explain", "price");
        Result both = program.run("infer", "orte.csv", "--explain", "preis", "--rules");

        assertThat(explained.exitCode()).as(explained.err()).isZero();
        assertThat(explained.out().lines())
                .startsWith(
                        "preis is string: a decimal except for 1 of 4 cells: \"frei\" in line 4; {type: decimal, decimal-comma: true} rejects it.",
                        "  4 cells, 0 blank",
                        "  {type: decimal, decimal-comma: true}: 3 of the first 4 cells; not \"frei\" in line 4");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("orte.csv has no column \"price\". Its columns are \"nr\", \"preis\".");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err()).contains("--explain prints no job file.");
    }

    @Test
    void proposedRulesHoldInTheWholeFile() throws IOException {
        List<String> lines = new ArrayList<>(List.of("nr;code;land;preis;seit;notiz;plz"));
        for (int number = 1; number <= 40; number++) {
            lines.add("%d;AB-%03d.x;%s;%d,50;%02d.02.2020;%s;0%d"
                    .formatted(
                            number,
                            number,
                            number % 3 == 0 ? "DE" : "F R",
                            number,
                            number % 28 + 1,
                            number == 7 ? "" : "n" + "o".repeat(number),
                            1000 + number));
        }
        lines.add("41;too;few");
        file("orte.csv", lines.toArray(new String[0]));

        Result inferred = program.run("infer", "--rules", "orte.csv", "collection=orte", "rejects.limit=9", "id=nr");
        String text = inferred.out();
        List<String> proposed = Pattern.compile("(?m)^#   (.*: \\{.*)$")
                .matcher(text)
                .results()
                .map(line -> line.group(1))
                .toList();
        String job = text;
        for (String line : proposed) {
            String column = line.substring(0, line.indexOf(':'));
            job = job.replaceFirst("(?m)^  " + column + ": .*$", Matcher.quoteReplacement("  " + line));
        }
        file("jobs/orte.yml", job);
        Result whole = program.run("check", "orte", "--format=json");
        file("orte.csv", lines.get(0), "0;AB-001.x;ES;0,40;01.03.2020;;0100", "7;AB-001.x;DE;1,50;02.02.2020;;01001");
        Result other = program.run("check", "orte");

        assertThat(inferred.exitCode()).as(inferred.err()).isZero();
        assertThat(proposed)
                .containsExactly(
                        "nr: {type: int32, min: 1, max: 40}",
                        "code: {type: string, required: true, matches: '[A-Z]{2}-[0-9]{3}\\.[a-z]'}",
                        "land: {type: string, required: true, one-of: [DE, F R]}",
                        "preis: {type: decimal, decimal-comma: true, required: true, min: \"1,50\", max: \"40,50\"}",
                        "seit: {type: date, pattern: dd.MM.yyyy, required: true, min: 01.02.2020, max: 28.02.2020}",
                        "plz: {type: string, required: true, matches: \"[0-9]{5}\"}");
        assertThat(JsonMapper.shared().readTree(whole.out()).at("/rejected").asInt())
                .as(whole.out())
                .isEqualTo(1);
        assertThat(other.out())
                .contains(
                        "nr",
                        "is less than the smallest allowed value (min), 1; column 3, \"land\", is not allowed (one-of): one of")
                .contains("column 4, \"preis\", is less than the smallest allowed value (min), 1,50")
                .contains("column 5, \"seit\", is greater than the greatest allowed value (max), 28.02.2020")
                .contains("column 7, \"plz\", does not match the pattern (matches) [0-9]{5}");
    }

    @Test
    void germanExportIsImportedAsItWasMeant() throws IOException {
        String export = """
                Nr;Name;Umsatz;Preis;Rabatt;Aktiv;Seit
                1;Köhler;12.345,67;1.234 €;7,9 %;ja;01.02.2020
                2;Groß;k.A.;56 €;-1,0 %;nein;31.12.2019
                3;Öz;0,50;12.345.678 €;0,0 %;ja;15.03.2021
                """;
        Files.write(file("kunden.csv"), export.getBytes(Charset.forName("windows-1252")));
        file("jobs/kunden.yml", program.run("infer", "kunden.csv").out());

        Result imported = program.run("import", "kunden");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(collection("kunden").find().sort(new Document("_id", 1)))
                .containsExactly(Document.parse("""
                                {_id: 1, Nr: 1, Name: "Köhler", Umsatz: {$numberDecimal: "12345.67"}, Preis: 1234,
                                Rabatt: {$numberDecimal: "7.9"}, Aktiv: true, Seit: {$date: "2020-02-01T00:00:00Z"}}"""), Document.parse("""
                                {_id: 2, Nr: 2, Name: "Groß", Preis: 56,
                                Rabatt: {$numberDecimal: "-1.0"}, Aktiv: false, Seit: {$date: "2019-12-31T00:00:00Z"}}"""), Document.parse("""
                                {_id: 3, Nr: 3, Name: "Öz", Umsatz: {$numberDecimal: "0.50"}, Preis: 12345678,
                                Rabatt: {$numberDecimal: "0.0"}, Aktiv: true, Seit: {$date: "2021-03-15T00:00:00Z"}}"""));
    }

    @Test
    void jobFileIsUtf8ForAnyTerminalCharset() {
        file("in.csv", "id,größe", "1,5");

        Result inferred = program.with(Map.of("LC_ALL", "C")).run("infer", "in.csv");

        assertThat(inferred.out()).contains("  größe: int32");
    }
}
