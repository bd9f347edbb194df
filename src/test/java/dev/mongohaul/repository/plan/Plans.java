package dev.mongohaul.repository.plan;

import dev.mongohaul.repository.partition.ImportPartition;
import java.time.Instant;
import java.util.List;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** Plans for tests. */
public final class Plans {

    /** Number of the run that cuts the partitions. */
    public static final long RUN = 7;

    private Plans() {}

    public static ImportPlan of(String job, String content) {
        ImportIdentity identity = new ImportIdentity(job, content, "db.target", "insert", "meaning", 0);
        return ImportPlan.of(
                identity,
                new StoredRequest("/jobs/" + job + ".yml", List.of("chunk-size=5")),
                new CsvHead(new Binary(new byte[] {'a', '\n'}), new Binary(new byte[] {'\n'})),
                List.of(new PlannedInput("/in/a.csv", 7, Instant.ofEpochSecond(1), 0)));
    }

    public static ImportPlan prepared(
            ImportPlan plan, long instance, @Nullable String idPrefix, ImportPartition... partitions) {
        return plan.prepared(
                new PlannedCut(RUN, partitions.length),
                instance,
                idPrefix,
                plan.request(),
                plan.inputs(),
                List.of(partitions));
    }
}
