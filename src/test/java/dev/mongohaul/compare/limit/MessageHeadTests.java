package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.limit.BareSender.Commands;
import dev.mongohaul.compare.limit.BareSender.MessageHeads;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

class MessageHeadTests {

    private static final int STATEMENT_BYTES = 100;

    /** Bytes before the command: header, flags and the section's kind. */
    private static final int BODY = 21;

    private static final String SESSION = "lsid: {id: {$uuid: '00000000-0000-4000-8000-000000000000'}}";

    private final BsonDocument insert = BsonDocument.parse("{insert: 'c', ordered: false, $db: 'd', " + SESSION + "}");
    private final BsonDocument update = BsonDocument.parse("{update: 'c', txnNumber: {$numberLong: '7'}, $db: 'd', "
            + SESSION + ", startTransaction: true, autocommit: false}");
    private final BsonDocument commit = BsonDocument.parse("{commitTransaction: 1, txnNumber: {$numberLong: '7'},"
            + " autocommit: false, $db: 'admin', " + SESSION + "}");

    @Test
    void lengthsIncludeTheStatements() {
        ByteBuffer head = next(inserting(insert));
        int sequence = BODY + head.getInt(BODY);

        assertThat(head.getInt(0)).isEqualTo(head.limit() + STATEMENT_BYTES);
        assertThat(head.getInt(12)).isEqualTo(2013);
        assertThat(head.get(BODY - 1)).isZero();
        assertThat(head.get(sequence)).isEqualTo((byte) 1);
        assertThat(head.getInt(sequence + 1)).isEqualTo(head.limit() - sequence - 1 + STATEMENT_BYTES);
        assertThat(new String(bytes(head), sequence + 5, 10, StandardCharsets.US_ASCII))
                .isEqualTo("documents\0");
        assertThat(head.limit()).isEqualTo(sequence + 15);
    }

    @Test
    void fieldsKeepTheirOrder() {
        BsonDocument body = body(next(inserting(insert)));

        assertThat(body.keySet()).containsExactlyElementsOf(insert.keySet());
        assertThat(body.getString("insert").getValue()).isEqualTo("c");
        assertThat(body.getBoolean("ordered").getValue()).isFalse();
    }

    @Test
    void messagesAreNumbered() {
        MessageHeads heads = inserting(insert);

        ByteBuffer first = next(heads);
        ByteBuffer second = next(heads);

        assertThat(second.getInt(4)).isEqualTo(first.getInt(4) + 1);
    }

    @Test
    void eachConnectionHasItsOwnSession() {
        assertThat(session(inserting(insert)))
                .isNotEqualTo(session(inserting(insert)))
                .isNotEqualTo(insert.getDocument("lsid").getBinary("id"));
    }

    @Test
    void noSessionWithoutServerSessions() {
        BsonDocument plain = BsonDocument.parse("{insert: 'c', ordered: true, $db: 'd'}");

        assertThat(body(next(inserting(plain)))).isEqualTo(plain);
    }

    @Test
    void chunkIsOneTransaction() {
        MessageHeads heads = new MessageHeads(new Commands(Map.of(WriteOperation.REPLACE, update), commit));

        BsonDocument first = body(replacing(heads, true));
        BsonDocument second = body(replacing(heads, false));
        BsonDocument end = body(Objects.requireNonNull(heads.commit()));
        BsonDocument next = body(replacing(heads, true));

        assertThat(first).containsEntry("startTransaction", BsonBoolean.TRUE);
        assertThat(second).doesNotContainKey("startTransaction");
        assertThat(end.getFirstKey()).isEqualTo("commitTransaction");
        assertThat(List.of(first, second, end, next))
                .extracting(body -> body.getInt64("txnNumber").getValue())
                .containsExactly(1L, 1L, 1L, 2L);
        assertThat(end.get("lsid")).isEqualTo(first.get("lsid"));
    }

    @Test
    void numbersRiseWithoutTransactions() {
        MessageHeads heads = new MessageHeads(new Commands(Map.of(WriteOperation.REPLACE, update), null));

        assertThat(List.of(body(replacing(heads, true)), body(replacing(heads, false))))
                .extracting(body -> body.getInt64("txnNumber").getValue())
                .containsExactly(1L, 2L);
        assertThat(heads.commit()).isNull();
    }

    private static MessageHeads inserting(BsonDocument command) {
        return new MessageHeads(new Commands(Map.of(WriteOperation.INSERT, command), null));
    }

    private static ByteBuffer next(MessageHeads heads) {
        return heads.next(WriteOperation.INSERT, STATEMENT_BYTES, true).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer replacing(MessageHeads heads, boolean first) {
        return heads.next(WriteOperation.REPLACE, STATEMENT_BYTES, first);
    }

    private static byte[] bytes(ByteBuffer head) {
        byte[] bytes = new byte[head.limit()];
        head.duplicate().rewind().get(bytes);
        return bytes;
    }

    private static BsonDocument body(ByteBuffer head) {
        return new RawBsonDocument(
                bytes(head), BODY, head.order(ByteOrder.LITTLE_ENDIAN).getInt(BODY));
    }

    private static BsonBinary session(MessageHeads heads) {
        return body(next(heads)).getDocument("lsid").getBinary("id");
    }
}
