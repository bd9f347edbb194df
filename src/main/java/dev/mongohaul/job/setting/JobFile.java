package dev.mongohaul.job.setting;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.setting.file.AfterImport;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.send.WriteOperation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Job as its file and the parameters of this run describe it. Every setting has a value, and every rule that needs no
 * input holds.
 *
 * @param processor class of an item processor; null if there is none
 * @param processorSettings what its constructor gets
 * @param undo how long an import keeps what its undo needs; null if it keeps nothing
 */
public record JobFile(
        JobOrigin origin,
        @Nullable String description,
        @Nullable String entity,
        @Nullable String processor,
        Map<String, Object> processorSettings,
        Source source,
        Target target,
        @JsonUnwrapped ColumnRules columns,
        @JsonUnwrapped Loading loading,
        @JsonUnwrapped RunRules runs,
        Drift drift,
        Snapshot snapshot,
        @Nullable Duration undo) {

    /** Younger imports may have pending notifications. */
    public static final Duration SHORTEST_RETENTION = Duration.ofDays(1);

    /** What to do with rejects to which {@link #partSettings} gives no settings. */
    public static final String NO_PART =
            "Correct the records in the whole input, and import that: nothing can be added to a view";

    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);
    private static final Duration SHORTEST_UNDO = Duration.ofHours(1);
    private static final Duration LONGEST_UNDO = Duration.ofDays(36_500);

    private static final String CLASS_NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*";

    /** A long enough repetition would exhaust the stack of the pattern's matcher. */
    private static final int MAX_CLASS_NAME = 500;

    public JobFile {
        Map<String, FieldSpec> fields = columns.fields();
        Write write = loading.write();
        Duration retention = runs.retention();
        List<String> ids = JobRules.idFields(fields);
        target = target.id().isEmpty() && ids.size() == 1 ? target.withId(ids.get(0)) : target;
        Rules rules = new Rules();
        rules.require(
                isName(origin.name()),
                Printable.quoted(origin.name())
                        + " is not a job name: rename the file to 1 to 100 letters, digits, dots, hyphens and"
                        + " underscores, the first a letter or digit");
        rules.require(
                description == null || description.lines().count() <= 1,
                "has several lines: one is allowed",
                "description");
        requireClassName(rules, entity, "com.example.Product", "entity");
        requireClassName(rules, processor, "com.example.Clean", "processor");
        rules.require(
                processor != null || processorSettings.isEmpty(),
                "are for a processor, and the job names none: add processor, or leave them out",
                "processor-settings");
        rules.require(
                processor == null || !target.derivesValidator(),
                "is made of the columns, and the processor may change what they become: leave it out",
                "target",
                "validator");
        rules.distinct(columns.nulls(), "nulls");
        rules.require(
                runs.schedule() == null || !source.isStandardInput(),
                "reads standard input, which is empty when a schedule is due: name files",
                "source",
                "files");
        rules.require(
                !runs.verifies() || !source.isStandardInput(),
                "reads the input a second time, and standard input can be read once: name files, or write verify: false",
                "verify");
        requireMovable(rules, source, runs.rejects().directory(), origin.name());
        requireLate(rules, runs);
        rules.require(
                retention == null || retention.compareTo(SHORTEST_RETENTION) >= 0,
                retention + " is too short: what is known of an import is kept for 1d at least",
                "retention");
        rules.require(
                retention == null || retention.compareTo(LONGEST_RETENTION) <= 0,
                retention + " is too long: at most 36500d, or leave it out to keep it for ever",
                "retention");
        requireUndo(rules, undo, target, write);
        new JobRules(rules, source, target, fields, columns.unlisted(), write).check();
        fields.forEach((column, field) -> CellTypes.checkRules(
                field.inJobWith(columns.leadingZeros()),
                (key, mistake) -> rules.require(false, mistake, "fields", column, key)));
        rules.enforce();
    }

    private static void requireClassName(Rules rules, @Nullable String name, String example, String key) {
        rules.require(
                name == null || (name.length() <= MAX_CLASS_NAME && name.matches(CLASS_NAME)),
                Printable.quoted(String.valueOf(name)) + " is not a class name such as " + example,
                key);
    }

    /** Corrected rejects are files of this machine: where the job's files go to another one, they stay. */
    private static void requireMovable(Rules rules, Source source, Path rejects, String job) {
        AfterImport after = source.fileRules().after();
        if (!source.isStandardInput() && !after.keepsAll()) {
            source.files().stream()
                    .filter(file -> RejectExport.importOf(file, rejects, job).isEmpty())
                    .flatMap(file -> InputSources.moveProblem(file, after.folders()).stream())
                    .findFirst()
                    .ifPresent(problem -> rules.require(false, problem, "source", "after"));
        }
    }

    private static void requireLate(Rules rules, RunRules runs) {
        Duration late = runs.notices().late();
        Duration wait = runs.schedule() == null ? null : runs.schedule().maxWait();
        rules.require(
                late == null || (wait != null && late.compareTo(Duration.ZERO) > 0 && late.compareTo(wait) < 0),
                late + " is no time within the wait for the files: write more than nothing and less than schedule.wait",
                "notify",
                "late");
    }

    private static void requireUndo(Rules rules, @Nullable Duration undo, Target target, Write write) {
        if (undo == null) {
            return;
        }
        rules.require(
                undo.compareTo(SHORTEST_UNDO) >= 0 && undo.compareTo(LONGEST_UNDO) <= 0,
                undo + " is not a time to keep documents: from 1h to 36500d, such as 7d",
                "undo");
        boolean adds = !write.operation().types().stream().allMatch(WriteOperation::needsMatch);
        rules.require(
                write.operation() != Operation.ForAll.SWAP,
                "has no effect on write.operation: swap, which swap.by: view can undo: leave it out",
                "undo");
        rules.require(
                write.match().isEmpty() || !adds,
                write.operation() == Operation.ForAll.ADD && target.id().isEmpty()
                        ? "is not needed to undo an add by write.match, whose documents have generated ids: leave it out"
                        : "needs the _id of each document that the import adds: find documents by target.id instead of write.match, or add none",
                "undo");
    }

    public String name() {
        return origin.name();
    }

    /** Returns the same job with one of its files as its input. */
    public JobFile reading(List<String> names) {
        return new JobFile(
                origin,
                description,
                entity,
                processor,
                processorSettings,
                source.reading(names),
                target,
                columns,
                loading,
                runs,
                drift,
                snapshot,
                undo);
    }

    public Path path() {
        return origin.path();
    }

    public Map<String, String> variables() {
        return origin.variables();
    }

    /** Returns the JSON pointers of settings that the effective settings leave out. */
    public Set<String> unset() {
        return origin.unset();
    }

    public Map<String, FieldSpec> fields() {
        return columns.fields();
    }

    public List<String> nulls() {
        return columns.nulls();
    }

    public Write write() {
        return loading.write();
    }

    public Swap swap() {
        return loading.swap();
    }

    public PartitionSettings partition() {
        return loading.partition();
    }

    public Rejects rejects() {
        return runs.rejects();
    }

    public UnfinishedImport unfinished() {
        return runs.unfinished();
    }

    public EmptyInput empty() {
        return runs.empty();
    }

    public @Nullable Schedule schedule() {
        return runs.schedule();
    }

    public Notify notices() {
        return runs.notices();
    }

    public @Nullable Duration retention() {
        return runs.retention();
    }

    /** Returns whether each import is verified after its load. */
    public boolean verifies() {
        return runs.verifies();
    }

    /** Returns the treatment of what the input lacks if the collection becomes equal to the input; empty for other operations. */
    public Optional<Snapshot> snapshots() {
        return write().operation() == Operation.ForAll.SNAPSHOT ? Optional.of(snapshot) : Optional.empty();
    }

    /** Returns whether the documents are loaded beside the target, and replace it when all are there. */
    public boolean swaps() {
        return write().operation() == Operation.ForAll.SWAP;
    }

    /** Returns whether an import removes what its input lacks, so that a part of the input, such as rejects, would do harm. */
    public boolean removesOthers() {
        return swaps() || snapshots().filter(Snapshot::removes).isPresent();
    }

    /**
     * Returns the settings that add a part of the input, for a job that {@link #removesOthers}; empty for other jobs, and if
     * nothing can be added.
     */
    public Optional<String> partSettings() {
        if (!removesOthers() || (swaps() && swap().by() == SwapBy.VIEW)) {
            return Optional.empty();
        }
        return Optional.of(target.id().isEmpty() ? "operation=insert" : "operation=upsert");
    }

    /** Returns whether a job can have the name. */
    public static boolean isName(String text) {
        return text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    }

    /** Returns the files for people: those with environment variables as the job file writes them. */
    public List<String> shownFiles() {
        String all = variables().get("/source/files");
        return all != null
                ? List.of(all)
                : IntStream.range(0, source.files().size())
                        .mapToObj(index -> variables()
                                .getOrDefault(
                                        "/source/files/" + index, source.files().get(index)))
                        .toList();
    }

    /** Returns the mapping of inputs with these columns. */
    public MappingSpec mapping(List<String> header) {
        return new MappingSpec(
                header, placed(), columns.unlisted(), columns.blanks(), Set.copyOf(nulls()), leftOut(), target.id());
    }

    /** Returns the fields with the job's treatment of leading zeros. */
    private Map<String, FieldSpec> placed() {
        Map<String, FieldSpec> placed = new LinkedHashMap<>(fields());
        placed.replaceAll((column, field) -> field.inJobWith(columns.leadingZeros()));
        return placed;
    }

    /** The column that names the operation of a record, and those that are joined, become fields only if they are listed. */
    private Set<String> leftOut() {
        Stream<String> joined = fields().values().stream()
                .flatMap(field -> field.from().stream())
                .filter(column -> !write().match().contains(column));
        Stream<String> operation = write().operation() instanceof Operation.ByColumn byColumn
                ? Stream.of(byColumn.column())
                : Stream.empty();
        return Stream.concat(joined, operation)
                .filter(column -> !fields().containsKey(column) && !target.id().contains(column))
                .collect(Collectors.toSet());
    }
}
