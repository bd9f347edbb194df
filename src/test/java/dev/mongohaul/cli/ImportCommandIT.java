package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportCommandIT extends ProgramTest {

    @Test
    void productsAreImportedOnce() {
        Result first = program.run("import", "products");

        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).isEqualTo(target());
        assertThat(first.out().lines())
                .contains("Look at the documents with 'mongohaul show products'")
                .startsWith(
                        "products: completed (run 1)",
                        "  read                  1,000",
                        "  written               1,000",
                        "  already there             0",
                        "  rejected                  0")
                .element(7)
                .asString()
                .startsWith("upsert into " + database().getName() + ".products, MongoDB ");
        assertThat(collection("products").countDocuments()).isEqualTo(1000);
        assertThat(collection("products").find(new Document("_id", "SKU-0000001")))
                .containsExactly(new Document("_id", "SKU-0000001")
                        .append("sku", "SKU-0000001")
                        .append("name", "Wool planter")
                        .append("category", "outdoor")
                        .append("price", Decimal128.parse("731.16"))
                        .append("attributes", new Document("color", "anthracite").append("size", "M"))
                        .append("createdAt", Date.from(Instant.parse("2017-09-27T17:16:04Z"))));

        Result second = program.run("import", "products");

        assertThat(second.exitCode()).isZero();
        assertThat(second.out())
                .isEqualTo("products: nothing to do, this content was loaded by run 1."
                        + " 'import' with --again loads it once more.%n".formatted());
        assertThatFolderHas().containsExactlyInAnyOrder("jobs", "data", ".mongohaul");
    }

    @Test
    void loadedFileBesideANewOneIsRefused() {
        file("jobs/inbox.yml", "source: {files: 'in-*.csv'}", "target: {collection: inbox}");
        file("in-a.csv", "n", "1", "2");
        assertThat(program.run("import", "inbox").exitCode()).isZero();
        file("in-b.csv", "n", "3");

        Result refused = program.run("import", "inbox");

        assertThat(refused.err())
                .contains(folder.resolve("in-a.csv") + " was loaded into", "by run 1 of inbox", "--again");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(collection("inbox").countDocuments()).isEqualTo(2);
        assertThat(program.run("import", "inbox", "--again").exitCode()).isZero();
        assertThat(collection("inbox").countDocuments()).isEqualTo(5);
    }

    @Test
    void parametersOverrideTheJobFile() {
        file("one, two.csv", "sku;name", "A;x", "B;y");
        file("three.csv", "sku;name", "C;z");

        Result result = program.run(
                "import",
                "products",
                "files=[\"one, two.csv\", three.csv]",
                "delimiter=;",
                "fields={}",
                "chunk-size=1",
                "write.writer=save-all",
                "collection=other",
                "operation=insert");

        assertThat(result.err()).isEqualTo(target());
        assertThat(result.exitCode()).isZero();
        assertThat(collection("other").find())
                .containsExactlyInAnyOrder(product("A", "x"), product("B", "y"), product("C", "z"));
    }

    @Test
    void standardInputIsImportedWithARemark() {
        Path input = file(
                "in.csv",
                "customer,sku,price,attributes.color,attributes.size,placedAt",
                "C,S,1.5,red,M,2026-01-01T00:00:00Z");

        Result result = program.runWith(input, "import", "orders", "files=-");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("Read from standard input: it cannot be continued");
        assertThat(collection("orders").find())
                .singleElement()
                .satisfies(order -> assertThat(order.getDouble("price")).isEqualTo(1.5));

        assertRefused(program.run("restart", "1"), 2, "Run 1 read standard input, which cannot be read again");
    }

    @Test
    void emptyInputCompletesIfTheJobAllowsIt() {
        database().drop();
        file("head.csv", "customer,sku,price,attributes.color,attributes.size,placedAt");

        Result result = program.run("import", "orders", "files=head.csv", "empty=ok");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).isEqualTo("orders: nothing to import, which the job allows (empty: ok)%n".formatted());
        assertThat(database().listCollectionNames()).isEmpty();
    }

    @Test
    void mergeOfKeysAloneAddsThoseThatAreMissing() {
        file("jobs/keys.yml", """
                source: {files: keys.csv}
                target: {collection: keys, id: a}
                fields: {a: int32}
                unlisted: drop
                write: {operation: merge}
                """);
        file("keys.csv", "a", "3", "4");
        collection("keys").insertOne(new Document("_id", 3).append("v", "x"));

        Result result = program.run("import", "keys");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("keys").find())
                .containsExactly(
                        new Document("_id", 3).append("v", "x").append("a", 3), new Document("_id", 4).append("a", 4));
    }

    @Test
    void columnsOfTheIdAndTheOperationAreListed() {
        file("jobs/listed.yml", """
                source: {files: listed.csv, header: [a, op]}
                target: {collection: listed, id: a}
                fields: {v: {type: constant, value: 1}}
                unlisted: refuse
                write: {operation: {column: op, values: {I: insert}}}
                """);
        file("listed.csv", "1,I");

        Result result = program.run("import", "listed");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("listed").find())
                .containsExactly(new Document("_id", "1").append("a", "1").append("v", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"together", "file", "newest"})
    void missingFileThatTheCommandNamesIsRefusedAlsoIfTheJobAllowsNone(String each) {
        file("orders.csv", "customer,sku,price,attributes.color,attributes.size,placedAt");

        for (String command : List.of("import", "check", "diff")) {
            assertRefused(
                    program.run(command, "orders", "files=order.csv", "empty=ok", "source.each=" + each),
                    2,
                    "order.csv: no such file (did you mean orders.csv?)");
        }
        assertThat(program.run("import", "orders", "files=order*.none", "empty=ok", "source.each=" + each)
                        .exitCode())
                .isZero();
    }

    @Test
    void eachNightlyFileReplacesItsDocuments() {
        file("monday.csv", generated(1));
        file("tuesday.csv", generated(2));
        Map<String, String> prices = new HashMap<>();
        for (String night : List.of("monday.csv", "tuesday.csv", "monday.csv")) {
            assertThat(program.run("import", "products", "files=" + night).out())
                    .startsWith("products: completed");

            prices.putAll(pricesIn(night));
            assertThat(pricesInCollection()).as(night).isEqualTo(prices);
        }
    }

    private String[] generated(int seed) {
        return program.run("generate", "products", "rows=100", "seed=" + seed)
                .out()
                .lines()
                .toArray(String[]::new);
    }

    private Map<String, String> pricesInCollection() {
        Map<String, String> prices = new HashMap<>();
        collection("products")
                .find()
                .forEach(product -> prices.put(
                        product.getString("_id"), product.get("price").toString()));
        return prices;
    }

    /** Returns the prices by id. A price is the fourth cell from the end, because names can hold commas. */
    private Map<String, String> pricesIn(String name) {
        try (Stream<String> lines = Files.lines(folder.resolve(name))) {
            return lines.skip(1)
                    .map(line -> line.split(",", -1))
                    .collect(Collectors.toMap(cells -> cells[0], cells -> cells[cells.length - 4]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Document product(String sku, String name) {
        return new Document("_id", sku).append("sku", sku).append("name", name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "target: {collection: ids}\nfields: {sku: {to: _id}}",
                "target: {collection: ids, id: sku}\nfields: {sku: {to: _id}}"
            })
    void idIsStoredAlone(String settings) {
        file("ids.csv", "sku,name", "A,x", "B,y");
        file("jobs/ids.yml", "source: {files: ids.csv}", settings);

        for (String writer : List.of("direct", "save", "save-all", "bulk", "raw", "reactive", "reactive-buffered")) {
            Result result = program.run("import", "ids", "writer=" + writer, "collection=" + writer);

            assertThat(result.exitCode()).as(result.err()).isZero();
            assertThat(collection(writer).find())
                    .as(writer)
                    .containsExactlyInAnyOrder(
                            new Document("_id", "A").append("name", "x"), new Document("_id", "B").append("name", "y"));
        }
        Result replaced = program.run("import", "ids", "collection=direct", "operation=replace", "files=ids.csv");
        assertThat(replaced.exitCode()).as(replaced.err()).isZero();
        assertThat(collection("direct").countDocuments()).isEqualTo(2);
        assertThat(program.run("check", "ids").out()).containsPattern("sku +string +_id ");
    }

    @Test
    void reportShowsTheNamesOfVariables() {
        file("in.csv", "n", "1");
        file("jobs/vars.yml", "source: {files: in.csv}", "target: {collection: '${SHOP}-orders'}");
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put("SHOP", "koeln");
        Program shop = program.with(variables);

        assertThat(shop.run("import", "vars").exitCode()).isZero();

        assertThat(collection("koeln-orders").countDocuments()).isEqualTo(1);
        assertThat(shop.run("report", "1", "--format=json").out()).contains("${SHOP}-orders");
        variables.put("SHOP", "bonn");
        assertThat(program.with(variables).run("import", "vars").exitCode()).isZero();
        assertThat(collection("bonn-orders").countDocuments()).isEqualTo(1);
        assertThat(program.run("import", "vars").err())
                .contains("vars.yml:2: target.collection: the environment variable SHOP is not set");
    }
}
