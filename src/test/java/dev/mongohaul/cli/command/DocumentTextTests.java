package dev.mongohaul.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentTextTests {

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
    void everyTypeIsTold(String document, String text) {
        assertThat(DocumentText.of(BsonDocument.parse(document))).containsExactly(text);
    }

    @Test
    void fieldsStandSideBySideAndMakeTheSameDocument() {
        BsonDocument document = BsonDocument.parse(IntStream.range(0, 40)
                .mapToObj(n -> "field%d: %d.5".formatted(n, n))
                .collect(Collectors.joining(",", "{", "}")));

        List<String> lines = DocumentText.of(document);

        assertThat(lines).hasSizeBetween(5, 10).allMatch(line -> line.length() <= 100);
        assertThat(BsonDocument.parse(String.join("\n", lines))).isEqualTo(document);
    }

    @Test
    void longValuesAndManyFieldsAreCutShort() {
        List<String> longValue = DocumentText.of(BsonDocument.parse("{a: '" + "x".repeat(10_000) + "', b: 1}"));
        List<String> manyFields = DocumentText.of(BsonDocument.parse(IntStream.range(0, 1000)
                .mapToObj(n -> "field" + n + ": 'some text'")
                .collect(Collectors.joining(",", "{", "}"))));

        assertThat(longValue).hasSize(2).last().isEqualTo(" \"b\": 1}");
        assertThat(longValue.get(0)).endsWith("x …,").hasSizeLessThan(450);
        assertThat(manyFields).hasSize(20).last().isEqualTo(" …}");
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        BsonDocument document = new BsonDocument("a\u001b[2J", new org.bson.BsonString("\u001b[31m\u202e\n"));

        assertThat(String.join("", DocumentText.of(document)).chars())
                .allMatch(character -> character >= ' ' && character != 0x202e);
    }
}
