package dev.mongohaul.compare.limit;

import static dev.mongohaul.writer.delivery.WriteOperation.DELETE;
import static dev.mongohaul.writer.delivery.WriteOperation.INSERT;
import static dev.mongohaul.writer.delivery.WriteOperation.UPDATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.limit.PreparedStatements.Batch;
import dev.mongohaul.compare.limit.PreparedStatements.Chunk;
import dev.mongohaul.compare.limit.PreparedStatements.ChunkCutter;
import dev.mongohaul.compare.limit.PreparedStatements.StatementFile;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkCutterTests {

    @TempDir
    private Path folder;

    private StatementFile file;

    @BeforeEach
    void createFile() throws IOException {
        file = new StatementFile(folder.resolve("statements.bson"));
    }

    @AfterEach
    void closeFile() throws IOException {
        file.finish();
        file.close();
    }

    @Test
    void lastChunkHasTheRest() {
        ChunkCutter cutter = cutter(2, ", ordered: true");

        for (int length : new int[] {10, 20, 30, 40, 50}) {
            cutter.add(file, INSERT, length, 0);
        }

        assertThat(cutter.finish())
                .containsExactly(
                        chunk(batch(INSERT, 0, 30, 2)),
                        chunk(batch(INSERT, 30, 70, 2)),
                        chunk(batch(INSERT, 100, 50, 1)));
    }

    @Test
    void largeStatementsEndAChunk() {
        ChunkCutter cutter = cutter(1000, ", ordered: true");

        cutter.add(file, INSERT, 5_000_000, 0);
        cutter.add(file, INSERT, 5_000_000, 0);
        cutter.add(file, INSERT, 10, 0);

        assertThat(cutter.finish())
                .containsExactly(chunk(batch(INSERT, 0, 10_000_000, 2)), chunk(batch(INSERT, 10_000_000, 10, 1)));
    }

    @Test
    void fullChunkLeavesNothing() {
        ChunkCutter cutter = cutter(1, "");

        cutter.add(file, INSERT, 10, 0);

        assertThat(cutter.finish()).containsExactly(chunk(batch(INSERT, 0, 10, 1)));
    }

    @Test
    void eachOperationOfAChunkIsOneCommand() {
        ChunkCutter cutter = cutter(10, "");

        add(cutter, new WriteOperation[] {UPDATE, DELETE, UPDATE}, 1, 2, 3);

        assertThat(cutter.finish()).containsExactly(chunk(batch(UPDATE, 0, 20, 2), batch(DELETE, 0, 10, 1)));
    }

    @Test
    void repeatedKeyIsInALaterCommand() {
        ChunkCutter cutter = cutter(10, "");

        add(cutter, new WriteOperation[] {DELETE, INSERT, INSERT, UPDATE}, 1, 2, 1, 3);

        assertThat(cutter.finish())
                .containsExactly(chunk(
                        batch(INSERT, 0, 10, 1),
                        batch(DELETE, 0, 10, 1),
                        batch(INSERT, 10, 10, 1),
                        batch(UPDATE, 0, 10, 1)));
    }

    @Test
    void orderedOperationsKeepTheirOrder() {
        ChunkCutter cutter = cutter(10, ", ordered: true");

        add(cutter, new WriteOperation[] {UPDATE, UPDATE, DELETE, UPDATE}, 1, 1, 2, 3);

        assertThat(cutter.finish())
                .containsExactly(chunk(batch(UPDATE, 0, 20, 2), batch(DELETE, 0, 10, 1), batch(UPDATE, 20, 10, 1)));
    }

    private void add(ChunkCutter cutter, WriteOperation[] operations, long... keys) {
        for (int i = 0; i < keys.length; i++) {
            cutter.add(file, operations[i], 10, keys[i]);
        }
    }

    private ChunkCutter cutter(int chunkSize, String further) {
        String write = "write: {operation: {column: op, values: {I: insert, U: update, D: delete}}" + further + "}";
        return new ChunkCutter(
                chunkSize,
                TestJob.in(folder, "c", "target: {collection: c, id: [n]}", write)
                        .input("n,op\n1,I\n")
                        .prepare()
                        .write());
    }

    private static Chunk chunk(Batch... commands) {
        return new Chunk(List.of(commands));
    }

    private Batch batch(WriteOperation operation, long offset, int bytes, int documents) {
        return new Batch(file, operation, offset, bytes, documents);
    }
}
