package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.send.WriteOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteContentTests {

    @TempDir
    private Path folder;

    private final List<BsonDocument> documents = new ArrayList<>();

    @Test
    void documentsHaveTheFieldsInInputOrder() throws IOException {
        long rejected = each(job("fields: {n: int32}", "target: {collection: c, id: [n]}")
                .input("n,text\n1,a\nx,b\n2\n3,c\n")
                .prepare());

        assertThat(rejected).isEqualTo(2);
        assertThat(documents)
                .containsExactly(
                        BsonDocument.parse("{_id: 1, n: 1, text: 'a'}"),
                        BsonDocument.parse("{_id: 3, n: 3, text: 'c'}"));
    }

    @Test
    void generatedIdIsFirstAndDependsOnTheOffset() throws IOException {
        each(job().input("n\n1\n2\n").prepare());

        assertThat(documents).extracting(BsonDocument::getFirstKey).containsOnly("_id");
        assertThat(documents)
                .extracting(document ->
                        document.getObjectId("_id").getValue().toHexString().substring(14))
                .containsExactly("0000000002", "0000000004");
    }

    @Test
    void chunksInBytesDoNotEndTheContent() throws IOException {
        each(job("write: {chunk-bytes: 1B}").input("n\n1\n2\n3\n").prepare());

        assertThat(documents).hasSize(3);
    }

    @Test
    void recordsHaveTheirOperations() throws IOException {
        List<WriteOperation> operations = new ArrayList<>();
        ImportJob job = job(
                        "target: {collection: c, id: [n]}",
                        "write: {operation: {column: op, values: {I: insert, U: update, D: delete}}}")
                .input("n,op\n1,I\n2,D\n3,X\n1,U\n")
                .prepare();

        long rejected = WriteContent.each(job, (operation, document) -> operations.add(operation));

        assertThat(operations).containsExactly(WriteOperation.INSERT, WriteOperation.DELETE, WriteOperation.UPDATE);
        assertThat(rejected).isEqualTo(1);
    }

    private TestJob job(String... settings) {
        return TestJob.in(folder, "job", settings);
    }

    private long each(ImportJob job) throws IOException {
        return WriteContent.each(job, (operation, document) -> documents.add(document));
    }
}
