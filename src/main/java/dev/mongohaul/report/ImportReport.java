package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.report.RunReport.PhaseSeconds;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Run.TargetServer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One import over all its runs.
 *
 * @param files of the input, in order
 * @param times of all runs together
 * @param runs in the order of their start
 * @param conditions of the last run
 */
public record ImportReport(
        @JsonUnwrapped ImportSummary summary,
        List<String> files,
        PhaseSeconds times,
        @JsonProperty("tries") List<RunReport> runs,
        @JsonUnwrapped Conditions conditions,
        @JsonUnwrapped Contents contents) {

    public ImportReport {
        files = List.copyOf(files);
        runs = List.copyOf(runs);
    }

    /**
     * Settings and server of a run.
     *
     * @param settings every setting of the job file with its value, in the file's shape; null if unknown
     * @param server of the target; null if the run ended before it connected
     */
    public record Conditions(
            @Nullable JsonNode settings, @Nullable TargetServer server) {

        private static final JsonMapper JSON = JsonMapper.builder().build();

        static Conditions of(Run run) {
            String settings = run.settings();
            return new Conditions(
                    settings == null ? null : JSON.readTree(settings),
                    run.server().orElse(null));
        }
    }

    /**
     * Request of an import, and its progress over all runs.
     *
     * @param jobFile its path; null if the import was never planned
     * @param parameters of the last run's command line
     * @param partitions in the order of the input
     * @param rejects by reason
     */
    public record Contents(
            @Nullable String jobFile,
            List<String> parameters,
            @JsonProperty("pieces") List<PartitionReport> partitions,
            RejectReasons rejects) {

        public Contents {
            parameters = List.copyOf(parameters);
            partitions = List.copyOf(partitions);
        }

        static Contents of(@Nullable ImportPlan plan, List<Run> runs, RejectReasons rejects) {
            return plan == null
                    ? new Contents(null, List.of(), List.of(), rejects)
                    : new Contents(
                            plan.request().jobFile(),
                            plan.request().parameters(),
                            PartitionReport.of(plan, runs),
                            rejects);
        }
    }
}
