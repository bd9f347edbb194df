package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class RawItemWriterIT extends EveryOperationContract<Document> {

    RawItemWriterIT() {
        super(Rendering.DOCUMENT, "raw");
    }

    @Test
    void insertTakesOneCommandPerChunk() {
        DocumentItemWriter<Document> writer = bench().writer(bench().insert());

        bench().write(writer, Samples.documents(0, 10));
        bench().write(writer, Samples.documents(10, 25));

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(2, "insert"));
    }

    @Test
    void refusedDocumentsTakeNoFurtherInsert() {
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 10));
        chunk.add(3, Samples.invalid(50));
        chunk.add(7, Samples.invalid(51));

        bench().write(bench().insert(), chunk);

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(1, "insert"));
    }

    @Test
    void eachRefusedOrderedDocumentTakesOneMoreInsert() {
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 10));
        chunk.add(3, Samples.invalid(50));
        chunk.add(7, Samples.invalid(51));

        bench().write(bench().insert().ordered(true), chunk);

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(3, "insert"));
    }

    @Test
    void replacementTakesOneCommandPerChunk() {
        bench().write(bench().upsert(), Samples.documents(0, 10));

        assertThat(bench().commands().names()).containsExactly("update");
    }
}
