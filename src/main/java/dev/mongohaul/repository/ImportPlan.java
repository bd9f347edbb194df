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
 * One import as it was planned and how far it came: one document, written before any worker exists.
 *
 * @param key the identity's {@link ImportIdentity#key()}
 * @param jobInstanceId Spring Batch's; 0 until its first run prepared
 * @param idPrefix the first seven bytes of generated ids in hex; null where ids come from columns
 * @param state whether it still has to be continued
 * @param request what was asked for, to repeat it
 * @param head what surrounds records in the input
 * @param inputs in the order they are read
 * @param partitions tile the input
 * @param sent whether a document may have been sent; null in a plan of an earlier version, where one may have been
 * @param lease who runs it; null when nobody does
 * @param created in this machine's time
 * @param touched when a partition was saved last, in this machine's time; null where none was
 * @param sessions server sessions by which the last run changed documents; empty in plans of earlier versions
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

    /** Where an import stands. */
    public enum State {
        /** Running, failed or stopped: its next run goes on. */
        UNFINISHED,
        /** Everything read is accounted for. */
        COMPLETED,
        /** Given up by a person: it will not be continued. */
        ABANDONED
    }

    /** A plan of which nothing is done. */
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

    /** This plan, made ready for its first run. */
    public ImportPlan prepared(long instance, @Nullable String prefix, List<ImportPartition> tiles) {
        return new ImportPlan(
                key,
                identity,
                instance,
                prefix,
                state,
                request,
                head,
                inputs,
                List.copyOf(tiles),
                sent,
                lease,
                created,
                touched,
                sessions);
    }

    /** This plan as a later run was asked for it: of the same content, perhaps in files of other names. */
    public ImportPlan askedForBy(StoredRequest later, List<PlannedInput> found) {
        return new ImportPlan(
                key,
                identity,
                jobInstanceId,
                idPrefix,
                state,
                later,
                head,
                List.copyOf(found),
                partitions,
                sent,
                lease,
                created,
                touched,
                sessions);
    }

    /** Whether a run has come far enough to write anything. */
    public boolean begun() {
        return !partitions.isEmpty();
    }

    /** Whether a run may have sent a document. */
    public boolean mayHaveSent() {
        return begun() && !Boolean.FALSE.equals(sent);
    }

    /** This plan, of which documents may have been sent, or of which it is known that none was written. */
    public ImportPlan withSent(boolean now) {
        return new ImportPlan(
                key,
                identity,
                jobInstanceId,
                idPrefix,
                state,
                request,
                head,
                inputs,
                partitions,
                now,
                lease,
                created,
                touched,
                sessions);
    }

    /** This plan with the partition in place of the one of the same range. */
    public ImportPlan with(ImportPartition partition) {
        List<ImportPartition> updated = partitions.stream()
                .map(before -> before.from() == partition.from() ? partition : before)
                .toList();
        return new ImportPlan(
                key,
                identity,
                jobInstanceId,
                idPrefix,
                state,
                request,
                head,
                inputs,
                updated,
                sent,
                lease,
                created,
                touched,
                sessions);
    }

    /** The charsets of the inputs in their order, where there are several; none where all are in one. */
    public List<String> charsets() {
        return inputs.stream()
                .map(PlannedInput::charset)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** The charset of the input that the byte is in; empty where all inputs are in one. */
    public Optional<String> charsetAt(long offset) {
        return inputs.stream()
                .filter(input -> input.base() <= offset)
                .reduce((before, input) -> input)
                .map(PlannedInput::charset);
    }

    /** What became of all records, over all runs. */
    public Counts counts() {
        return partitions.stream().map(ImportPartition::counts).reduce(Counts.NONE, Counts::plus);
    }

    /**
     * What was asked for, so that it can be asked for again.
     *
     * @param jobFile absolute path of the job file
     * @param parameters as given on the command line, {@code name=value} each; no secret can be among them
     */
    public record StoredRequest(String jobFile, List<String> parameters) {}

    /**
     * What surrounds records in the input, so that rejected ones can be handed back in a file of the same kind.
     *
     * @param bytes before the first record: byte order mark, lines passed over, header
     * @param lineEnd behind each record
     * @param others the same by charset, of inputs that are in another one; null where there are none
     */
    public record CsvHead(
            Binary bytes, Binary lineEnd, @Nullable Map<String, CsvHead> others) {

        /** Of inputs that are all in one charset. */
        public CsvHead(Binary bytes, Binary lineEnd) {
            this(bytes, lineEnd, null);
        }

        /** What surrounds the records of inputs in a charset. */
        public CsvHead in(String charset) {
            return others == null ? this : others.getOrDefault(charset, this);
        }
    }

    /**
     * An input as it was when its import was planned.
     *
     * @param path as given, absolute; {@code -} is standard input
     * @param size bytes as they lie, compressed where the file is; -1 where unknown
     * @param modified when the file was last changed; the epoch where unknown
     * @param base offset of its first byte among all inputs
     * @param charset that its text is in; null where all inputs of the import are in one
     */
    public record PlannedInput(
            String path,
            long size,
            Instant modified,
            long base,
            @Nullable String charset) {

        /** One of an import whose inputs are all in one charset. */
        public PlannedInput(String path, long size, Instant modified, long base) {
            this(path, size, modified, base, null);
        }

        /** The same in a charset. */
        public PlannedInput in(@Nullable String name) {
            return new PlannedInput(path, size, modified, base, name);
        }
    }
}
