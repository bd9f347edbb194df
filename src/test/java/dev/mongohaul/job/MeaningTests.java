package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.repository.plan.ImportIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

class MeaningTests {

    private static final String CONTENT = "sku,price\na,1\n";

    @TempDir
    private Path folder;

    private TestJob job;
    private ImportIdentity identity;

    @BeforeEach
    void identify() {
        job = TestJob.in(folder, "job", "target: {collection: job, id: [sku]}", "write: {operation: upsert}")
                .input(CONTENT);
        identity = identity(job.prepare());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "writer=save-all",
                "chunk-size=1",
                "chunk-bytes=1MiB",
                "grid-size=1",
                "rejects.limit=5%",
                "rejects.directory=elsewhere",
                "write-concern=w1",
                "ordered=true",
                "unfinished=abandon",
                "escape=none",
                "trim=none",
                "empty=ok"
            })
    void writeSettingsAreNoPartOfTheMeaning(String parameter) {
        assertThat(identity(job.prepare(parameter))).isEqualTo(identity);
    }

    @Test
    void swapIsPartOfTheIdentityAndItsLimitsAreNot() {
        TestJob inserting = TestJob.in(folder, "inserting").input(CONTENT);
        ImportIdentity swapped = identity(inserting.prepare("operation=swap"));

        assertThat(swapped).isNotEqualTo(identity(inserting.prepare()));
        assertThat(identity(inserting.prepare("operation=swap", "max-loss=1", "swap.by=view", "swap.keep=1")))
                .isEqualTo(swapped);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blanks=store-null",
                "nulls=NA",
                "fields.price={type: int32, leading-zeros: reject}",
                "fields.price={type: decimal, negative: parentheses}",
                "fields.price=int32",
                "target.id=price",
                "write.match=price",
                "quote=none",
                "comment=#",
                "stray-quotes=reject",
                "ragged=lenient",
                "escape=\\",
                "trim=unquoted",
                "charset=ISO-8859-1"
            })
    void settingsThatChangeDocumentsArePartOfTheMeaning(String parameter) {
        ImportIdentity other = identity(job.prepare(parameter));

        assertThat(other.meaning()).isNotEqualTo(identity.meaning());
        assertThat(other.sameContent(identity)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            double                            | {type: double, rounding: reject}                  | true
            double                            | {type: double, rounding: allow}                   | false
            int32                             | {type: int32, leading-zeros: allow}               | true
            int32                             | {type: int32, leading-zeros: reject}              | false
            auto                              | {type: auto, leading-zeros: allow}                | false
            {type: int32, strip: kg}          | {type: int32, strip: kg, leading-zeros: reject}   | true
            {type: date, pattern: dd.MM.yy}   | {type: date, pattern: dd.MM.yy, pivot-year: 1950} | false
            """)
    void laterSettingsArePartOfTheMeaningIfUsed(String one, String other, boolean same) {
        String meaning = identity(job.prepare("fields.price=" + one)).meaning();

        assertThat(meaning.equals(identity(job.prepare("fields.price=" + other)).meaning()))
                .isEqualTo(same);
    }

    @Test
    void everyOptionOfAFieldIsPartOfTheMeaning() throws IOException {
        Map<String, List<String>> options = new HashMap<>();
        Stream.of(
                        "to: [string, {to: amount}]",
                        "type: [string, int32]",
                        "decimal-comma: [double, {type: double, decimal-comma: true}]",
                        "rounding: [double, {type: double, rounding: allow}]",
                        "strip: [int32, {type: int32, strip: kg}]",
                        "negative: [int32, {type: int32, negative: trailing}]",
                        "leading-zeros: [int32, {type: int32, leading-zeros: reject}]",
                        "from: [{type: date, from: [sku, price], pattern: d.M.y}, {type: date, from: [price, sku], pattern: d.M.y}]",
                        "pattern: [{type: date, pattern: M.d.y}, {type: date, pattern: d.M.y}]",
                        "zone: [{type: date, pattern: d.M.y}, {type: date, pattern: d.M.y, zone: Europe/Oslo}]",
                        "locale: [int32, {type: int32, locale: de}]",
                        "pivot-year: [{type: date, pattern: d.M.yy}, {type: date, pattern: d.M.yy, pivot-year: 1950}]",
                        "encoding: [binary, {type: binary, encoding: hex}]",
                        "'true': [boolean, {type: boolean, 'true': [x]}]",
                        "'false': [boolean, {type: boolean, 'false': [x]}]",
                        "of: [{type: array, separator: ;}, {type: array, separator: ;, of: int32}]",
                        "separator: [{type: array, separator: ;}, {type: array, separator: '|'}]",
                        "value: [{type: source, value: line}, {type: source, value: file}]",
                        "nulls: [string, {nulls: NA}]",
                        "required: [string, {required: true}]",
                        "min: [int32, {type: int32, min: 1}]",
                        "max: [int32, {type: int32, max: 1}]",
                        "one-of: [string, {one-of: [a, b]}]",
                        "matches: [string, {matches: a}]",
                        "default: [string, {default: a}]",
                        "skip: [string, {skip: true}]")
                .forEach(line -> {
                    JsonNode option = YAMLMapper.shared().readTree(line);
                    String name = option.propertyNames().iterator().next();
                    options.put(
                            name,
                            option.get(name)
                                    .valueStream()
                                    .map(field -> field.stringValue(field.toString()))
                                    .toList());
                });
        try (InputStream schema = MeaningTests.class.getResourceAsStream("/mongohaul-job.schema.json")) {
            assertThat(options.keySet())
                    .as("options, each with two fields that differ in it")
                    .isEqualTo(JsonMapper.shared()
                            .readTree(schema)
                            .at("/properties/fields/additionalProperties/properties")
                            .propertyNames());
        }

        assertThat(options)
                .allSatisfy((option, fields) -> assertThat(fields.stream()
                                .map(field -> identity(job.prepare("fields.price=" + field))
                                        .meaning()))
                        .as(option)
                        .doesNotHaveDuplicates());
    }

    @Test
    void meaningIsThatOfEarlierVersions() {
        assertThat(identity.meaning()).isEqualTo("36a56a00c15ad9c6de6f46d19e6b2cf110fde0938e64d79fa4f982a50171a47a");
    }

    @Test
    void entityIsPartOfTheMeaning() {
        ImportIdentity plain = identity(job.prepare("fields.price=decimal"));
        ImportIdentity product = identity(job.prepare("fields.price=decimal", "entity=dev.mongohaul.sample.Product"));

        assertThat(product.meaning()).isNotEqualTo(plain.meaning());
        assertThat(product.sameContent(plain)).isTrue();
    }

    @Test
    void contentDependsOnBytesOnly() throws IOException {
        Files.move(folder.resolve("input.csv"), folder.resolve("moved.csv"));
        assertThat(identity(job.prepare("files=moved.csv"))).isEqualTo(identity);

        job.input("moved.csv", CONTENT.replace('1', '2').getBytes(StandardCharsets.UTF_8));
        assertThat(InputScan.of(job.prepare("files=moved.csv"), new ImportMonitor())
                        .content())
                .isNotEqualTo(identity.content());
    }

    @Test
    void targetAndOperationArePartsOfTheIdentity() {
        assertThat(identity.target()).isEqualTo("db.job");
        assertThat(identity.operation()).isEqualTo("upsert");
        assertThat(identity(job.prepare(), "other").target()).isEqualTo("other.job");
        assertThat(identity(job.prepare("collection=c")).target()).isEqualTo("db.c");
    }

    @Test
    void orderOfOperationValuesIsNoPartOfTheMeaning() {
        TestJob delta = TestJob.in(folder, "delta", "target: {collection: job, id: [a]}")
                .input("op,a\nU,1\n");
        ImportIdentity one = identity(delta.prepare("operation={column: op, values: {U: update, D: delete}}"));
        ImportIdentity same = identity(delta.prepare("operation={column: op, values: {D: delete, U: update}}"));
        ImportIdentity other = identity(delta.prepare("operation={column: op, values: {X: delete, U: update}}"));

        assertThat(one.operation()).isEqualTo("delete+update");
        assertThat(same).isEqualTo(one);
        assertThat(other.meaning()).isNotEqualTo(one.meaning());
    }

    @Test
    void columnNamesAreKeptApart() {
        assertThat(headed("[a, b]", "x,y\n").meaning())
                .isNotEqualTo(headed("['a, b']", "x\n").meaning());
    }

    private ImportIdentity headed(String header, String content) {
        return identity(TestJob.in(folder, "headed", "source: {files: input.csv, header: " + header + "}")
                .input(content)
                .prepare());
    }

    @Test
    void delimiterIsPartOfTheMeaning() {
        TestJob plain = TestJob.in(folder, "plain").input(CONTENT);

        assertThat(identity(plain.prepare("delimiter=;")).meaning())
                .isNotEqualTo(identity(plain.prepare()).meaning());
    }

    @Test
    void textOfDigitsDiffersFromANumber() {
        assertThat(constant("'5'").meaning()).isNotEqualTo(constant("5").meaning());
        assertThat(constant("5.0").meaning()).isNotEqualTo(constant("5").meaning());
    }

    private ImportIdentity constant(String value) {
        return identity(TestJob.in(folder, "constant", "fields: {source: {type: constant, value: " + value + "}}")
                .input(CONTENT)
                .prepare());
    }

    @Test
    void standardInputIsNewEachTime() {
        TestJob piped = TestJob.in(folder, "piped", "source: {files: '-'}");

        assertThat(InputScan.of(piped.prepareFromStandardInput(CONTENT), new ImportMonitor())
                        .content())
                .isNotEqualTo(InputScan.of(piped.prepareFromStandardInput(CONTENT), new ImportMonitor())
                        .content());
    }

    private static ImportIdentity identity(ImportJob job) {
        return identity(job, "db");
    }

    private static ImportIdentity identity(ImportJob job, String database) {
        return job.identity(InputScan.of(job, new ImportMonitor()).content(), database);
    }
}
