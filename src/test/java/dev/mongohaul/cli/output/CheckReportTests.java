package dev.mongohaul.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.check.FirstValue;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckReportTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"v": {"$numberInt": "5"}}          | {"v": 5}
            {"v": {"$numberLong": "5"}}         | {"v": {"$numberLong": "5"}}
            {"v": {"$numberDouble": "5"}}       | {"v": 5.0}
            {"v": {"$numberDecimal": "5"}}      | {"v": {"$numberDecimal": "5"}}
            {"v": "5"}                          | {"v": "5"}
            {"v": true, "w": null}              | {"v": true, "w": null}
            {"v": {"$date": {"$numberLong": "0"}}} | {"v": {"$date": "1970-01-01T00:00:00Z"}}
            {"a": {"b": {"$numberLong": "5"}}}  | {"a": {"b": {"$numberLong": "5"}}}
            {}                                  | {}
            """)
    void everyTypeIsVisible(String document, String text) {
        assertThat(CheckReport.document(BsonDocument.parse(document))).containsExactly(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            1.234,56             | {"$numberDecimal": "1234.56"}    | 1.234,56 → 1234.56
            1234.56              | {"$numberDecimal": "1234.56"}    | 1234.56
            5                    | {"$numberDouble": "5"}           | 5 → 5.0
            007                  | {"$numberInt": "7"}              | 007 → 7
            7                    | {"$numberLong": "7"}             | 7
            ja                   | true                             | ja → true
            01.02.2020           | {"$date": "2020-02-01T00:00:00Z"} | 01.02.2020 → 2020-02-01T00:00:00Z
            2020-02-01T00:00:00Z | {"$date": "2020-02-01T00:00:00Z"} | 2020-02-01T00:00:00Z
            text                 | "text"                           | text
            a;b                  | ["a", "b"]                       | a;b → ["a", "b"]
            507f1f77bcf86cd799439011 | {"$oid": "507f1f77bcf86cd799439011"} | 507f1f77bcf86cd799439011
            """)
    void firstValueShowsTheCellIfItLooksDifferent(String cell, String value, String shown) {
        assertThat(CheckReport.firstValue(new FirstValue(
                        cell, BsonDocument.parse("{v: " + value + "}").get("v"))))
                .isEqualTo(shown);
    }

    @Test
    void longFirstValueIsCut() {
        String text = "x".repeat(1000);

        assertThat(CheckReport.firstValue(new FirstValue(Printable.excerpt(text), new BsonString(text))))
                .isEqualTo("x".repeat(39) + "…");
        assertThat(CheckReport.firstValue(new FirstValue(null, new BsonString("\u001b[31m"))))
                .isEqualTo("\\u001b[31m");
    }

    @Test
    void linesOfFieldsMakeTheSameDocument() {
        BsonDocument document = BsonDocument.parse(IntStream.range(0, 40)
                .mapToObj(n -> "field%d: %d.5".formatted(n, n))
                .collect(Collectors.joining(",", "{", "}")));

        List<String> lines = CheckReport.document(document);

        assertThat(lines).hasSizeBetween(5, 10).allMatch(line -> line.length() <= 100);
        assertThat(BsonDocument.parse(String.join("\n", lines))).isEqualTo(document);
    }

    @Test
    void longValuesAndManyFieldsAreCut() {
        List<String> longValue = CheckReport.document(BsonDocument.parse("{a: '" + "x".repeat(10_000) + "', b: 1}"));
        List<String> manyFields = CheckReport.document(BsonDocument.parse(IntStream.range(0, 1000)
                .mapToObj(n -> "field" + n + ": 'some text'")
                .collect(Collectors.joining(",", "{", "}"))));

        assertThat(longValue).hasSize(2).last().isEqualTo(" \"b\": 1}");
        assertThat(longValue.get(0)).endsWith("x …,").hasSizeLessThan(450);
        assertThat(manyFields).hasSize(20).last().isEqualTo(" …}");
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        BsonDocument document = new BsonDocument("a\u001b[2J", new BsonString("\u001b[31m\u202e\n"));

        assertThat(String.join("", CheckReport.document(document)).chars())
                .allMatch(character -> character >= ' ' && character != 0x202e);
    }
}
