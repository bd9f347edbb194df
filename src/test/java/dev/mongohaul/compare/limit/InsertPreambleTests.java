package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.limit.BareInsert.InsertPreamble;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

class InsertPreambleTests {

    private static final int DOCUMENT_BYTES = 100;

    /** Bytes before the command: header, flags and the section's kind. */
    private static final int BODY = 21;

    private final BsonDocument command = BsonDocument.parse("{insert: 'c', ordered: false, $db: 'd', lsid: {id: {$uuid:"
            + " '00000000-0000-4000-8000-000000000000'}}}");

    @Test
    void lengthsIncludeTheDocuments() {
        ByteBuffer head = next(new InsertPreamble(command));
        int sequence = BODY + head.getInt(BODY);

        assertThat(head.getInt(0)).isEqualTo(head.limit() + DOCUMENT_BYTES);
        assertThat(head.getInt(12)).isEqualTo(2013);
        assertThat(head.get(BODY - 1)).isZero();
        assertThat(head.get(sequence)).isEqualTo((byte) 1);
        assertThat(head.getInt(sequence + 1)).isEqualTo(head.limit() - sequence - 1 + DOCUMENT_BYTES);
        assertThat(new String(bytes(head), sequence + 5, 10, StandardCharsets.US_ASCII))
                .isEqualTo("documents\0");
        assertThat(head.limit()).isEqualTo(sequence + 15);
    }

    @Test
    void fieldsKeepTheirOrder() {
        BsonDocument body = body(next(new InsertPreamble(command)));

        assertThat(body.keySet()).containsExactlyElementsOf(command.keySet());
        assertThat(body.getString("insert").getValue()).isEqualTo("c");
        assertThat(body.getBoolean("ordered").getValue()).isFalse();
    }

    @Test
    void messagesAreNumbered() {
        InsertPreamble head = new InsertPreamble(command);

        ByteBuffer first = next(head);
        ByteBuffer second = next(head);

        assertThat(second.getInt(4)).isEqualTo(first.getInt(4) + 1);
    }

    @Test
    void eachConnectionHasItsOwnSession() {
        assertThat(session(new InsertPreamble(command)))
                .isNotEqualTo(session(new InsertPreamble(command)))
                .isNotEqualTo(command.getDocument("lsid").getBinary("id"));
    }

    @Test
    void noSessionWithoutServerSessions() {
        BsonDocument plain = BsonDocument.parse("{insert: 'c', ordered: true, $db: 'd'}");

        assertThat(body(next(new InsertPreamble(plain)))).isEqualTo(plain);
    }

    private static ByteBuffer next(InsertPreamble head) {
        return head.next(DOCUMENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(ByteBuffer head) {
        byte[] bytes = new byte[head.limit()];
        head.duplicate().rewind().get(bytes);
        return bytes;
    }

    private static BsonDocument body(ByteBuffer head) {
        return new RawBsonDocument(bytes(head), BODY, head.getInt(BODY));
    }

    private static BsonBinary session(InsertPreamble head) {
        return body(next(head)).getDocument("lsid").getBinary("id");
    }
}
