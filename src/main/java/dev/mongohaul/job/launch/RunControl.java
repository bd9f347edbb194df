package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher.ImportRunningException;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectExport;
import dev.mongohaul.reject.RejectExport.ExportedRejects;
import dev.mongohaul.reject.RejectExport.RejectExportException;
import dev.mongohaul.reject.RejectExport.RejectedCsv;
import dev.mongohaul.reject.RejectReasons.RejectGroups;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportLease.Lease;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.CsvHead;
import dev.mongohaul.repository.ImportPlan.InferredMapping;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.io.input.BoundedInputStream;
import org.jspecify.annotations.Nullable;

/** Control of runs: stop, restart, abandon and export of rejects. Thread-safe. */
public final class RunControl {

    private final Runs runs;
    private final ImportPlans plans;
    private final ImportLauncher launcher;
    private final RejectFiles rejects;

    RunControl(Runs runs, ImportPlans plans, ImportLauncher launcher, RejectFiles rejects) {
        this.runs = runs;
        this.plans = plans;
        this.launcher = launcher;
        this.rejects = rejects;
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
        ImportPlan plan = run(id).plan();
        if (plan == null) {
            throw new RunRefusedException(
                    "Run %d failed before the import was planned. Run the command again.".formatted(id));
        }
        return plan;
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
            throw new RunRefusedException("Run %d is not running: it is %s"
                    .formatted(id, run.ending().name().toLowerCase(Locale.ROOT).replace('_', '-')));
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

    public long importOf(long id) {
        return run(id).jobInstanceId();
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
     * Abandons the unfinished import of a run.
     *
     * @return the message for the user
     * @throws RunRefusedException if it is not unfinished
     * @throws ImportRunningException if another process runs it
     */
    public String abandon(long id) {
        ImportPlan plan = planOf(id);
        if (plan.state() != ImportPlan.State.UNFINISHED) {
            throw new RunRefusedException("The import of run %d is %s: there is nothing to abandon"
                    .formatted(id, plan.state().name().toLowerCase(Locale.ROOT)));
        }
        boolean replaced = launcher.abandon(plan);
        if (plan.undoes() != null) {
            return "The undo of import %d of %s is abandoned; what it has restored stays restored"
                    .formatted(plan.undoes(), plan.identity().job());
        }
        if (replaced) {
            return "Import %d of %s is abandoned, but its documents have replaced those of %s already"
                    .formatted(
                            plan.jobInstanceId(),
                            plan.identity().job(),
                            plan.identity().target());
        }
        String documents = plan.staging() == null
                ? "documents stay in " + plan.identity().target()
                : "staging collection " + plan.staging().collection() + " is dropped";
        return "Import %d of %s is abandoned; its %s"
                .formatted(plan.jobInstanceId(), plan.identity().job(), documents);
    }

    /**
     * Returns the request of a run again.
     *
     * @param given parameters that replace those of the run
     */
    public ImportRequest restart(JobFiles files, long id, List<String> given) {
        return ImportRequest.restart(files, id, planOf(id), given);
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
     */
    public Optional<InferredMapping> inferredBefore(String job, List<String> settings, List<PlannedInput> inputs) {
        return plans.findByJob(job).stream()
                .filter(plan -> plan.state() != ImportPlan.State.ABANDONED && areUnchanged(plan.inputs(), inputs))
                .flatMap(plan -> Stream.ofNullable(plan.request().inferred()))
                .filter(mapping -> mapping.settings().equals(settings))
                .findFirst();
    }

    private static boolean areUnchanged(List<PlannedInput> planned, List<PlannedInput> found) {
        return planned.size() == found.size()
                && IntStream.range(0, found.size())
                        .allMatch(index -> planned.get(index).isUnchanged(found.get(index)));
    }

    /** Returns the folder of the files that a run's import exports; the usual one if its job file cannot be read any more. */
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

    /**
     * Exception for a request that does not fit the state of the run. The message has the next step. Nothing was
     * changed.
     */
    public static final class RunRefusedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public RunRefusedException(String message) {
            super(Printable.of(message));
        }

        /** Returns the exception for a run that is stored as running, but has no process. */
        public static RunRefusedException dead(long run) {
            return new RunRefusedException(
                    "Run %d has no process that could be stopped; 'mongohaul restart %d' resumes it"
                            .formatted(run, run));
        }
    }

    /** Export of an import's rejects, to files after each run or to a stream. */
    static final class RejectFiles {

        private final RejectStore store;

        RejectFiles(RejectStore store) {
            this.store = store;
        }

        /**
         * Writes the records and their reasons into files of the folder, none if there are no rejects, and stores the
         * reasons for reports.
         *
         * @param run that ends
         */
        Optional<ExportedRejects> export(ImportPlan plan, Path directory, long run) {
            List<Path> inputs = plan.inputs().stream()
                    .filter(input -> input.size() >= 0)
                    .map(input -> Path.of(input.path()))
                    .toList();
            RejectGroups groups = new RejectGroups();
            Set<String> known = store.exported(plan.jobInstanceId());
            try (Stream<Reject> rejects = store.stream(plan.jobInstanceId())) {
                List<String> charsets = plan.charsets().isEmpty() ? List.of(RejectExport.ONLY) : plan.charsets();
                Map<String, RejectedCsv> csvs =
                        charsets.stream().collect(Collectors.toMap(Function.identity(), charset -> csv(plan, charset)));
                Optional<ExportedRejects> exported = new RejectExport(
                                directory, csvs, offset -> charsetAt(plan, offset), inputs, known)
                        .write(plan.identity().job(), plan.jobInstanceId(), rejects.peek(groups::add));
                store.saveReasons(
                        plan.jobInstanceId(),
                        run,
                        groups,
                        exported.map(ExportedRejects::digests).orElse(known));
                requireCounted(plan, exported.map(ExportedRejects::count).orElse(0L));
                return exported;
            }
        }

        /** Rejects are stored before they are counted, so that there are never fewer, and no more when all is counted. */
        private static void requireCounted(ImportPlan plan, long stored) {
            long counted = plan.counts().rejected();
            if (plan.isFinished() ? stored != counted : stored < counted) {
                throw RejectExportException.ofCount(plan.jobInstanceId(), counted, stored);
            }
        }

        /**
         * Returns whether rejects of the import are stored; those of an import that was replaced by a changed job are not.
         */
        boolean has(ImportPlan plan) {
            return store.count(plan.jobInstanceId()) > 0;
        }

        /** Writes the records of the inputs in a charset as a CSV with the input's header. */
        void write(ImportPlan plan, String charset, OutputStream out) throws IOException {
            try (Stream<Reject> rejects = store.stream(plan.jobInstanceId())) {
                csv(plan, charset)
                        .write(
                                rejects.filter(reject -> charsetAt(
                                                plan, reject.record().offset())
                                        .equals(charset)),
                                out);
            }
        }

        private static String charsetAt(ImportPlan plan, long offset) {
            return plan.charsetAt(offset).orElse(RejectExport.ONLY);
        }

        private static RejectedCsv csv(ImportPlan plan, String charset) {
            CsvHead head = plan.head().in(charset);
            return new RejectedCsv(
                    head.bytes(), head.lineEnd(), head.end(), (offset, length) -> original(plan, offset, length));
        }

        private static InputStream original(ImportPlan plan, long offset, long length) throws IOException {
            Inputs inputs = Inputs.resolve(
                    Path.of("").toAbsolutePath(),
                    plan.inputs().stream().map(PlannedInput::path).toList(),
                    InputStream.nullInputStream());
            if (inputs.isStandardInput()) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "a record of %,d bytes is not stored, and standard input cannot be read again",
                        length));
            }
            Input input = inputs.locate(offset);
            InputStream in = input.source().open();
            in.skipNBytes(offset - input.baseOffset());
            return BoundedInputStream.builder()
                    .setInputStream(in)
                    .setMaxCount(length)
                    .get();
        }
    }
}
