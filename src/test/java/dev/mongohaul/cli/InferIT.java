package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.Date;
import java.util.List;
import java.util.Map;
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
        file("orders.csv", "n,price", "1,2");
        file(
                "jobs/orders.yml",
                "source: {files: orders.csv}",
                "target: {collection: orders}",
                "fields: {price: decimal, n: {type: string, nulls: []}}");

        Result job = program.run("infer", "--validator", "orders");
        Result files = program.run("infer", "--validator", "orders.csv");

        JsonNode schema = JsonMapper.shared().readTree(job.out()).at("/$jsonSchema");
        assertThat(schema.at("/properties/price/bsonType").asString()).isEqualTo("decimal");
        assertThat(schema.at("/required").toString()).isEqualTo("[\"_id\",\"n\"]");
        assertThat(files.exitCode()).as(files.err()).isZero();
        assertThat(JsonMapper.shared()
                        .readTree(files.out())
                        .at("/$jsonSchema/properties/price/bsonType")
                        .asString())
                .isEqualTo("int");
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
