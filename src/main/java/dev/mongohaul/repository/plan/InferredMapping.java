package dev.mongohaul.repository.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mapping that was inferred from the input of an import without a job file.
 *
 * @param jobFile text of a job file
 * @param settings that the command gave, {@code name=value} each; they are part of the text
 * @param boundBy number of the import whose types it has; null if all of it was inferred
 * @param absent fields of columns that the input lacks and inputs of earlier imports had, as YAML; null if there is none
 * @param undecided columns that had no value in any import, so that their types are not known; null in mappings of earlier
 *     versions
 * @param decisions that need a reason; null in mappings of earlier versions
 */
public record InferredMapping(
        String jobFile,
        List<String> settings,
        @Nullable Long boundBy,
        @Nullable String absent,
        @Nullable List<String> undecided,
        @Nullable List<Decision> decisions) {

    /** Creates a mapping that is inferred without regard to earlier imports. */
    public InferredMapping(String jobFile, List<String> settings) {
        this(jobFile, settings, null, null, null, null);
    }
}
