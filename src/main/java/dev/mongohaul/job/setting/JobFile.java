package dev.mongohaul.job.setting;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.LeadingZeros;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.send.WriteOperation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
        PartitionSettings partition,
        @Nullable Workers workers,
        Rejects rejects,
        UnfinishedImport unfinished,
        EmptyInput empty,
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
                write.load() != LoadKind.SWAP,
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
        if (write.load() == LoadKind.SWAP) {
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

    /**
     * Limit and place of rejected records.
     *
     * @param directory absolute
     */
    public record Rejects(RejectLimit limit, Path directory) {}
}
