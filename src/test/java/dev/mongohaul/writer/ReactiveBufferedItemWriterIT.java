package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Differs from {@link ReactiveItemWriterIT} in the call that sends a chunk, and needs no more than the contracts of chunks. */
class ReactiveBufferedItemWriterIT implements ChunkContract<Document>, RefusalContract<Document> {

    private final WriterBench<Document> bench =
            new WriterBench<>(WriterBench.type("reactive-buffered"), Rendering.DOCUMENT);

    @Override
    public WriterBench<Document> bench() {
        return bench;
    }

    @Test
    void insertTakesOneCommandPerBuffer() {
        ChunkWriter<Document> writer = bench().writer(bench().insert().buffer(3));

        bench().write(writer, Samples.documents(0, 10));
        bench().write(writer, Samples.documents(10, 25));

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(9, "insert"));
    }

    @Test
    void eachRefusedDocumentTakesOneMoreInsert() {
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 10));
        chunk.add(3, Samples.invalid(50));

        bench().write(bench().insert().buffer(3), chunk);

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(5, "insert"));
    }

    @Test
    void refusedDocumentsDoNotStopOtherBuffers() {
        List<BsonDocument> taken = new ArrayList<>(Samples.documents(0, 30));
        List<BsonDocument> chunk = new ArrayList<>();
        for (int buffer = 0; buffer < 10; buffer++) {
            chunk.add(Samples.invalid(100 + buffer));
            chunk.addAll(taken.subList(3 * buffer, 3 * buffer + 3));
        }

        List<Outcome> outcomes = bench().write(bench().insert().buffer(4), chunk);

        assertThat(outcomes.stream().filter(Outcome.WRITTEN::equals)).hasSize(30);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(taken));
    }

    @Test
    void lostBufferIsInsertedOnce() {
        List<BsonDocument> documents = Samples.generated(0, 20);

        try (FailPoint failing =
                bench().failing(FailPoint.on("insert").closeConnection().times(2))) {
            assertThat(bench().write(bench().insert().generatedIds().buffer(3), documents))
                    .as("%s", failing)
                    .isEqualTo(Collections.nCopies(20, Outcome.WRITTEN));
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(documents));
    }
}
