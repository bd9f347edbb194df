package dev.mongohaul.repository;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Plan and progress of one import: one document, stored before any record is read.
 *
 * @param key the identity's {@link ImportIdentity#key()}
 * @param jobInstanceId number of Spring Batch's JobInstance; 0 before the first run prepared the import
 * @param idPrefix the first seven bytes of generated ids in hex; null if ids come from columns
 * @param state whether the import is unfinished
 * @param request of the import, to repeat it
 * @param head bytes around records in the input
 * @param inputs in the order they are read
 * @param partitions of the whole input
 * @param sent whether a document may have been sent; null in plans of earlier versions, where one may have been
 * @param lease of the process that runs the import; null if none does
 * @param created in this machine's time
 * @param touched when a partition was last saved, in this machine's time; null if none was
 * @param sessions server sessions of the last run; empty in plans of earlier versions
 */
public record ImportPlan(
        @BsonId String key,
        ImportIdentity identity,
        long jobInstanceId,
        @Nullable String idPrefix,
        State state,
        StoredRequest request,
        CsvHead head,
        List<PlannedInput> inputs,
        @BsonProperty("pieces") List<ImportPartition> partitions,
        @Nullable Boolean sent,
        @Nullable Lease lease,
        Instant created,
        @Nullable Instant touched,
        List<UUID> sessions) {

    public ImportPlan {
        sessions = List.copyOf(Objects.requireNonNullElse(sessions, List.of()));
    }

    /** State of an import. */
    public enum State {
        /** Running, failed or stopped: the next run resumes it. */
        UNFINISHED,
        /** All records are accounted for. */
        COMPLETED,
        /** Abandoned by a user: it is not resumed. */
        ABANDONED
    }

    /** Returns a new plan. */
    public static ImportPlan of(
            ImportIdentity identity, StoredRequest request, CsvHead head, List<PlannedInput> inputs) {
        return new ImportPlan(
                identity.key(),
                identity,
                0,
                null,
                State.UNFINISHED,
                request,
                head,
                inputs,
                List.of(),
                false,
                null,
                Instant.now(),
                null,
                List.of());
    }

    /** Returns this plan, prepared for a run. */
    public ImportPlan prepared(long instance, @Nullable String prefix, List<ImportPartition> tiles) {
        return copy(instance, prefix, request, inputs, List.copyOf(tiles), sent);
    }

    /** Returns this plan with the request of a later run, which may name the same content by other files. */
    public ImportPlan askedForBy(StoredRequest later, List<PlannedInput> found) {
        return copy(jobInstanceId, idPrefix, later, List.copyOf(found), partitions, sent);
    }

    /** Returns whether a run has prepared the import, so that documents may be written. */
    public boolean begun() {
        return !partitions.isEmpty();
    }

    /** Returns whether a run may have sent a document. */
    public boolean mayHaveSent() {
        return begun() && !Boolean.FALSE.equals(sent);
    }

    /** Returns this plan with documents that may have been sent, or certainly were not written. */
    public ImportPlan withSent(boolean now) {
        return copy(jobInstanceId, idPrefix, request, inputs, partitions, now);
    }

    /** Returns this plan with this partition in place of the one that has the same range. */
    public ImportPlan with(ImportPartition partition) {
        List<ImportPartition> updated = partitions.stream()
                .map(before -> before.from() == partition.from() ? partition : before)
                .toList();
        return copy(jobInstanceId, idPrefix, request, inputs, updated, sent);
    }

    private ImportPlan copy(
            long newInstance,
            @Nullable String newPrefix,
            StoredRequest newRequest,
            List<PlannedInput> newInputs,
            List<ImportPartition> newPartitions,
            @Nullable Boolean newSent) {
        return new ImportPlan(
                key,
                identity,
                newInstance,
                newPrefix,
                state,
                newRequest,
                head,
                newInputs,
                newPartitions,
                newSent,
                lease,
                created,
                touched,
                sessions);
    }

    /** Returns the charsets of the inputs in their order; empty if all are in one. */
    public List<String> charsets() {
        return inputs.stream()
                .map(PlannedInput::charset)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** Returns the charset of the input at the offset; empty if all inputs are in one. */
    public Optional<String> charsetAt(long offset) {
        return inputs.stream()
                .filter(input -> input.base() <= offset)
                .reduce((before, input) -> input)
                .map(PlannedInput::charset);
    }

    /** Returns the counts of all runs. */
    public Counts counts() {
        return partitions.stream().map(ImportPartition::counts).reduce(Counts.NONE, Counts::plus);
    }

    /**
     * Stored request of an import, from which it can be repeated.
     *
     * @param jobFile absolute path of the job file
     * @param parameters as given on the command line, {@code name=value} each, without secrets
     */
    public record StoredRequest(String jobFile, List<String> parameters) {}

    /**
     * Bytes around the records of the input, from which files of rejected records are written.
     *
     * @param bytes before the first record: byte order mark, skipped lines, header
     * @param lineEnd behind each record
     * @param others the same for inputs in other charsets; null if there are none
     */
    public record CsvHead(
            Binary bytes, Binary lineEnd, @Nullable Map<String, CsvHead> others) {

        /** Head of inputs that are all in one charset. */
        public CsvHead(Binary bytes, Binary lineEnd) {
            this(bytes, lineEnd, null);
        }

        /** Returns the head of the inputs in a charset. */
        public CsvHead in(String charset) {
            return others == null ? this : others.getOrDefault(charset, this);
        }
    }

    /**
     * Input at the time when its import was planned.
     *
     * @param path absolute; {@code -} is standard input
     * @param size bytes of the file, compressed if it is; -1 if unknown
     * @param modified when the file was last changed; the epoch if unknown
     * @param base offset of its first byte among all inputs
     * @param charset of its text; null if all inputs of the import are in one
     */
    public record PlannedInput(
            String path,
            long size,
            Instant modified,
            long base,
            @Nullable String charset) {

        /** Input of an import whose inputs are all in one charset. */
        public PlannedInput(String path, long size, Instant modified, long base) {
            this(path, size, modified, base, null);
        }

        /** Returns this input in a charset. */
        public PlannedInput in(@Nullable String name) {
            return new PlannedInput(path, size, modified, base, name);
        }
    }
}
