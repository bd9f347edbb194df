package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.delivery.ChunkWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Number of commands of a writer that sends a chunk as a whole. */
interface CommandPerChunkContract<D> extends BenchContract<D> {

    @Test
    default void insertTakesOneCommandPerChunk() {
        ChunkWriter<D> writer = bench().writer(bench().insert());

        bench().write(writer, Samples.documents(0, 10));
        bench().write(writer, Samples.documents(10, 25));

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(2, "insert"));
    }

    @Test
    default void replacementTakesOneCommandPerChunk() {
        ChunkWriter<D> writer = bench().writer(bench().upsert());

        bench().write(writer, Samples.documents(0, 10));
        bench().write(writer, Samples.documents(10, 15));

        assertThat(bench().commands().names()).hasSize(2).startsWith("update");
    }

    @Test
    default void refusedDocumentsTakeNoFurtherInsert() {
        bench().write(bench().insert(), withTwoRefused());

        assertThat(bench().commands().names()).containsExactly("insert");
    }

    @Test
    default void eachRefusedOrderedDocumentTakesOneMoreInsert() {
        bench().write(bench().insert().ordered(true), withTwoRefused());

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(3, "insert"));
    }

    /** Returns twelve documents, of which the server refuses two. */
    static List<BsonDocument> withTwoRefused() {
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 10));
        chunk.add(3, Samples.invalid(50));
        chunk.add(7, Samples.invalid(51));
        return chunk;
    }
}
