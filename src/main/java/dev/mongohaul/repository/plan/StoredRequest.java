package dev.mongohaul.repository.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stored request of an import, from which it can be repeated.
 *
 * @param jobFile absolute path of the job file; the path that the inferred job would be saved to if there is no file
 * @param parameters as given on the command line, {@code name=value} each, without secrets
 * @param alone the file that is imported alone, of a job that imports each file; null for others
 * @param inferred mapping of an import without a job file; null if the job file exists
 * @param start id of the start that a program asked for; null if none did
 */
public record StoredRequest(
        String jobFile,
        List<String> parameters,
        @Nullable String alone,
        @Nullable InferredMapping inferred,
        @Nullable String start) {

    public StoredRequest(String jobFile, List<String> parameters) {
        this(jobFile, parameters, null, null, null);
    }

    /** Returns the same request with other parameters, as one of its own that no program has started. */
    public StoredRequest with(List<String> others) {
        return new StoredRequest(jobFile, others, alone, inferred, null);
    }

    /** Returns the same request as it is started by a program. */
    public StoredRequest startedBy(@Nullable String id) {
        return new StoredRequest(jobFile, parameters, alone, inferred, id);
    }

    /** Returns the same request, for the file of the request that began its import, which lies elsewhere now. */
    public StoredRequest continuing(StoredRequest former) {
        return alone == null || former.alone == null ? this : of(former.alone, parameters);
    }

    /** Returns the same request for one of its files. */
    public StoredRequest of(String file, List<String> others) {
        return new StoredRequest(jobFile, others, file, inferred, start);
    }
}
