package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.delivery.Outcome;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All writers store the same documents as the same bytes. */
class WritersAgreeIT {

    private static final List<BsonDocument> DOCUMENTS = List.of(
            BsonDocument.parse("{_id: {$oid: '654fd4a0000000000000002a'}, z: 'last name first', a: ''}"),
            BsonDocument.parse("{_id: {b: 1, a: 'two keys'}, int: 1, long: {$numberLong: '1'}, double: 1.0}"),
            BsonDocument.parse("{_id: '1', decimal: {$numberDecimal: '1.10'}, negative: {$numberDecimal: '-0'}}"),
            BsonDocument.parse("{_id: '2', nan: {$numberDouble: 'NaN'}, minusZero: {$numberDouble: '-0.0'}}"),
            BsonDocument.parse("{_id: '3', yes: true, no: false, nothing: null}"),
            BsonDocument.parse("{_id: '4', date: {$date: {$numberLong: '-1'}}}"),
            BsonDocument.parse("{_id: '5', uuid: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}"),
            BsonDocument.parse("{_id: '6', legacy: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '03'}}}"),
            BsonDocument.parse("{_id: '7', bytes: {$binary: {base64: 'AAH/', subType: '00'}}}"),
            BsonDocument.parse("{_id: '8', nested: {z: {y: {x: [1, [2, {a: []}], {}]}}}}"),
            BsonDocument.parse("{_id: '9', text: 'größer 𝄞 \\u0000 end'}"),
            BsonDocument.parse("{_id: '10', regex: {$regularExpression: {pattern: 'a.*', options: 'i'}}}"),
            BsonDocument.parse("{_id: '11', timestamp: {$timestamp: {t: 1, i: 2}}}"),
            BsonDocument.parse("{_id: '12', min: {$minKey: 1}, max: {$maxKey: 1}, code: {$code: 'f()'}}"),
            BsonDocument.parse("{_id: '13', 'a.b': 1, '$where': 'text', '': 2, '__proto__': 3}"),
            BsonDocument.parse("{_id: '507f1f77bcf86cd799439011', ref: '507f1f77bcf86cd799439011'}"));

    static Stream<WriterType> writers() {
        return WriterType.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("writers")
    void insertedDocumentsAreStoredAsTheBytesGiven(WriterType type) {
        WriterBench<?> bench = WriterBench.of(type);

        assertThat(bench.write(bench.insert(), DOCUMENTS)).containsOnly(Outcome.WRITTEN);

        assertThat(bench.contents()).containsExactlyInAnyOrderElementsOf(WriterBench.stored(DOCUMENTS));
    }

    @ParameterizedTest
    @MethodSource("writers")
    void upsertedDocumentsAreStoredAsTheBytesGiven(WriterType type) {
        WriterBench<?> bench = WriterBench.of(type);

        assertThat(bench.write(bench.upsert(), replacements())).containsOnly(Outcome.WRITTEN);

        assertThat(bench.contents()).containsExactlyInAnyOrderElementsOf(WriterBench.stored(replacements()));
    }

    @Test
    void documentsOfAnotherWriterAreAlreadyThere() {
        for (WriterType type : WriterType.ALL) {
            WriterBench<?> bench = WriterBench.of(type);
            bench.given(DOCUMENTS);

            assertThat(bench.write(bench.insert(), DOCUMENTS)).as(type.name()).containsOnly(Outcome.ALREADY_THERE);
        }
    }

    /** Drivers send no replacement with a name that begins with a dollar sign. */
    private static List<BsonDocument> replacements() {
        return DOCUMENTS.stream()
                .filter(document -> !document.containsKey("$where"))
                .toList();
    }
}
