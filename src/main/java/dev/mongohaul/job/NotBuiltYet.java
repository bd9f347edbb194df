package dev.mongohaul.job;

import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.job.file.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a job file may say and this version cannot do yet. */
final class NotBuiltYet {

    private NotBuiltYet() {}

    /** One line for each thing asked for that is not built; empty where all is. */
    static List<String> in(JobFile job) {
        List<String> problems = new ArrayList<>();
        operation(job.write().operation()).ifPresent(problems::add);
        if (job.write().unmatched() == Write.Unmatched.REJECT) {
            problems.add("write.unmatched: reject is not built yet: count is");
        }
        if (job.write().keys() == Write.Keys.UNIQUE) {
            problems.add("write.keys: unique is not built yet: any is, and does the same in one partition");
        }
        return problems;
    }

    private static Optional<String> operation(Operation operation) {
        boolean mixedWithInserts =
                operation.types().size() > 1 && operation.types().contains(Operation.Type.INSERT);
        return mixedWithInserts
                ? Optional.of("write.operation: insert beside other operations is not built yet: replace is, which adds"
                        + " what it does not find with upsert: true")
                : Optional.empty();
    }
}
