package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.BulkWriteUpsert;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** Every way to send tells what its upserts added. */
class CommandReplyTests {

    @Test
    void replyOfMixedCommandCountsWhatWasAdded() {
        CommandReply reply = CommandReply.of(new MixedSummary(1, 2, 3, 2, 1));

        assertThat(reply.isSuccess()).isTrue();
        assertThat(reply.result(8)).isEqualTo(new SendResult(1, 1, 2));
    }

    @Test
    void replyOfDriverCountsWhatWasAdded() {
        List<BulkWriteUpsert> upserts =
                List.of(new BulkWriteUpsert(0, new BsonInt32(1)), new BulkWriteUpsert(1, new BsonInt32(2)));
        BulkWriteResult result = BulkWriteResult.acknowledged(1, 3, 1, 2, upserts, List.of());

        assertThat(CommandReply.of(result).result(8)).isEqualTo(new SendResult(1, 1, 2));
        assertThat(SendResult.of(result, 8)).isEqualTo(new SendResult(1, 1, 2));
    }

    @Test
    void replyOfServerCountsWhatWasAdded() {
        BsonDocument reply =
                BsonDocument.parse("{ok: 1, n: 7, nModified: 4, upserted: [{index: 0, _id: 1}, {index: 1, _id: 2}]}");

        assertThat(CommandReply.of(reply).result(8)).isEqualTo(new SendResult(1, 1, 2));
    }
}
