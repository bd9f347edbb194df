package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.delivery.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of more than 16 MiB, which drivers do not send. */
interface TooLargeContract<D> extends BenchContract<D> {

    /** More than the room that a server leaves for the rest of a command. */
    int FAR = 100_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    default void otherDocumentsAreWrittenBesideATooLargeOne(int position) {
        bench().given(List.of(Samples.document(3).append("sku", new BsonString("was there first"))));
        List<BsonDocument> chunk = new ArrayList<>(List.of(Samples.document(1), Samples.document(2)));
        chunk.add(position, Samples.tooLarge(9, FAR));
        chunk.add(position, Samples.document(3));
        chunk.add(position, Samples.invalid(4));

        List<Outcome> outcomes = bench().write(bench().insert(), chunk);

        assertThat(outcomes.subList(position, position + 3))
                .extracting(Outcome::code)
                .containsExactly(121, 11000, 2);
        assertThat(outcomes.stream().filter(Outcome.WRITTEN::equals)).hasSize(2);
        assertThat(bench().contents().subList(0, 2)).isEqualTo(WriterBench.stored(Samples.documents(1, 3)));
        assertThat(bench().contents()).hasSize(3);
    }

    @Test
    default void tooLargeDocumentIsRejectedWithTheServersMessage() {
        BsonDocument document = Samples.tooLarge(1, 5);
        Outcome said = saidToInsert(document);

        assertThat(bench().write(bench().insert(), List.of(document))).containsExactly(said);
        assertThat(bench().contents()).isEmpty();
    }

    private Outcome saidToInsert(BsonDocument document) {
        return said(
                new Document("insert", bench().insert().made().collection()).append("documents", List.of(document)));
    }

    /** Returns the answer of the server to a replacement by {@code _id} when it is sent as it is. */
    default Outcome saidToReplacement(BsonDocument document, boolean upsert) {
        return said(new Document("update", bench().insert().made().collection())
                .append(
                        "updates",
                        List.of(new Document("q", new Document("_id", 1))
                                .append("u", document)
                                .append("upsert", upsert))));
    }

    private Outcome said(Document command) {
        Document answer = bench().database().runCommand(command);
        Document error = answer.getList("writeErrors", Document.class).get(0);
        return Outcome.rejected(error.getInteger("code"), error.getString("errmsg"));
    }
}
