package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.reject.RejectReasons.RejectSample;
import dev.mongohaul.report.RunReport.PhaseSeconds;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.Deletions;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
import dev.mongohaul.repository.ImportPlan.Kept;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Run.TargetServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.types.Binary;
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

    /** Returns the progress by the checkpoints of the partitions, which are at most half a second old. */
    public Progress progress() {
        List<PartitionReport> partitions = contents.partitions();
        return new Progress(
                partitions.stream().mapToLong(PartitionReport::done).sum(),
                partitions.stream().mapToLong(part -> part.to - part.from).sum(),
                partitions.size(),
                partitions.stream().filter(PartitionReport::isFinished).count(),
                summary.counts(),
                runs.get(runs.size() - 1).recordsPerSecond());
    }

    /**
     * Settings and server of a run.
     *
     * @param settings every setting of the job file with its value, in the file's shape; null if unknown
     * @param server of the target; null if the run ended before it connected
     */
    public record Conditions(
            @Nullable JsonNode settings, @Nullable TargetServer server) {

        static Conditions of(Run run) {
            String settings = run.settings();
            return new Conditions(
                    settings == null ? null : JsonMapper.shared().readTree(settings),
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
     * @param staging collection that has the documents, if it is not the target; else null
     * @param deletions of documents that the input of a snapshot lacks; null if there are none to count
     * @param kept what is kept to undo the import; null if nothing is
     * @param undoes number of the import that this one takes back; null if it loads an input
     */
    public record Contents(
            @Nullable String jobFile,
            List<String> parameters,
            @JsonProperty("pieces") List<PartitionReport> partitions,
            RejectReasons rejects,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String staging,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Deletions deletions,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Kept kept,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long undoes) {

        static Contents of(@Nullable ImportPlan plan, List<Run> runs, RejectReasons rejects) {
            return plan == null
                    ? new Contents(null, List.of(), List.of(), rejects, null, null, null, null)
                    : new Contents(
                            plan.request().inferred() == null ? plan.request().jobFile() : null,
                            plan.request().parameters(),
                            PartitionReport.of(plan, runs),
                            rejects,
                            plan.stagedIn().orElse(null),
                            plan.deletions(),
                            plan.kept(),
                            plan.undoes());
        }
    }

    /**
     * Byte range of the input, with its progress over all runs of an import.
     *
     * @param files that contain it
     * @param from offset of its first byte, over all files of the import
     * @param to offset after its last byte
     * @param doneTo offset up to which everything is written or rejected
     * @param state finished, begun or open
     * @param seconds that runs spent on it; null if unknown
     * @param recordsPerSecond in these seconds; null if unknown
     * @param worker process that imported it last; null if it was that of the run
     */
    public record PartitionReport(
            List<String> files,
            long from,
            long to,
            long doneTo,
            String state,
            Counts counts,
            @Nullable Double seconds,
            @Nullable Long recordsPerSecond,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String worker) {

        private boolean isFinished() {
            return state.equals("finished");
        }

        private long done() {
            return (isFinished() ? to : doneTo) - from;
        }

        /** Returns the partitions of a plan in the order of the input. */
        static List<PartitionReport> of(ImportPlan plan, List<Run> runs) {
            Map<Long, Duration> spent = new HashMap<>();
            runs.forEach(
                    run -> run.partitionDurations().forEach((from, time) -> spent.merge(from, time, Duration::plus)));
            return plan.partitions().stream()
                    .map(partition -> of(partition, plan.inputs(), spent.get(partition.from())))
                    .toList();
        }

        private static PartitionReport of(
                ImportPartition partition, List<PlannedInput> inputs, @Nullable Duration time) {
            String unfinished = partition.doneTo() > partition.from() ? "begun" : "open";
            return new PartitionReport(
                    files(partition, inputs),
                    partition.from(),
                    partition.to(),
                    partition.doneTo(),
                    partition.finished() ? "finished" : unfinished,
                    partition.counts(),
                    time == null ? null : (Double) Words.Figures.seconds(time),
                    time == null || time.isZero()
                            ? null
                            : (Long) Words.Figures.perSecond(partition.counts().read(), time),
                    partition.worker());
        }

        /** An input ends where the next begins. */
        private static List<String> files(ImportPartition partition, List<PlannedInput> inputs) {
            List<String> files = new ArrayList<>();
            for (int index = 0; index < inputs.size(); index++) {
                boolean endsBefore =
                        index + 1 < inputs.size() && inputs.get(index + 1).base() <= partition.from();
                if (!endsBefore && inputs.get(index).base() < Math.max(partition.to(), 1)) {
                    files.add(inputs.get(index).path());
                }
            }
            return files;
        }
    }

    /**
     * Rejected record, as one example of its reason.
     *
     * @param count number of all records with the reason, on the first example; null on the others
     * @param column of the reason; null if it has none
     * @param line on which the record begins, from 1
     * @param reason in full
     * @param record its start, as UTF-8; empty if the record is longer than {@value #LONGEST_READ} bytes
     */
    public record RejectText(
            @Nullable Long count, @Nullable String column, String file, long line, String reason, String record) {

        /** Start of a record. */
        record Place(String file, long line) {}

        static final int LONGEST_READ = 64 * 1024;

        private static final int LONGEST = 500;

        /** Returns the first records of each of the most frequent reasons. */
        static List<RejectText> of(RejectReasons reasons, List<Reject> records) {
            Map<Place, Reject> found = records.stream()
                    .collect(Collectors.toMap(
                            reject -> new Place(
                                    reject.record().file(), reject.record().line()),
                            reject -> reject,
                            (first, second) -> first));
            List<RejectText> texts = new ArrayList<>();
            for (RejectGroup group : reasons.groups()) {
                Long count = group.count();
                for (RejectSample sample : group.samples()) {
                    Reject reject = found.get(new Place(sample.file(), sample.line()));
                    texts.add(new RejectText(
                            count,
                            group.column(),
                            sample.file(),
                            sample.line(),
                            sample.text(),
                            reject == null ? "" : text(reject.record().bytes())));
                    count = null;
                }
            }
            return texts;
        }

        private static String text(@Nullable Binary bytes) {
            if (bytes == null) {
                return "";
            }
            String text = new String(bytes.getData(), StandardCharsets.UTF_8);
            return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        }
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
