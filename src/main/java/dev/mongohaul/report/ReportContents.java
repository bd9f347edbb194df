package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.repository.plan.Decision;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.InferredMapping;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.plan.StoredRequest;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.ShownSettings;
import dev.mongohaul.repository.target.KeptImages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Request of an import, and its progress over all runs.
 *
 * @param jobFile its path; null if the import was never planned
 * @param parameters of the last run's command line
 * @param partitions in the order of the input
 * @param rejects by reason
 * @param staging collection that has the documents, if it is not the target; else null
 * @param deletions of documents that the input of a snapshot lacks; null if there are none to count
 * @param kept what is kept to undo the import; null if nothing is
 * @param results of the phases after its load
 * @param undoes number of the import that this one takes back; null if it loads an input
 * @param decisions about settings, of an import without a job file
 */
public record ReportContents(
        @Nullable String jobFile,
        List<String> parameters,
        List<PartitionReport> partitions,
        RejectReasons rejects,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String staging,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Deletions deletions,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable KeptImages kept,

        @JsonIgnore List<PhaseResult> results,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long undoes,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Decision> decisions) {

    /** Returns the results by the names of their phases. */
    @JsonAnyGetter
    public Map<String, PhaseResult> byPhase() {
        return results.stream().collect(Collectors.toMap(PhaseResult::phase, result -> result));
    }

    static ReportContents of(@Nullable ImportPlan plan, List<Run> runs, RejectReasons rejects) {
        Optional<ImportPlan> planned = Optional.ofNullable(plan);
        Optional<StoredRequest> request = planned.map(ImportPlan::request);
        return new ReportContents(
                request.filter(stored -> stored.inferred() == null)
                        .map(StoredRequest::jobFile)
                        .orElse(null),
                request.map(StoredRequest::parameters).orElse(List.of()).stream()
                        .map(ShownSettings::withoutSecrets)
                        .toList(),
                planned.map(known -> PartitionReport.of(known, runs)).orElse(List.of()),
                rejects,
                planned.flatMap(ImportPlan::stagedIn).orElse(null),
                planned.map(ImportPlan::deletions).orElse(null),
                planned.map(ImportPlan::kept).orElse(null),
                planned.map(ImportPlan::results).orElse(List.of()),
                planned.map(ImportPlan::undoes).orElse(null),
                request.map(StoredRequest::inferred)
                        .map(InferredMapping::decisions)
                        .orElse(List.of()));
    }
}
