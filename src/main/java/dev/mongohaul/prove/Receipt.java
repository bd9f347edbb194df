package dev.mongohaul.prove;

import dev.mongohaul.repository.run.TargetServer;
import java.time.Instant;
import java.util.Map;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Receipt of an import whose documents were all read back and found as its input says.
 *
 * @param program version of the program
 * @param written time of the verification
 * @param database of the connection, in which the target lies unless the job names another one
 * @param target namespace
 * @param input digest of the input's unpacked bytes
 * @param meaning digest of the settings that determine documents
 * @param counts of the verification, by the names of its JSON
 * @param filter of the documents that the import owns; null if only its input names them
 * @param documents digest of the documents that were read back
 */
public record Receipt(
        String program,
        Instant written,
        String job,
        long importNumber,
        String operation,
        TargetServer server,
        String database,
        String target,
        String input,
        String meaning,
        Map<String, Long> counts,
        @Nullable BsonDocument filter,
        DocumentsDigest documents) {

    public Receipt {
        counts = Map.copyOf(counts);
    }
}
