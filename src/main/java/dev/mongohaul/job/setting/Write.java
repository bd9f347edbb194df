package dev.mongohaul.job.setting;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.mongodb.WriteConcern;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.List;
import java.util.Objects;
import org.springframework.util.unit.DataSize;

/**
 * Settings of writing.
 *
 * @param maxLoss most documents that a swap or snapshot may remove, a percentage of those of the target
 * @param match columns that find the document; empty: the {@code _id}
 * @param writeConcern {@code majority}, {@code journaled}, or {@code w1}, {@code w2} and so on
 */
public record Write(
        WriterType writer,
        Operation operation,
        List<String> match,
        RejectLimit maxLoss,
        UnmatchedRecords unmatched,
        WriteKeys keys,
        boolean ordered,
        String writeConcern,
        @JsonUnwrapped Chunks chunks) {

    private static final int MOST_RECORDS = 1_000_000;
    private static final int USUAL_CHUNK = 5_000;

    /** Progress, and a stop, wait for the end of a chunk. */
    private static final int CHUNK_ONE_BY_ONE = 100;

    /** Comparing keeps two documents of each record. A larger chunk in each partition makes the heap grow, and is not faster. */
    private static final int COMPARED_CHUNK = 2_000;

    private static final DataSize LARGEST_CHUNK = DataSize.ofGigabytes(1);
    private static final String WRITE_CONCERN = "w[1-9][0-9]?|majority|journaled";

    public Write {
        match = List.copyOf(match);
        chunks = chunks.withDefault(usualChunk(writer, operation, keys));
        Rules rules = new Rules();
        rules.names(match, "match");
        rules.count(chunkSize(chunks), 1, MOST_RECORDS, "chunk-size");
        rules.count(chunks.buffer(), 1, MOST_RECORDS, "buffer");
        DataSize chunkBytes = chunks.chunkBytes();
        rules.require(
                chunkBytes.toBytes() > 0 && chunkBytes.compareTo(LARGEST_CHUNK) <= 0,
                chunkBytes.toBytes() + "B is not the size of a chunk: from 1B to 1GiB",
                "chunk-bytes");
        checkWriteConcern(rules, writeConcern);
        checkOperation(rules, operation, match, unmatched);
        rules.enforce();
    }

    private static int usualChunk(WriterType writer, Operation operation, WriteKeys keys) {
        if (writer.sendsOneByOne(operation.changesDocuments())) {
            return CHUNK_ONE_BY_ONE;
        }
        return keys == WriteKeys.UNIQUE && operation.changesDocuments() ? COMPARED_CHUNK : USUAL_CHUNK;
    }

    private static void checkOperation(
            Rules rules, Operation operation, List<String> match, UnmatchedRecords unmatched) {
        rules.require(
                match.isEmpty() || operation.finds(),
                "finds the document to replace, update or delete, and %s looks for none: leave it out"
                        .formatted(operation.words()),
                "match");
        rules.require(
                match.isEmpty() || operation != Operation.ForAll.SNAPSHOT,
                "is not for a snapshot, whose documents are found by target.id: leave it out",
                "match");
        rules.require(
                unmatched == UnmatchedRecords.COUNT
                        || operation.types().stream().anyMatch(WriteOperation::needsMatch),
                "rejects what finds nothing, and %s adds it: leave it out".formatted(operation.words()),
                "unmatched");
    }

    private static void checkWriteConcern(Rules rules, String writeConcern) {
        boolean unacknowledged = writeConcern.equals("w0") || writeConcern.equals("unacknowledged");
        rules.require(
                !unacknowledged,
                Printable.quoted(writeConcern)
                        + " loses documents without a word: only compare may; use w1, w2 and so on,"
                        + " majority or journaled",
                "write-concern");
        rules.require(
                unacknowledged || writeConcern.matches(WRITE_CONCERN),
                Printable.quoted(writeConcern) + " is not a write concern: w1, w2 and so on, majority or journaled",
                "write-concern");
    }

    /** Returns the write concern for the driver. */
    public WriteConcern concern() {
        return switch (writeConcern) {
            case "majority" -> WriteConcern.MAJORITY;
            case "journaled" -> WriteConcern.JOURNALED;
            default -> new WriteConcern(Integer.parseInt(writeConcern.substring(1)));
        };
    }

    public int chunkSize() {
        return chunkSize(chunks);
    }

    private static int chunkSize(Chunks chunks) {
        return Objects.requireNonNull(chunks.chunkSize(), "the default is set");
    }

    public DataSize chunkBytes() {
        return chunks.chunkBytes();
    }

    public int buffer() {
        return chunks.buffer();
    }
}
