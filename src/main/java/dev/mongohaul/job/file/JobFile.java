package dev.mongohaul.job.file;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.mongodb.WriteConcern;
import dev.mongohaul.job.file.Source.DatedFiles;
import dev.mongohaul.mapping.type.Blanks;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.LeadingZeros;
import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.mapping.type.Unlisted;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.delivery.CompareChoice;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.unit.DataSize;

/**
 * Job as its file and the parameters of this run describe it. Every setting has a value, and every rule that needs no
 * input holds.
 *
 * @param name the file's name without its suffix
 * @param path the file
 * @param fields column to what it becomes, in the file's order
 * @param nulls cells equal to one of these are blank
 * @param leadingZeros treatment of numbers in fields that say nothing about it; null in a file without it
 * @param swap used if the documents are swapped in; null for the usual settings
 * @param drift null for the usual rules
 * @param snapshot treatment of what the input lacks; null without the group
 * @param undo what an import keeps to be undone; null without the group
 * @param variables values with environment variables as the file writes them, by the JSON pointers of their settings
 */
public record JobFile(
        String name,
        Path path,
        @Nullable String description,
        @Nullable String entity,
        Source source,
        Target target,
        Map<String, FieldSpec> fields,
        Unlisted unlisted,
        Blanks blanks,
        List<String> nulls,
        @Nullable LeadingZeros leadingZeros,
        Write write,
        @Nullable Swap swap,
        Partition partition,
        @Nullable Workers workers,
        Rejects rejects,
        Unfinished unfinished,
        Empty empty,
        @Nullable Schedule schedule,
        @JsonProperty("notify") Notify notices,
        @Nullable Duration retention,
        @Nullable Drift drift,
        @Nullable Snapshot snapshot,
        @Nullable Undo undo,
        Map<String, String> variables) {

    /** Younger imports may have pending notifications. */
    public static final Duration SHORTEST_RETENTION = Duration.ofDays(1);

    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

    private static final String CLASS_NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*";

    /** A long enough repetition would exhaust the stack of the pattern's matcher. */
    private static final int MAX_CLASS_NAME = 500;

    public JobFile {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        nulls = List.copyOf(nulls);
        variables = Map.copyOf(variables);
        List<String> ids = JobRules.idFields(fields);
        target = target.id().isEmpty() && ids.size() == 1 ? target.withId(ids.get(0)) : target;
        Rules rules = new Rules();
        rules.require(
                isName(name),
                Printable.quoted(name)
                        + " is not a job name: rename the file to 1 to 100 letters, digits, dots, hyphens and"
                        + " underscores, the first a letter or digit");
        rules.require(
                description == null || description.lines().count() <= 1,
                "has several lines: one is allowed",
                "description");
        if (entity != null) {
            rules.require(
                    entity.length() <= MAX_CLASS_NAME && entity.matches(CLASS_NAME),
                    Printable.quoted(entity) + " is not a class name such as com.example.Product",
                    "entity");
        }
        rules.distinct(nulls, "nulls");
        rules.require(
                schedule == null || !source.isStandardInput(),
                "reads standard input, which is empty when a schedule is due: name files",
                "source",
                "files");
        rules.require(
                retention == null || retention.compareTo(SHORTEST_RETENTION) >= 0,
                retention + " is too short: what is known of an import is kept for 1d at least",
                "retention");
        rules.require(
                retention == null || retention.compareTo(LONGEST_RETENTION) <= 0,
                retention + " is too long: at most 36500d, or leave it out to keep it for ever",
                "retention");
        rules.require(
                entity == null || !target.idOnly(),
                "means nothing beside entity, whose @Id property is stored as _id alone: leave it out",
                "target",
                "id-only");
        requireUndo(rules, undo, write);
        new JobRules(rules, source, target, fields, unlisted, write).check();
        rules.enforce();
    }

    private static void requireUndo(Rules rules, @Nullable Undo undo, Write write) {
        if (undo == null) {
            return;
        }
        boolean adds = write.upsert() || write.operation().types().contains(WriteOperation.INSERT);
        rules.require(
                write.load() != Write.Load.SWAP,
                "has no effect on write.load: swap, which swap.by: view can undo: leave it out",
                "undo");
        rules.require(
                undo.keep() != null || !write.operation().finds(),
                "are of inserted documents, and the operation is "
                        + write.operation().words() + ": write keep: 7d, which keeps documents as they were",
                "undo",
                "hashes");
        rules.require(
                write.match().isEmpty() || !adds,
                "needs the _id of each document that the import adds: find documents by target.id instead of write.match, or add none",
                "undo");
    }

    /** Returns how workers on other machines share the import; the usual settings if the file has none. */
    public Workers sharing() {
        return Objects.requireNonNullElse(workers, Workers.USUAL);
    }

    /** Returns the rules for content that differs from that of earlier imports. */
    public Drift driftRules() {
        return Objects.requireNonNullElse(drift, Drift.USUAL);
    }

    /** Returns how the documents replace the target; the usual settings if the file has none. */
    public Swap swapping() {
        return Objects.requireNonNullElse(swap, Swap.USUAL);
    }

    /** Returns the treatment of what the input lacks if the input is the whole truth; empty for other operations. */
    public Optional<Snapshot> snapshots() {
        return write.operation() instanceof Operation.Snapshot
                ? Optional.of(Objects.requireNonNullElse(snapshot, Snapshot.USUAL))
                : Optional.empty();
    }

    /**
     * Returns the settings that add a part of the input, for a job whose import removes what its input lacks; empty for other
     * jobs.
     */
    public Optional<String> partSettings() {
        String replace = "operation=replace upsert=true";
        if (write.load() == Write.Load.SWAP) {
            return Optional.of(target.id().isEmpty() ? "load=direct" : "load=direct " + replace);
        }
        return snapshots().filter(Snapshot::removes).map(snapshot -> replace);
    }

    /** Returns whether a job can have the name. */
    public static boolean isName(String text) {
        return text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    }

    /** Returns the files for people: those with environment variables as the job file writes them. */
    public List<String> shownFiles() {
        String all = variables.get("/source/files");
        return all != null
                ? List.of(all)
                : IntStream.range(0, source.files().size())
                        .mapToObj(index -> variables.getOrDefault(
                                "/source/files/" + index, source.files().get(index)))
                        .toList();
    }

    /** Returns the mapping of inputs with these columns. */
    public MappingSpec mapping(List<String> columns) {
        return new MappingSpec(columns, placed(), unlisted, blanks, Set.copyOf(nulls), leftOut(), target.id());
    }

    /**
     * Returns the fields with the job's treatment of leading zeros, and with the only column of the id in {@code _id} if it
     * has no field of its own.
     */
    private Map<String, FieldSpec> placed() {
        Map<String, FieldSpec> placed = new LinkedHashMap<>(fields);
        placed.replaceAll((column, field) -> field.inJobWith(leadingZeros));
        if (!target.idOnly()) {
            return placed;
        }
        FieldSpec text = FieldSpec.of(FieldType.STRING);
        placed.compute(target.id().get(0), (column, field) -> (field == null ? text : field).to(JobRules.ID));
        return placed;
    }

    /** The column that names the operation of a record becomes a field only if it is listed. */
    private Set<String> leftOut() {
        return write.operation() instanceof Operation.ByColumn byColumn
                        && !fields.containsKey(byColumn.column())
                        && !target.id().contains(byColumn.column())
                ? Set.of(byColumn.column())
                : Set.of();
    }

    /** Treatment of an unfinished import when other content arrives. */
    public enum Unfinished {
        /** The next import is refused. */
        REFUSE,
        /** The unfinished import is abandoned. */
        ABANDON
    }

    /** Treatment of an input without a file or a record. */
    public enum Empty {
        /** An error. */
        FAIL,
        /** Nothing to do. */
        OK
    }

    /**
     * Division of the input.
     *
     * @param gridSize number of partitions that one process imports at the same time
     * @param size of a partition if workers on several machines share the import; null for the usual one
     */
    public record Partition(Integer gridSize, @Nullable DataSize size) {

        private static final DataSize USUAL = DataSize.ofMegabytes(64);
        private static final DataSize SMALLEST = DataSize.ofBytes(1);
        private static final DataSize LARGEST = DataSize.ofTerabytes(1);

        private static final int LARGEST_GRID = 1024;
        /** Memory of a chunk of the usual size: its bytes, its documents, and the commands that are made of them. */
        private static final long USUAL_CHUNK_MEMORY = 8 << 20;

        public Partition {
            gridSize = gridSize == null ? twiceTheCores() : gridSize;
            Rules rules = new Rules().count(gridSize, 1, LARGEST_GRID, "grid-size");
            rules.require(
                    size == null || (size.compareTo(SMALLEST) >= 0 && size.compareTo(LARGEST) <= 0),
                    size + " is not allowed: from 1B to 1024GiB",
                    "size");
            rules.enforce();
        }

        /** Returns the bytes of a partition if workers on several machines share the import. */
        public long sharedBytes() {
            return Objects.requireNonNullElse(size, USUAL).toBytes();
        }

        /** Returns fewer where half of the heap has no room for a chunk of the usual size for each. */
        private static int twiceTheCores() {
            long roomy = Runtime.getRuntime().maxMemory() / 2 / USUAL_CHUNK_MEMORY;
            return (int) Math.max(1, Math.min(roomy, 2L * Runtime.getRuntime().availableProcessors()));
        }
    }

    /**
     * Sharing of the import with workers on other machines.
     *
     * @param window most partitions that workers are invited to and that none has claimed
     * @param priority of the invitations, 0 to 9
     * @param managerWorks whether the process that plans the import also imports partitions
     */
    public record Workers(int window, int priority, boolean managerWorks) {

        private static final Workers USUAL = new Workers(64, 4, true);
    }

    /**
     * Limit and place of rejected records.
     *
     * @param directory absolute
     */
    public record Rejects(RejectLimit limit, Path directory) {}

    /**
     * Schedule of a job.
     *
     * @param missed null if {@link DatedFiles#areNamedBy} decides
     * @param maxWait null if a slot that is due starts at once
     */
    public record Schedule(
            CronExpression cron,
            ZoneId zone,
            @Nullable Missed missed,
            @JsonProperty("wait") @Nullable Duration maxWait) {

        private static final Duration LONGEST_WAIT = Duration.ofDays(31);

        public Schedule {
            new Rules()
                    .require(
                            maxWait == null
                                    || (maxWait.compareTo(Duration.ZERO) > 0 && maxWait.compareTo(LONGEST_WAIT) <= 0),
                            maxWait + " is not a time to wait: more than nothing and at most 31d, such as 30m",
                            "wait")
                    .enforce();
        }

        /** Treatment of slots that were due while no process served. */
        public enum Missed {
            /** The job runs once for all of them. */
            RUN_ONCE,
            /** Each of them runs, in order, and so do slots that overlapped another run or were refused. */
            RUN_ALL,
            /** They are skipped. */
            SKIP
        }
    }

    /** Optional notifications of a scheduled job. Failed, stopped and missed runs are always notified. */
    public record Notify(Share rejects, Factor slower) {

        private static final String NEVER = "never";

        /** Settings of a job file without {@code notify}. */
        public static final Notify USUAL = new Notify(Share.parse("1%"), Factor.parse("3"));

        /** Number of rejects that is not notified. */
        public record Share(RejectLimit limit) {

            private static final String UNLIMITED = "unlimited";

            /** @throws IllegalArgumentException for anything but a count, a percentage or {@code never} */
            static Share parse(String text) {
                if (text.equals(UNLIMITED)) {
                    throw new IllegalArgumentException("not a share: " + text);
                }
                return new Share(RejectLimit.parse(text.equals(NEVER) ? UNLIMITED : text));
            }

            @Override
            public String toString() {
                return limit.equals(RejectLimit.UNLIMITED) ? NEVER : limit.toString();
            }
        }

        /**
         * Multiple of the usual duration of an import that is not notified.
         *
         * @param times null for any
         */
        public record Factor(@Nullable BigDecimal times) {

            /** @throws IllegalArgumentException for anything but a number of at least 1 or {@code never} */
            static Factor parse(String text) {
                if (text.equals(NEVER)) {
                    return new Factor(null);
                }
                if (!text.matches("(?=0*[1-9])[0-9]{1,9}(\\.[0-9]{1,6})?")) {
                    throw new IllegalArgumentException("not a factor: " + text);
                }
                return new Factor(new BigDecimal(text));
            }

            @Override
            public String toString() {
                return times == null ? NEVER : times.toPlainString();
            }
        }
    }

    /** Operation of each record: one for all, or named by a column. */
    public sealed interface Operation {

        /** Returns the operations of all records. */
        Set<WriteOperation> types();

        /** Returns whether an operation looks for a document by its key. */
        default boolean finds() {
            return types().stream().anyMatch(type -> type != WriteOperation.INSERT);
        }

        /** Returns the operations for a message. */
        default String words() {
            return types().stream()
                    .map(type -> type.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(" or "));
        }

        /** The same operation for every record. */
        record Fixed(@JsonValue WriteOperation type) implements Operation {

            @Override
            public Set<WriteOperation> types() {
                return Set.of(type);
            }
        }

        /** Replacement of the document with the same {@code _id}, or insert; what the input lacks is removed at the end. */
        record Snapshot() implements Operation {

            static final String WORD = "snapshot";

            @JsonValue
            @Override
            public String words() {
                return WORD;
            }

            @Override
            public Set<WriteOperation> types() {
                return Set.of(WriteOperation.REPLACE);
            }
        }

        /**
         * Operation that a column of the record names.
         *
         * @param values operation of each text of the column
         */
        record ByColumn(String column, Map<String, WriteOperation> values) implements Operation {

            public ByColumn {
                values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
                Rules rules = new Rules();
                rules.require(!column.isBlank(), "is blank: the name of a column is needed", "column");
                rules.require(
                        !values.isEmpty(),
                        "says what no cell means: list them, such as {I: insert, U: update, D: delete}",
                        "values");
                rules.enforce();
            }

            @Override
            public Set<WriteOperation> types() {
                return EnumSet.copyOf(values.values());
            }
        }
    }

    /**
     * Settings of writing.
     *
     * @param match columns that find the document; empty: the {@code _id}
     * @param writeConcern {@code majority}, {@code journaled}, or {@code w1}, {@code w2} and so on
     * @param buffer documents; other writers than {@code reactive-buffered} do not look at it
     * @param load null in a file without it, so that its settings are equal to those of earlier versions
     */
    public record Write(
            WriterType writer,
            Operation operation,
            List<String> match,
            boolean upsert,
            Unmatched unmatched,
            Keys keys,
            CompareChoice.Mode compare,
            boolean ordered,
            String writeConcern,
            int chunkSize,
            DataSize chunkBytes,
            int buffer,
            @Nullable Load load) {

        private static final int MOST_RECORDS = 1_000_000;
        private static final DataSize LARGEST_CHUNK = DataSize.ofGigabytes(1);
        private static final String WRITE_CONCERN = "w[1-9][0-9]?|majority|journaled";

        public Write {
            match = List.copyOf(match);
            upsert |= operation instanceof Operation.Snapshot;
            Rules rules = new Rules();
            rules.names(match, "match");
            rules.count(chunkSize, 1, MOST_RECORDS, "chunk-size");
            rules.count(buffer, 1, MOST_RECORDS, "buffer");
            rules.require(
                    chunkBytes.toBytes() > 0 && chunkBytes.compareTo(LARGEST_CHUNK) <= 0,
                    chunkBytes.toBytes() + "B is not the size of a chunk: from 1B to 1GiB",
                    "chunk-bytes");
            checkWriteConcern(rules, writeConcern);
            checkOperation(rules, operation, match, upsert, unmatched);
            load = load == Load.DIRECT ? null : load;
            rules.require(
                    load == null || operation.types().equals(Set.of(WriteOperation.INSERT)),
                    "swap replaces the whole target by the input, and the operation is " + operation.words()
                            + ": write load: direct, or operation: insert",
                    "load");
            rules.require(
                    compare != CompareChoice.Mode.ALWAYS
                            || operation.types().contains(WriteOperation.REPLACE)
                            || operation.types().contains(WriteOperation.UPDATE),
                    "compares what replace and update would change, and the operation is " + operation.words()
                            + ": leave it out",
                    "compare");
            rules.enforce();
        }

        private static void checkOperation(
                Rules rules, Operation operation, List<String> match, boolean upsert, Unmatched unmatched) {
            Set<WriteOperation> types = operation.types();
            rules.require(
                    !upsert || types.contains(WriteOperation.REPLACE) || types.contains(WriteOperation.UPDATE),
                    "is an option of replace and update, and the operation is " + operation.words() + ": leave it out",
                    "upsert");
            rules.require(
                    match.isEmpty() || operation.finds(),
                    "finds the document to replace, update or delete, and an insert looks for none: leave it out",
                    "match");
            rules.require(
                    match.isEmpty() || !(operation instanceof Operation.Snapshot),
                    "is not for a snapshot, whose documents are found by target.id: leave it out",
                    "match");
            rules.require(
                    unmatched == Unmatched.COUNT || operation.finds(),
                    "rejects what finds nothing, and an insert looks for nothing: leave it out",
                    "unmatched");
            rules.require(
                    unmatched == Unmatched.COUNT || !upsert || types.contains(WriteOperation.DELETE),
                    "rejects what finds nothing, and an upsert adds it instead: leave one of the two out",
                    "unmatched");
        }

        private static void checkWriteConcern(Rules rules, String writeConcern) {
            boolean unacknowledged = writeConcern.equals("w0") || writeConcern.equals("unacknowledged");
            rules.require(
                    !unacknowledged,
                    Printable.quoted(writeConcern)
                            + " loses documents without a word: only compare may; use w1, w2 and so on,"
                            + " majority or journaled",
                    "write-concern");
            rules.require(
                    unacknowledged || writeConcern.matches(WRITE_CONCERN),
                    Printable.quoted(writeConcern) + " is not a write concern: w1, w2 and so on, majority or journaled",
                    "write-concern");
        }

        /** Returns the write concern for the driver. */
        public WriteConcern concern() {
            return switch (writeConcern) {
                case "majority" -> WriteConcern.MAJORITY;
                case "journaled" -> WriteConcern.JOURNALED;
                default -> new WriteConcern(Integer.parseInt(writeConcern.substring(1)));
            };
        }

        @Override
        public Load load() {
            return Objects.requireNonNullElse(load, Load.DIRECT);
        }

        /** Place that the documents are written to. */
        public enum Load {
            /** The target. */
            DIRECT,
            /** Another collection, which takes the place of the target when it is complete. */
            SWAP
        }

        /** Treatment of a replace, update or delete that finds nothing. */
        public enum Unmatched {
            /** A number of the report. */
            COUNT,
            /** A reject. */
            REJECT
        }

        /** Number of records with the same key. */
        public enum Keys {
            /** Perhaps several times: its records stay in their order. */
            ANY,
            /** Once: {@code check} looks for a second record with the key, and calls it a reject. */
            UNIQUE
        }
    }
}
