package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.report.figure.PhaseSeconds;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.RunStatus;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One import over all its runs.
 *
 * @param files of the input, in order
 * @param times of all runs together
 * @param runs in the order of their start
 * @param conditions of the last run
 * @param knownFiles what is known of the files, with where they went
 */
public record ImportReport(
        @JsonUnwrapped ImportSummary summary,
        List<String> files,
        PhaseSeconds times,
        @JsonProperty("runDetails") List<RunReport> runs,
        @JsonUnwrapped ImportConditions conditions,
        @JsonUnwrapped ReportContents contents,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FileReport> knownFiles) {

    /**
     * Returns the setting with which an import that rejected too many records would pass; empty if it is unknown, or if so
     * many are rejected that the file or the job file must be wrong.
     */
    public String passingLimit() {
        boolean whole =
                progress().total() > 0 && progress().done() == progress().total();
        return whole && summary.status() == RunStatus.REJECT_LIMIT_EXCEEDED && remedy().isEmpty()
                ? "rejects.limit=" + summary.counts().rejected()
                : "";
    }

    /** Returns what to do about an import that rejects too many records for a higher limit; empty if that would do. */
    public String remedy() {
        return summary.status() == RunStatus.REJECT_LIMIT_EXCEEDED
                ? RejectReasons.remedy(
                                summary.counts().rejected(),
                                summary.counts().read(),
                                !question().isEmpty(),
                                contents.jobFile() == null)
                        .orElse("")
                : "";
    }

    /** Returns a question about the type of a column that rejects almost every record; empty if there is none. */
    public String question() {
        return RejectReasons.question(
                        contents.rejects().groups(),
                        summary.counts().read(),
                        column -> Optional.ofNullable(conditions.settings())
                                .map(all -> all.path("fields").path(column))
                                .map(field -> field.isObject() ? field.path("type") : field)
                                .filter(JsonNode::isString)
                                .map(JsonNode::asString))
                .orElse("");
    }

    /** Returns the progress by the checkpoints of the partitions, which are at most half a second old. */
    public Progress progress() {
        List<PartitionReport> partitions = contents.partitions();
        return new Progress(
                partitions.stream().mapToLong(PartitionReport::done).sum(),
                partitions.stream().mapToLong(part -> part.to() - part.from()).sum(),
                partitions.size(),
                partitions.stream().filter(PartitionReport::isFinished).count(),
                summary.counts(),
                runs.get(runs.size() - 1).summary().recordsPerSecond());
    }

    /**
     * Progress of an import over all its runs.
     *
     * @param done bytes of the input whose records are written or rejected
     * @param total bytes of the input; 0 if unknown
     * @param partitions number of partitions
     * @param finished number of finished partitions
     * @param recordsPerSecond of the last run
     */
    public record Progress(long done, long total, int partitions, long finished, Counts counts, long recordsPerSecond) {

        private static final int ALL = 100;
        private static final int LONG_SECONDS = 120;

        /** Returns the part of the input that is done; 0 if its size is unknown. */
        public long percent() {
            return total == 0 ? 0 : ALL * done / total;
        }

        /** Returns one line of text. */
        public String text() {
            String rate = recordsPerSecond == 0 ? "" : String.format(Locale.ROOT, ", %,d records/s", recordsPerSecond);
            String part = total == 0 ? "" : String.format(Locale.ROOT, "%d %%, ", percent());
            return part + Words.counts(counts) + rate;
        }

        /** Estimates the time left at the rate of the last run; empty if unknown. */
        public String left() {
            if (done == 0 || done == total || recordsPerSecond == 0) {
                return "";
            }
            double records = (double) counts.read() / done * (total - done);
            long seconds = Math.round(records / recordsPerSecond);
            return seconds < LONG_SECONDS
                    ? String.format(Locale.ROOT, "about %d s left", seconds)
                    : String.format(Locale.ROOT, "about %,d min left", Math.round(seconds / 60.0));
        }
    }
}
