package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.ChunkWriter;
import java.util.Collections;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class ReactiveItemWriterIT extends ItemWriterContract<Document> {

    ReactiveItemWriterIT() {
        super(Rendering.DOCUMENT, "reactive");
    }

    @Test
    void insertTakesOneCommandPerDocument() {
        ChunkWriter<Document> writer = bench().writer(bench().insert());

        bench().write(writer, Samples.documents(0, 10));
        bench().write(writer, Samples.documents(10, 25));

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(25, "insert"));
    }

    @Test
    void refusedDocumentsTakeNoFurtherInsert() {
        bench().write(bench().insert(), CommandPerChunkContract.withTwoRefused());

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(12, "insert"));
    }
}
