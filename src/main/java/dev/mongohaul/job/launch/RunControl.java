package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.RejectFiles;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.InferredMapping;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.plan.StoredRequest;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Control of runs: stop, restart, abandon and export of rejects. Thread-safe. */
public final class RunControl {

    private static final Logger LOG = LoggerFactory.getLogger(RunControl.class);

    /** Files of one command whose columns are looked at. */
    private static final int MOST_BESIDE = 100;

    private final Runs runs;
    private final ImportPlans plans;
    private final ImportLauncher launcher;
    private final UndoLauncher undos;
    private final RejectFiles rejects;
    private final ImportProperties properties;

    RunControl(
            Runs runs,
            ImportPlans plans,
            ImportLauncher launcher,
            UndoLauncher undos,
            RejectFiles rejects,
            ImportProperties properties) {
        this.runs = runs;
        this.plans = plans;
        this.launcher = launcher;
        this.undos = undos;
        this.rejects = rejects;
        this.properties = properties;
    }

    /**
     * Returns the run of this number.
     *
     * @throws RunRefusedException if there is none
     */
    public Run run(long id) {
        return runs.find(id)
                .orElseThrow(() ->
                        new RunRefusedException("There is no run %d; 'mongohaul report' lists them".formatted(id)));
    }

    /**
     * Returns the plan of a run's import.
     *
     * @throws RunRefusedException if there is no such run, or it failed before its import was planned
     */
    public ImportPlan planOf(long id) {
        Run run = run(id);
        ImportPlan plan = run.plan();
        if (plan == null) {
            throw new RunRefusedException(
                    "Run %d failed before the import was planned. Run the command again.".formatted(id));
        }
        return plan;
    }

    /** Returns the plan of the import that the run of an undo takes back. */
    public ImportPlan undoneBy(Run run) {
        long undone = Objects.requireNonNull(Objects.requireNonNull(run.plan()).undoes());
        return plans.findByInstance(undone).orElseThrow();
    }

    /**
     * Asks the process of the run to stop it after the chunk in flight.
     *
     * @return the owner that was asked; empty if the run has ended meanwhile
     * @throws RunRefusedException if the run is not running, or its process is dead
     */
    public Optional<Lease> requestStop(long id) {
        Run run = run(id);
        if (!run.running()) {
            throw new RunRefusedException(
                    "Run %d is not running: it is %s".formatted(id, run.ending().word()));
        }
        ImportPlan plan = planOf(id);
        Lease owner = plan.lease();
        if (owner == null
                || !run.belongsTo(owner)
                || !plans.isHeld(plan.key())
                || !plans.requestStop(plan.key(), owner)) {
            requireEnded(id);
            return Optional.empty();
        }
        return Optional.of(owner);
    }

    /** Requests a stop and returns the message for the user. */
    public String stop(long id) {
        return requestStop(id)
                .map(owner -> "Run %d of %s was asked to stop; it ends after the chunk in flight"
                        .formatted(id, owner.owner()))
                .orElseGet(() -> "Run %d has ended".formatted(id));
    }

    /** Returns whether the import of a run has read standard input, which cannot be read again. */
    public boolean hasReadOnce(long id) {
        return planOf(id).inputs().stream().anyMatch(input -> input.path().equals(InputSources.STANDARD_INPUT));
    }

    public long importOf(long id) {
        return run(id).importNumber();
    }

    /**
     * Returns a run that has ended.
     *
     * @throws RunRefusedException if it is stored as running, but its process has ended
     */
    public Run requireEnded(long id) {
        Run run = run(id);
        if (run.running()) {
            throw RunRefusedException.dead(id);
        }
        return run;
    }

    /**
     * Abandons the unfinished import of a run, and removes its local copies of remote files.
     *
     * @param workingFolder from which the folder of the copies is named
     * @return the message for the user
     * @throws RunRefusedException if it is not unfinished
     * @throws ImportRunningException if another process runs it
     */
    public String abandon(long id, Path workingFolder) {
        ImportPlan plan = planOf(id);
        if (plan.state() != ImportState.UNFINISHED) {
            throw new RunRefusedException("The import of run %d is %s: there is nothing to abandon"
                    .formatted(id, plan.state().name().toLowerCase(Locale.ROOT)));
        }
        boolean replaced = launcher.abandon(plan);
        InputSources.releaseCopies(
                properties.inputRules(),
                workingFolder,
                plan.inputs().stream().map(PlannedInput::path).toList());
        if (plan.undoes() != null) {
            return "The undo of %s of %s is abandoned; what it has restored stays restored"
                    .formatted(runs.named(plan.undoes()), plan.identity().job());
        }
        if (replaced) {
            return "The import of run %d of %s is abandoned, but its documents have replaced those of %s already"
                    .formatted(id, plan.identity().job(), plan.identity().target());
        }
        String documents = plan.staging() == null
                ? "documents stay in " + plan.identity().target()
                : "staging collection " + plan.staging().collection() + " is dropped";
        boolean back = plan.staging() == null && undos.isPossible(id);
        return "The import of run %d of %s is abandoned; its %s%s"
                .formatted(
                        id,
                        plan.identity().job(),
                        documents,
                        back ? ", and 'mongohaul undo %d' takes them back".formatted(id) : "");
    }

    /**
     * Returns whether a run is part of an undo, which is restarted as an undo.
     *
     * @param given parameters, which an undo does not have
     * @throws RunRefusedException if it is part of an undo, and there are parameters
     */
    public boolean isUndo(long id, List<String> given) {
        boolean undo = planOf(id).identity().isUndo();
        if (undo && !given.isEmpty()) {
            throw new RunRefusedException(
                    "Run %d is an undo, which has no parameters: %s".formatted(id, String.join(" ", given)));
        }
        return undo;
    }

    /**
     * Returns the request of a run again, for its files where they lie now.
     *
     * @param given parameters that replace those of the run
     * @throws RunRefusedException if the run read standard input, if its import was undone or abandoned, or completed before
     *     another one, or if its file does not lie where it was left
     */
    public ImportRequest restart(JobFiles files, long id, List<String> given) {
        ImportPlan plan = planOf(id);
        if (plan.state() == ImportState.COMPLETED && isFollowed(plan)) {
            throw new RunRefusedException(
                    "The import of run %d is completed, and %s has later imports: there is nothing to continue. To import its input again over theirs, give the command of the import"
                            .formatted(id, plan.identity().target()));
        }
        if (plan.state() == ImportState.UNDONE || plan.state() == ImportState.ABANDONED) {
            throw new RunRefusedException(
                    "The import of run %d is %s, and is not continued. To import its input again, give the command of the import"
                            .formatted(id, plan.state().name().toLowerCase(Locale.ROOT)));
        }
        FilesNow now = FilesNow.of(plans.files(), plan);
        String alone = plan.request().alone();
        if (alone != null && plan.state() == ImportState.UNFINISHED && now.isMissing(alone)) {
            throw new RunRefusedException(
                    "%s, the file of run %d, is not there any more. Put it back, or name it where it is: 'mongohaul import %s files=PATH' continues the import"
                            .formatted(now.of(alone), id, plan.identity().job()));
        }
        List<String> inputs =
                plan.inputs().stream().map(PlannedInput::path).map(now::of).toList();
        laterThan(plan)
                .ifPresent(later -> LOG.warn(
                        "{}: {} of {} was imported after run {}: records of this older file replace newer ones of the same key",
                        plan.identity().job(),
                        later.request().alone(),
                        runs.named(later.importNumber()),
                        id));
        return ImportRequest.restart(files, id, plan, inputs, given);
    }

    /** Returns the last import of another file that an unfinished import of a file would change documents of. */
    private Optional<ImportPlan> laterThan(ImportPlan plan) {
        return plan.identity().onlyAdds() || plan.request().alone() == null || plan.state() != ImportState.UNFINISHED
                ? Optional.empty()
                : plans.findByTarget(plan.identity().target()).stream()
                        .filter(later -> later.importNumber() > plan.importNumber()
                                && later.state() == ImportState.COMPLETED
                                && later.request().alone() != null
                                && !later.identity().isUndo()
                                && !later.isOfRejects()
                                && later.identity().job().equals(plan.identity().job()))
                        .max(Comparator.comparingLong(ImportPlan::importNumber));
    }

    /** Returns whether later imports of the job have changed documents that the same input would change again. */
    private boolean isFollowed(ImportPlan plan) {
        if (plan.request().alone() != null || plan.identity().operation().equals(ImportIdentity.INSERT)) {
            return false;
        }
        List<ImportPlan> all = plans.findByJob(plan.identity().job());
        ImportHistory history = new ImportHistory(all, false);
        return all.stream()
                .anyMatch(later -> later.importNumber() > plan.importNumber()
                        && later.begun()
                        && !history.hasRejectsOf(plan.identity(), later)
                        && later.identity().target().equals(plan.identity().target()));
    }

    /**
     * Returns the request of a run again, by the settings that are stored with it, for its files where they lie now.
     *
     * @throws RunRefusedException if the run read standard input, or has no stored settings
     */
    public ImportRequest stored(JobFiles files, Run run) {
        ImportPlan plan = planOf(run.id());
        String settings = run.settings();
        if (settings == null || hasReadOnce(run.id())) {
            throw new RunRefusedException(
                    settings == null
                            ? "Run %d has no stored settings".formatted(run.id())
                            : "Run %d read standard input, which cannot be read again".formatted(run.id()));
        }
        FilesNow now = FilesNow.of(plans.files(), plan);
        List<String> inputs =
                plan.inputs().stream().map(PlannedInput::path).map(now::of).toList();
        StoredRequest request = plan.request().with(List.of(ImportRequest.filesParameter(inputs)));
        boolean rejects = plan.isOfRejects();
        JobFile file = files.read(
                Path.of(request.jobFile()), rejects ? withoutExpectation(settings) : settings, request.parameters());
        return new ImportRequest(file, request, false, () -> file, false);
    }

    /** Returns settings without what a sender sends beside a file: corrected rejects do not have it, also after they were moved. */
    private static String withoutExpectation(String settings) {
        JsonNode all = JsonMapper.shared().readTree(settings);
        if (all.path("source") instanceof ObjectNode source) {
            source.remove("expect");
        }
        return all.toString();
    }

    /**
     * Returns the request for an import of other files as a run imported its own.
     *
     * @param inputs absolute paths
     * @param given parameters that replace those of the run
     */
    public ImportRequest like(JobFiles files, long id, List<String> inputs, List<String> given, boolean again) {
        return ImportRequest.like(files, planOf(id), inputs, given, again);
    }

    /**
     * Returns the mapping that an earlier import inferred for the same files and settings, so that it is not inferred again.
     *
     * @param settings that the command gives
     * @param inputs as they are now; an import of files that have changed since is another one
     * @param again whether content that was loaded is loaded again
     */
    public Optional<InferredMapping> inferredBefore(
            String job, List<String> settings, List<PlannedInput> inputs, boolean again) {
        return plans.findByJob(job).stream()
                .filter(plan ->
                        plan.state() == ImportState.UNFINISHED || (plan.state() == ImportState.COMPLETED && !again))
                .filter(plan -> !plan.identity().isUndo() && areUnchanged(plan.inputs(), inputs))
                .flatMap(plan -> Stream.ofNullable(plan.request().inferred()))
                .filter(mapping -> mapping.settings().equals(settings))
                .findFirst();
    }

    /**
     * Returns the last completed import of files without a job file into a collection; empty if there is none that was not
     * undone.
     */
    public Optional<ImportPlan> lastInferred(String job, String database, String collection) {
        String target = database + "." + collection;
        return plans.findByJob(job).stream()
                .filter(plan -> plan.state() == ImportState.COMPLETED
                        && !plan.identity().isUndo()
                        && plan.request().inferred() != null
                        && plan.identity().target().equals(target))
                .findFirst();
    }

    /**
     * Returns the columns of the files of an import, and of the files that its command imported one by one with the same mapping.
     * They are more than those of the mapping if it is another import's; those that the import gave a type of its own are left out.
     */
    public Set<String> columnsBeside(ImportPlan inferred) {
        List<String> given = inferred.request().parameters();
        if (given.stream().anyMatch(setting -> setting.startsWith("unlisted="))) {
            return Set.of();
        }
        Stream<ImportPlan> beside = inferred.request().alone() == null
                ? Stream.of(inferred)
                : plans.findByJob(inferred.identity().job()).stream()
                        .filter(plan -> Objects.equals(
                                plan.request().inferred(), inferred.request().inferred()));
        return beside.limit(MOST_BESIDE)
                .flatMap(plan -> plans.figures().find(plan.key()).stream())
                .flatMap(figures -> figures.names().stream())
                .filter(name -> given.stream().noneMatch(setting -> setting.startsWith("fields." + name + "=")))
                .collect(Collectors.toSet());
    }

    /** Returns the inputs whose files were not imported alone into a collection, or have changed since. */
    public List<Input> notImported(String job, String database, String collection, List<Input> inputs) {
        Map<String, KnownFile> known = plans.files()
                .find(
                        job,
                        database + "." + collection,
                        inputs.stream().map(input -> input.file().address()).toList());
        return inputs.stream()
                .filter(input -> Optional.ofNullable(known.get(input.file().address()))
                        .filter(file -> file.isImportOf(input.mark()))
                        .isEmpty())
                .toList();
    }

    private static boolean areUnchanged(List<PlannedInput> planned, List<PlannedInput> found) {
        return planned.size() == found.size()
                && IntStream.range(0, found.size())
                        .allMatch(index -> planned.get(index).isUnchanged(found.get(index)));
    }

    /** Returns the folder of the files that a run's import exports; the usual one if its job file can no longer be read. */
    public Path exports(JobFiles files, long id) {
        ImportPlan plan = planOf(id);
        List<String> inputs = plan.inputs().stream().map(PlannedInput::path).toList();
        try {
            return ImportRequest.like(files, plan, inputs, List.of(), false)
                    .file()
                    .rejects()
                    .directory();
        } catch (JobFileException e) {
            return files.workingDirectory().resolve("rejects");
        }
    }

    /** Returns the charsets of a run's inputs; empty if all are in one. */
    public List<String> charsets(long id) {
        return Optional.ofNullable(run(id).plan()).map(ImportPlan::charsets).orElse(List.of());
    }

    /**
     * Writes the rejected records of a run's import, byte for byte.
     *
     * @param charset of the inputs whose records are written; null if all are in one
     * @return whether there are any
     * @throws RunRefusedException if the inputs are in several charsets and none of them is given, or in one and
     *     another is given
     */
    public boolean writeRejects(long id, @Nullable String charset, OutputStream out) throws IOException {
        ImportPlan plan = planOf(id);
        if (plan.counts().rejected() == 0 || !rejects.has(plan)) {
            return false;
        }
        rejects.write(plan, requireCharset(id, plan, charset), out);
        return true;
    }

    /**
     * Writes the rejected records of a run's import with their reasons, one JSON object in each line, as the file of reasons
     * has them.
     *
     * @return whether there are any
     */
    public boolean writeReasons(long id, OutputStream out) throws IOException {
        ImportPlan plan = planOf(id);
        if (plan.counts().rejected() == 0 || !rejects.has(plan)) {
            return false;
        }
        rejects.writeReasons(plan, out);
        return true;
    }

    private static String requireCharset(long id, ImportPlan plan, @Nullable String charset) {
        List<String> charsets = plan.charsets();
        if (charsets.isEmpty() && charset != null) {
            throw new RunRefusedException(
                    "The inputs of run %d are in one charset; omit --charset=%s".formatted(id, charset));
        }
        if (charset == null ? !charsets.isEmpty() : !charsets.contains(charset)) {
            throw new RunRefusedException("The inputs of run %d are in several charsets, and a file has one: give %s"
                    .formatted(
                            id,
                            charsets.stream().map(name -> "--charset=" + name).collect(Collectors.joining(" or "))));
        }
        return charset == null ? RejectExport.ONLY : charset;
    }
}
