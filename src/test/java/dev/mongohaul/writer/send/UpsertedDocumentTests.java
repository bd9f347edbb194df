package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.Settings;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

/** {@code AbsentDocumentsIT} compares with the server. */
class UpsertedDocumentTests {

    private static final RawBsonDocument DOCUMENT =
            RawBsonDocument.parse("{b: 1, n: {z: 2, a: {}}, _id: 3, key: 4, e: {}, a: {z: 1, b: 2}}");

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
}
