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

class ReactiveItemWriterIT extends ItemWriterContract<Document> {

    ReactiveItemWriterIT() {
        super(Rendering.DOCUMENT, "reactive");
    }

    @Test
    void insertTakesOneCommandPerDocument() {
        DocumentItemWriter<Document> writer = bench().writer(bench().insert());

        bench().write(writer, Samples.documents(0, 10));
        bench().write(writer, Samples.documents(10, 25));

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(25, "insert"));
    }

    @Test
    void refusedDocumentsTakeNoFurtherInsert() {
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 10));
        chunk.add(3, Samples.invalid(50));
        chunk.add(7, Samples.invalid(51));

        bench().write(bench().insert(), chunk);

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(12, "insert"));
    }
}
