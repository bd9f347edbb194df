package dev.mongohaul.job.file;

import dev.mongohaul.text.Quoted;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.WriterType;
import java.util.List;
import org.springframework.util.unit.DataSize;

/**
 * How documents are written.
 *
 * @param match columns that find the document; empty: the {@code _id}
 * @param writeConcern {@code majority}, {@code journaled}, or {@code w1}, {@code w2} and so on
 * @param buffer documents; other writers than {@code reactive-buffered} do not look at it
 */
public record Write(
        WriterType writer,
        Operation operation,
        List<String> match,
        boolean upsert,
        Unmatched unmatched,
        Keys keys,
        boolean ordered,
        String writeConcern,
        int chunkSize,
        DataSize chunkBytes,
        int buffer) {

    private static final int MOST_RECORDS = 1_000_000;
    private static final DataSize LARGEST_CHUNK = DataSize.ofGigabytes(1);
    private static final String WRITE_CONCERN = "w[1-9][0-9]?|majority|journaled";

    public Write {
        match = List.copyOf(match);
        Rules rules = new Rules();
        rules.names(match, "match");
        rules.count(chunkSize, 1, MOST_RECORDS, "chunk-size");
        rules.count(buffer, 1, MOST_RECORDS, "buffer");
        rules.require(
                chunkBytes.toBytes() > 0 && chunkBytes.compareTo(LARGEST_CHUNK) <= 0,
                chunkBytes.toBytes() + "B is not the size of a chunk: from 1B to 1GiB",
                "chunk-bytes");
        checkWriteConcern(rules, writeConcern);
        OperationRules.check(rules, operation, match, upsert, unmatched);
        rules.enforce();
    }

    private static void checkWriteConcern(Rules rules, String writeConcern) {
        boolean unacknowledged = writeConcern.equals("w0") || writeConcern.equals("unacknowledged");
        rules.require(
                !unacknowledged,
                Quoted.text(writeConcern) + " loses documents without a word: only compare may; use w1, w2 and so on,"
                        + " majority or journaled",
                "write-concern");
        rules.require(
                unacknowledged || writeConcern.matches(WRITE_CONCERN),
                Quoted.text(writeConcern) + " is not a write concern: w1, w2 and so on, majority or journaled",
                "write-concern");
    }

    /** What a replace, update or delete is that finds nothing. */
    public enum Unmatched {
        /** A number of the report. */
        COUNT,
        /** A reject. */
        REJECT
    }

    /** How often a key comes up in the input. */
    public enum Keys {
        /** Perhaps several times: its records stay in their order. */
        ANY,
        /** Once: {@code check} looks for a second record with the key, and calls it a reject. */
        UNIQUE
    }
}
