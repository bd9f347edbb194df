package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.writer.Settings;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code AbsentDocumentsIT} compares with the server. */
class UpsertedDocumentTests {

    private static final RawBsonDocument DOCUMENT =
            RawBsonDocument.parse("{b: 1, n: {z: 2, a: {}}, _id: 3, key: 4, e: {}, a: {z: 1, b: 2}}");

    private static final List<BsonValue> VALUES = List.of(
            new BsonDouble(1.5),
            new BsonString("text"),
            new BsonDocument("y", new BsonInt32(1)),
            new BsonArray(List.of(new BsonInt32(1))),
            new BsonBinary(new byte[] {1, 2, 3}),
            new BsonUndefined(),
            new BsonObjectId(),
            BsonBoolean.TRUE,
            new BsonDateTime(1),
            BsonNull.VALUE,
            new BsonRegularExpression("pattern", "i"),
            new BsonDbPointer("collection", new ObjectId()),
            new BsonJavaScript("1 + 1"),
            new BsonSymbol("symbol"),
            new BsonJavaScriptWithScope("x", new BsonDocument("x", new BsonInt32(1))),
            new BsonInt32(32),
            new BsonTimestamp(1, 2),
            new BsonInt64(64),
            new BsonDecimal128(Decimal128.parse("1.50")),
            new BsonMinKey(),
            new BsonMaxKey());

    private static String upserted(RawBsonDocument document, List<String> match) {
        Settings settings = Settings.insertInto("target")
                .update(true, match.toArray(String[]::new))
                .nested("n", "n.a", "e");
        return new UpsertedDocument(settings.made()).of(document).toJson();
    }

    private static String json(String document) {
        return BsonDocument.parse(document).toJson();
    }

    @Test
    void fieldsAreInTheOrderOfTheirNames() {
        assertThat(upserted(DOCUMENT, List.of())).isEqualTo(json("{_id: 3, a: {z: 1, b: 2}, b: 1, key: 4, n: {z: 2}}"));
    }

    @Test
    void matchedFieldsAreFirst() {
        assertThat(upserted(DOCUMENT, List.of("n.z", "key")))
                .isEqualTo(json("{_id: 3, key: 4, n: {z: 2}, a: {z: 1, b: 2}, b: 1}"));
    }

    @Test
    void documentIsReadFromABlockOfSeveral() {
        byte[] bytes = DOCUMENT.getByteBuffer().asNIO().array();
        byte[] block = new byte[bytes.length + 20];
        System.arraycopy(bytes, 0, block, 7, bytes.length);

        assertThat(upserted(new RawBsonDocument(block, 7, bytes.length), List.of()))
                .isEqualTo(upserted(DOCUMENT, List.of()));
    }

    @Test
    void documentsMayHaveOtherFieldsThanTheLast() {
        UpsertedDocument upserted = new UpsertedDocument(
                Settings.insertInto("target").update(true).nested("n").made());
        List<String> documents = List.of(
                "{c: 1, n: {y: 1, x: 2}, a: 3}",
                "{c: 1, a: 3}",
                "{n: {x: 2, y: 1, w: 0}, b: 2, c: 1, a: 3}",
                "{n: {}, c: 1}",
                "{}",
                "{c: 1, n: {y: 1, x: 2}, a: 3}");

        assertThat(documents.stream()
                        .map(document ->
                                upserted.of(RawBsonDocument.parse(document)).toJson()))
                .containsExactly(
                        json("{a: 3, c: 1, n: {x: 2, y: 1}}"),
                        json("{a: 3, c: 1}"),
                        json("{a: 3, b: 2, c: 1, n: {w: 0, x: 2, y: 1}}"),
                        json("{c: 1}"),
                        json("{}"),
                        json("{a: 3, c: 1, n: {x: 2, y: 1}}"));
    }

    @Test
    void valueInPlaceOfANestedDocumentIsRefused() {
        assertThatThrownBy(() -> upserted(RawBsonDocument.parse("{a: 1, n: {a: null}}"), List.of()))
                .isInstanceOf(BsonInvalidOperationException.class)
                .hasMessage("n.a is not a document");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "END_OF_DOCUMENT")
    void valuesOfEachTypeAreMoved(BsonType type) {
        BsonValue value = VALUES.stream()
                .filter(each -> each.getBsonType() == type)
                .findFirst()
                .orElseThrow();
        BsonDocument document = new BsonDocument("b", value).append("a", value).append("last", new BsonInt32(1));

        BsonDocument moved = new BsonDocument("a", value).append("b", value).append("last", new BsonInt32(1));
        assertThat(upserted(new RawBsonDocument(document, new BsonDocumentCodec()), List.of()))
                .isEqualTo(moved.toJson());
    }
}
