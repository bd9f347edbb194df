package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.send.WriteSettings;
import java.util.Collections;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Differs from {@link SaveItemWriterIT} in the call that sends a chunk, and needs no more than the contracts of chunks. */
class SaveAllItemWriterIT implements ChunkContract<Document>, RefusalContract<Document> {

    private final WriterBench<Document> bench = new WriterBench<>(WriterBench.type("save-all"), Rendering.DOCUMENT);

    @Override
    public WriterBench<Document> bench() {
        return bench;
    }

    @Test
    void insertTakesOneCommandPerChunk() {
        ChunkWriter<Document> writer = bench().writer(bench().insert());

        bench().write(writer, Samples.documents(0, 10));
        bench().write(writer, Samples.documents(10, 20));
        bench().write(writer, Samples.documents(20, 25));

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(3, "insert"));
    }

    @Test
    void eachRefusedDocumentTakesOneMoreInsert() {
        bench().write(bench().insert(), CommandPerChunkContract.withTwoRefused());

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(3, "insert"));
    }

    @Test
    void existingChunkTakesTwoInserts() {
        bench().given(Samples.documents(0, 50));

        bench().write(bench().insert(), Samples.documents(0, 50));

        assertThat(bench().commands().names()).containsExactly("insert", "find", "insert", "find");
    }

    @Test
    void replacementTakesOneCommandPerDocument() {
        bench().write(bench().upsert(), Samples.documents(0, 10));

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(10, "update"));
    }

    @Test
    void replacementWithoutUpsertOrByOtherFieldsIsRefused() {
        Settings insert = bench().insert();

        assertThat(refusal(insert.replace(false).made()))
                .hasValueSatisfying(reason -> assertThat(reason).contains("insert, add or upsert"));
        assertThat(refusal(insert.replace(true, "sku").made()))
                .hasValueSatisfying(reason -> assertThat(reason).contains("write.match"));
        assertThat(refusal(insert.replace(true, "_id").made())).isEmpty();
        assertThat(refusal(insert.made())).isEmpty();
    }

    private static Optional<String> refusal(WriteSettings settings) {
        return WriterBench.type("save-all").refusal(settings, Rendering.DOCUMENT);
    }
}
