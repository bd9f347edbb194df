package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.Settings;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchKeyTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1                          | {$numberLong: '1'}            | true
            1                          | 1.0                           | true
            {$numberDecimal: '1.50'}   | 1.5                           | true
            {$numberDecimal: '-0'}     | 0                             | true
            {$numberDecimal: '-0.00'}  | -0.0                          | true
            {$numberDecimal: '1E+3'}   | 1000                          | true
            {$numberDecimal: 'NaN'}    | {$numberDouble: 'NaN'}        | true
            {$numberDouble: 'Infinity'} | {$numberDecimal: 'Infinity'} | true
            {$numberDouble: 'Infinity'} | {$numberDouble: '-Infinity'} | false
            0.1                        | 0.1                           | true
            0.1                        | 0.2                           | false
            0.1                        | {$numberDecimal: '0.1'}       | false
            1.0E+300                   | 1.0E+300                      | true
            {a: 1, b: 'x'}             | {a: 1.0, b: 'x'}              | true
            {a: 1, b: 'x'}             | {b: 'x', a: 1}                | false
            [1, 2]                     | [1.0, 2]                      | true
            1                          | "1"                           | false
            1                          | 2                             | false
            "a"                        | "a"                           | true
            "a"                        | "A"                           | false
            null                       | "null"                        | false
            """)
    void keysAreEqualIfTheServersComparisonIs(String one, String other, boolean equal) {
        assertThat(key(one).equals(key(other))).isEqualTo(equal);
        if (equal) {
            assertThat(key(one)).hasSameHashCodeAs(key(other));
        }
    }

    private static MatchKey key(String value) {
        WriteSettings byId = Settings.insertInto("c").replace(false).made();
        BsonDocument document = BsonDocument.parse("{_id: " + value + "}");
        return new MatchFilter(byId).key(new RawBsonDocument(document, new BsonDocumentCodec()));
    }
}
