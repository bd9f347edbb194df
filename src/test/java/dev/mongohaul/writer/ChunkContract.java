package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks whose documents are all taken. */
interface ChunkContract<D> extends BenchContract<D> {

    @Test
    default void emptyChunkSendsNothing() {
        assertThat(bench().write(bench().insert(), List.of())).isEmpty();

        assertThat(bench().commands().names()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    default void insertedDocumentsAreStoredByteForByte(int chunkSize) {
        writesAllOf(bench().insert(), chunkSize);
    }

    @Test
    default void orderedInsertStoresAllDocuments() {
        writesAllOf(bench().insert().ordered(true), 7);
    }

    default void writesAllOf(Settings settings, int chunkSize) {
        List<BsonDocument> documents = Samples.documents(0, Math.max(15, chunkSize));
        ChunkWriter<D> writer = bench().writer(settings);

        for (int from = 0; from < documents.size(); from += chunkSize) {
            List<BsonDocument> chunk = documents.subList(from, Math.min(documents.size(), from + chunkSize));
            assertThat(bench().write(writer, chunk)).isEqualTo(Collections.nCopies(chunk.size(), Outcome.WRITTEN));
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(documents));
    }
}
