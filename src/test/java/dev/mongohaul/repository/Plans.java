package dev.mongohaul.repository;

import dev.mongohaul.repository.ImportPlan.CsvHead;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.ImportPlan.StoredRequest;
import java.time.Instant;
import java.util.List;
import org.bson.types.Binary;

/** Plans for tests. */
final class Plans {

    private Plans() {}

    static ImportPlan of(String job, String content) {
        ImportIdentity identity = new ImportIdentity(job, content, "db.target", "insert", "meaning", 0);
        return ImportPlan.of(
                identity,
                new StoredRequest("/jobs/" + job + ".yml", List.of("chunk-size=5")),
                new CsvHead(new Binary(new byte[] {'a', '\n'}), new Binary(new byte[] {'\n'})),
                List.of(new PlannedInput("/in/a.csv", 7, Instant.ofEpochSecond(1), 0)));
    }
}
