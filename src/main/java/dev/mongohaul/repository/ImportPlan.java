package dev.mongohaul.repository;

import dev.mongohaul.repository.ImportLease.Lease;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

/**
 * Plan and progress of one import: a document that is stored before any record is read, and one for each partition.
 *
 * @param key the identity's {@link ImportIdentity#key()}
 * @param jobInstanceId number of Spring Batch's JobInstance; 0 before the first run prepared the import
 * @param idPrefix the first seven bytes of generated ids in hex; null if ids come from columns
 * @param state whether the import is unfinished
 * @param request of the import, to repeat it
 * @param head bytes around records in the input
 * @param inputs in the order they are read
 * @param cut into partitions; null before the first run, and in plans of earlier versions, which contain their partitions
 * @param partitions of the whole input; null in plans of {@linkplain ImportPlans#findByJob lists}, which are read without
 *     them
 * @param total counts of an import that was completed or abandoned; null before, and in plans of earlier versions
 * @param sent whether a document may have been sent; null in plans of earlier versions, where one may have been
 * @param lease of the process that runs the import; null if none does
 * @param created in this machine's time
 * @param touched when a partition was last saved, in this machine's time; null if none was
 * @param sessions server sessions of the last run
 * @param staging collection that the documents are loaded into before they replace the target; null if there is none
 * @param deletions what became of the documents that the input of a snapshot lacks; null before they are counted
 * @param kept what is kept to undo the import; null if nothing is
 * @param undoes number of the import that this one takes back; null if it loads an input
 * @param corrects number of the unfinished import whose corrected rejects this one loads; null if it does not
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
        @Nullable Cut cut,

        @BsonProperty("pieces") @Nullable List<ImportPartition> partitions,

        @BsonProperty("counts") @Nullable Counts total,

        @Nullable Boolean sent,
        @Nullable Lease lease,
        Instant created,
        @Nullable Instant touched,
        List<UUID> sessions,
        @Nullable Staging staging,
        @Nullable Deletions deletions,
        @Nullable Kept kept,
        @Nullable Long undoes,
        @Nullable Long corrects) {

    public ImportPlan {
        sessions = List.copyOf(Objects.requireNonNullElse(sessions, List.of()));
    }

    public enum State {
        /** Running, failed or stopped: the next run resumes it. */
        UNFINISHED,
        /** All records are accounted for. */
        COMPLETED,
        /** Abandoned by a user: it is not resumed. */
        ABANDONED,
        /** Taken back by an undo: its content does not count as loaded. */
        UNDONE
    }

    public static ImportPlan of(
            ImportIdentity identity, StoredRequest request, CsvHead head, List<PlannedInput> inputs) {
        return of(identity, request, head, inputs, null, null, null);
    }

    /** Returns the plan of a new import of which something is kept. */
    public ImportPlan keeping(Kept keeping) {
        return of(identity, request, head, inputs, keeping, null, corrects);
    }

    /** Returns the plan of a new import that loads the corrected rejects of an unfinished one. */
    public ImportPlan correcting(long unfinished) {
        return of(identity, request, head, inputs, kept, null, unfinished);
    }

    /** Returns the plan of the undo of this import. */
    public ImportPlan undo(int again) {
        return of(identity.undo(again), request, head, inputs, null, jobInstanceId, null);
    }

    private static ImportPlan of(
            ImportIdentity identity,
            StoredRequest request,
            CsvHead head,
            List<PlannedInput> inputs,
            @Nullable Kept kept,
            @Nullable Long undoes,
            @Nullable Long corrects) {
        return new ImportPlan(
                identity.key(),
                identity,
                0,
                null,
                State.UNFINISHED,
                request,
                head,
                inputs,
                null,
                null,
                null,
                false,
                null,
                Instant.now(),
                null,
                List.of(),
                null,
                null,
                kept,
                undoes,
                corrects);
    }

    /**
     * Returns this plan, prepared for a run, whose request may name the same content by other files.
     *
     * @param cutBy the run that cut the partitions, and the program's version if workers may claim them
     */
    public ImportPlan prepared(
            Cut cutBy,
            long instance,
            @Nullable String prefix,
            StoredRequest later,
            List<PlannedInput> found,
            List<ImportPartition> tiles) {
        return copy(instance, prefix, later, List.copyOf(found), cutBy, List.copyOf(tiles), sent, touched, List.of());
    }

    /** Returns this plan with its partitions, when the last of them was saved, and the sessions of their owners. */
    ImportPlan with(List<ImportPartition> read, @Nullable Instant saved, List<UUID> begun) {
        return copy(jobInstanceId, idPrefix, request, inputs, cut, List.copyOf(read), sent, saved, begun);
    }

    /**
     * Returns the partitions in the order of the input; none before the first run.
     *
     * @throws IllegalStateException if the plan was read without them
     */
    @Override
    public List<ImportPartition> partitions() {
        if (partitions == null && cut != null) {
            throw new IllegalStateException("The plan was read without its partitions");
        }
        return partitions == null ? List.of() : partitions;
    }

    /** Returns whether a run has prepared the import, so that documents may be written. */
    public boolean begun() {
        return cut != null || !partitions().isEmpty();
    }

    /** Returns whether a run may have sent a document. */
    public boolean mayHaveSent() {
        return begun() && !Boolean.FALSE.equals(sent);
    }

    /** Returns this plan with documents that may have been sent, or certainly were not written. */
    public ImportPlan withSent(boolean now) {
        return copy(jobInstanceId, idPrefix, request, inputs, cut, partitions, now, touched, sessions);
    }

    /** Returns this plan with the collection that its documents are loaded into. */
    public ImportPlan with(Staging loaded) {
        return copy(loaded, deletions);
    }

    /** Returns this plan with what became of the documents that the input of a snapshot lacks. */
    public ImportPlan with(Deletions counted) {
        return copy(staging, counted);
    }

    private ImportPlan copy(@Nullable Staging newStaging, @Nullable Deletions newDeletions) {
        return new ImportPlan(
                key,
                identity,
                jobInstanceId,
                idPrefix,
                state,
                request,
                head,
                inputs,
                cut,
                partitions,
                total,
                sent,
                lease,
                created,
                touched,
                sessions,
                newStaging,
                newDeletions,
                kept,
                undoes,
                corrects);
    }

    /**
     * Returns whether all is done but deletions, which are held for a user's decision. Such an import does not block others
     * of its job.
     */
    public boolean holdsDeletions() {
        return deletions != null && deletions.held() > 0;
    }

    /** Returns the collection that has the documents apart from the target: before a swap, or under a view. */
    public Optional<String> stagedIn() {
        return Optional.ofNullable(staging)
                .filter(known -> state == State.UNFINISHED || (state == State.COMPLETED && known.view()))
                .map(Staging::collection);
    }

    /** Returns this plan with this partition in place of the one that has the same range. */
    public ImportPlan with(ImportPartition partition) {
        List<ImportPartition> updated = partitions().stream()
                .map(before -> before.from() == partition.from() ? partition : before)
                .toList();
        return copy(jobInstanceId, idPrefix, request, inputs, cut, updated, sent, touched, sessions);
    }

    private ImportPlan copy(
            long newInstance,
            @Nullable String newPrefix,
            StoredRequest newRequest,
            List<PlannedInput> newInputs,
            @Nullable Cut newCut,
            @Nullable List<ImportPartition> newPartitions,
            @Nullable Boolean newSent,
            @Nullable Instant newTouched,
            List<UUID> newSessions) {
        return new ImportPlan(
                key,
                identity,
                newInstance,
                newPrefix,
                state,
                newRequest,
                head,
                newInputs,
                newCut,
                newPartitions,
                total,
                newSent,
                lease,
                created,
                newTouched,
                newSessions,
                staging,
                deletions,
                kept,
                undoes,
                corrects);
    }

    /** Returns the charsets of the inputs in their order; empty if all are in one. */
    public List<String> charsets() {
        return inputs.stream()
                .map(PlannedInput::charset)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** Returns the digest of an input of this plan; empty if it is unknown. */
    public Optional<String> digestOf(PlannedInput input) {
        return inputs.size() == 1 ? Optional.of(identity.content()) : Optional.ofNullable(input.digest());
    }

    /** Returns the charset of the input at the offset; empty if all inputs are in one. */
    public Optional<String> charsetAt(long offset) {
        return inputs.stream()
                .filter(input -> input.base() <= offset)
                .reduce((before, input) -> input)
                .map(PlannedInput::charset);
    }

    /** Returns whether all partitions are imported, so that the counts do not change any more. */
    public boolean isFinished() {
        return begun() && partitions().stream().allMatch(ImportPartition::finished);
    }

    /** Returns whether all records of the input are written or rejected. */
    public boolean isRead() {
        return begun() && partitions().stream().allMatch(partition -> partition.doneTo() == partition.to());
    }

    /** Returns the counts of all runs. */
    public Counts counts() {
        return total == null
                ? partitions().stream().map(ImportPartition::counts).reduce(Counts.NONE, Counts::plus)
                : total;
    }

    /** Returns the figures of the columns of all runs; those of a plan that was read with its partitions. */
    public ColumnFigures columns() {
        return partitions().stream().map(ImportPartition::columns).reduce(ColumnFigures.NONE, ColumnFigures::plus);
    }

    /**
     * Collection that the documents are loaded into before they replace those of the target.
     *
     * @param uuid the server's identity of the collection, which a renamed collection keeps; null before it is created
     * @param view whether the target is a view, which is switched to the collection
     * @param former collection that the view showed before; null if it did not exist, or before it is switched
     */
    public record Staging(
            String collection,
            @Nullable UUID uuid,
            boolean view,
            @Nullable String former) {}

    /**
     * What is kept of an import to undo it: its documents as they were before.
     *
     * @param until time at which they are removed, by the clock of this machine; null if they stay until the import is pruned
     * @param maxBytes most bytes that are kept
     * @param dropped whether they were removed because they would be larger; null if not
     */
    public record Kept(
            @Nullable Instant until,
            long maxBytes,
            @Nullable Boolean dropped) {

        /** Returns whether the documents are still kept. */
        public boolean isUsable() {
            return dropped == null && !isOver();
        }

        public boolean isOver() {
            return until != null && !Instant.now().isBefore(until);
        }
    }

    /**
     * Latest division of the input into partitions, which are documents of their own.
     *
     * @param run number of the run that made it, a jobExecutionId
     * @param partitions their number
     * @param version of the program, if workers may claim the partitions; else null
     */
    public record Cut(long run, int partitions, @Nullable String version) {

        /** A division whose partitions belong to the process that made it. */
        public Cut(long run, int partitions) {
            this(run, partitions, null);
        }
    }

    /**
     * Documents that the input of a snapshot lacks.
     *
     * @param scope number of documents that the snapshot is the whole truth of, when they were counted
     * @param deleted documents that are gone
     * @param marked documents that have the mark
     * @param changed documents that others have changed since they were counted, and that were left alone
     * @param held documents that were left alone because they are too many, the content drifts, or an id of the input cannot
     *     be read
     * @param left documents that are still to be deleted or marked
     */
    public record Deletions(long scope, long deleted, long marked, long changed, long held, long left) {

        /** Returns the number of documents that were handled. */
        public long handled() {
            return deleted + marked + changed;
        }
    }

    /**
     * Stored request of an import, from which it can be repeated.
     *
     * @param jobFile absolute path of the job file; the path that the inferred job would be saved to if there is no file
     * @param parameters as given on the command line, {@code name=value} each, without secrets
     * @param inferred mapping of an import without a job file; null if the job file exists
     */
    public record StoredRequest(
            String jobFile,
            List<String> parameters,
            @Nullable InferredMapping inferred) {

        public StoredRequest(String jobFile, List<String> parameters) {
            this(jobFile, parameters, null);
        }

        /** Returns the same request with other parameters. */
        public StoredRequest with(List<String> others) {
            return new StoredRequest(jobFile, others, inferred);
        }
    }

    /**
     * Mapping that was inferred from the input of an import without a job file.
     *
     * @param jobFile text of a job file
     * @param settings that the command gave, {@code name=value} each; they are part of the text
     */
    public record InferredMapping(String jobFile, List<String> settings) {}

    /**
     * Bytes around the records of the input, from which files of rejected records are written.
     *
     * @param bytes before the first record: byte order mark, skipped lines, header
     * @param lineEnd behind each record
     * @param others the same for inputs in other charsets; null if there are none
     * @param end bytes after the last record; null if there are none
     */
    public record CsvHead(
            Binary bytes,
            Binary lineEnd,
            @Nullable Map<String, CsvHead> others,
            @Nullable Binary end) {

        public CsvHead(Binary bytes, Binary lineEnd) {
            this(bytes, lineEnd, null, null);
        }

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
     * @param digest of its bytes, as that of an import of this file alone; null if unknown, as in plans of earlier versions
     */
    public record PlannedInput(
            String path,
            long size,
            Instant modified,
            long base,
            @Nullable String charset,
            @Nullable String digest) {

        public PlannedInput(String path, long size, Instant modified, long base) {
            this(path, size, modified, base, null, null);
        }

        public PlannedInput in(@Nullable String name) {
            return new PlannedInput(path, size, modified, base, name, digest);
        }

        /** Returns whether the file system shows no change between the two: not in size, nor in the time of the last change. */
        public boolean isUnchanged(PlannedInput now) {
            return path.equals(now.path) && size == now.size && time().equals(now.time());
        }

        /** Returns when the file was last changed, in the precision that MongoDB stores. */
        public Instant time() {
            return modified.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /**
     * Byte-range partition of the input, with its progress. The partitions of an import cover its input without gaps.
     *
     * @param from offset of the first byte
     * @param to offset behind the last byte
     * @param doneTo offset behind the last completed record, where a run resumes
     * @param nextLine line of {@code doneTo} within its file, from 1
     * @param finished whether no record is left between {@code doneTo} and {@code to}
     * @param inFlight pre-check results of the records from {@code doneTo} on; null if there are none, or nothing was sent
     * @param counts of the records from {@code from} to {@code doneTo}
     * @param worker name of the process that imported it last; null if it is that of the run
     * @param columns figures of the same records; null, as earlier versions stored it, means none
     */
    public record ImportPartition(
            long from,
            long to,
            long doneTo,
            long nextLine,
            boolean finished,
            @Nullable InFlight inFlight,
            Counts counts,
            @Nullable String worker,
            @Nullable ColumnFigures columns) {

        /** A partition that the process of the run imports. */
        public ImportPartition(
                long from,
                long to,
                long doneTo,
                long nextLine,
                boolean finished,
                @Nullable InFlight inFlight,
                Counts counts) {
            this(from, to, doneTo, nextLine, finished, inFlight, counts, null, ColumnFigures.NONE);
        }

        public ImportPartition {
            columns = Objects.requireNonNullElse(columns, ColumnFigures.NONE);
            if (from > doneTo || doneTo > to) {
                throw new IllegalArgumentException("partition " + from + " to " + to + " cannot be done to " + doneTo);
            }
        }

        @Override
        public ColumnFigures columns() {
            return Objects.requireNonNull(columns);
        }

        /** Returns this partition with the figures of further records. */
        ImportPartition with(ColumnFigures more) {
            return new ImportPartition(
                    from,
                    to,
                    doneTo,
                    nextLine,
                    finished,
                    inFlight,
                    counts,
                    worker,
                    columns().plus(more));
        }

        public static ImportPartition untouched(long from, long to, long line) {
            return new ImportPartition(from, to, from, line, false, null, Counts.NONE);
        }

        /** Returns this partition with records that are about to be sent. */
        public ImportPartition sending(@Nullable InFlight records) {
            return new ImportPartition(from, to, doneTo, nextLine, finished, records, counts, worker, columns);
        }

        /** Returns this partition with the records up to {@code offset} completed. */
        public ImportPartition advanced(long offset, long line, Counts more) {
            InFlight left = inFlight == null || inFlight.to() <= offset ? null : inFlight;
            return new ImportPartition(from, to, offset, line, finished, left, counts.plus(more), worker, columns);
        }

        public ImportPartition ended() {
            return new ImportPartition(from, to, doneTo, nextLine, true, null, counts, worker, columns);
        }

        /** Returns this partition with the name of the process that imports it. */
        ImportPartition by(@Nullable String name) {
            return name == null
                    ? this
                    : new ImportPartition(from, to, doneTo, nextLine, finished, inFlight, counts, name, columns);
        }

        /** Returns the completed part as a finished partition of its own; empty if there is none. */
        public Optional<ImportPartition> done() {
            if (finished) {
                return Optional.of(this);
            }
            return doneTo == from
                    ? Optional.empty()
                    : Optional.of(
                            new ImportPartition(from, doneTo, doneTo, nextLine, true, null, counts, worker, columns));
        }

        /**
         * Pre-check results of records, saved before the records are sent. A later run that finds them sends the same
         * records again and cannot check again.
         *
         * @param to offset behind the last of the records
         * @param notes offsets of records by expected outcome, as far as it is known
         */
        public record InFlight(long to, Map<String, List<Long>> notes) {}
    }

    /**
     * Identity of an import: its content, target and meaning. The way it is run (writer, chunk size, time) is no part of
     * it.
     *
     * @param job name of the job
     * @param content digest of the input's bytes, or a random text if there is none
     * @param target namespace, {@code database.collection}
     * @param operation insert, replace, …; {@link #SWAP} if the inserted documents replace all others; {@link #SNAPSHOT};
     *     {@link #UNDO}, whose content is the key of the plan of the import that it takes back
     * @param meaning digest of the settings that determine documents: dialect, fields, id, match, blanks, nulls, entity
     * @param again 0, or the number of a repetition that the user asked for
     */
    public record ImportIdentity(
            String job, String content, String target, String operation, String meaning, int again) {

        /** Operation of imports that replace the whole target. */
        public static final String SWAP = "swap";

        /** Operation of an import that removes what its input lacks. */
        public static final String SNAPSHOT = "snapshot";

        /** Operation that takes back an import. */
        public static final String UNDO = "undo";

        /** Operation of imports that only insert. */
        public static final String INSERT = "insert";

        public boolean isUndo() {
            return operation.equals(UNDO);
        }

        ImportIdentity undo(int number) {
            return new ImportIdentity(job, key(), target, UNDO, UNDO, number);
        }

        public boolean isSnapshot() {
            return operation.equals(SNAPSHOT);
        }

        public ImportIdentity withAgain(int number) {
            return new ImportIdentity(job, content, target, operation, meaning, number);
        }

        /** Returns the identifying parameters of the JobInstance. */
        public JobParameters parameters() {
            return new JobParametersBuilder()
                    .addString("content", content)
                    .addString("target", target)
                    .addString("operation", operation)
                    .addString("meaning", meaning)
                    .addLong("again", (long) again)
                    .toJobParameters();
        }

        /** Returns whether the other has the same content, target and operation, with any meaning or repetition. */
        public boolean sameContent(ImportIdentity other) {
            return sameBytes(other) && operation.equals(other.operation);
        }

        /** Returns whether the other has the same content and target, with any operation. */
        public boolean sameBytes(ImportIdentity other) {
            return job.equals(other.job) && content.equals(other.content) && target.equals(other.target);
        }

        /** Returns the key of the import's plan: a digest of all parts, in hex. */
        public String key() {
            return sha256(String.join("\n", job, content, target, operation, meaning, Integer.toString(again)));
        }

        /** Returns the digest of a text, in hex. */
        public static String sha256(String text) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("Every Java platform has SHA-256", e);
            }
        }
    }
}
