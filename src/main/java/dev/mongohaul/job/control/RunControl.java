package dev.mongohaul.job.control;

import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.job.run.ImportRunningException;
import dev.mongohaul.job.run.RejectFiles;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Lease;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Does with runs what people ask for, and refuses what cannot be done. Thread-safe. */
@Component
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
     * The run of this number.
     *
     * @throws RunRefusedException where there is none
     */
    public Run run(long id) {
        return runs.find(id)
                .orElseThrow(() ->
                        new RunRefusedException("There is no run %d; 'mongohaul report' lists them".formatted(id)));
    }

    /**
     * The plan of a run's import.
     *
     * @throws RunRefusedException where there is no such run, or it ended before it had one
     */
    public ImportPlan planOf(long id) {
        ImportPlan plan = run(id).plan();
        if (plan == null) {
            throw new RunRefusedException(
                    "Run %d ended before it planned its import; give its command again".formatted(id));
        }
        return plan;
    }

    /**
     * Asks the process that has the run to stop it, which takes until the end of its chunk.
     *
     * @return whom; empty where the run has ended meanwhile
     * @throws RunRefusedException where the run is not running, or its process is dead
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
                || !plans.leases().isHeld(plan.key())
                || !plans.leases().requestStop(plan.key(), owner)) {
            requireEnded(id);
            return Optional.empty();
        }
        return Optional.of(owner);
    }

    /** As {@link #requestStop}, told to people. */
    public String stop(long id) {
        return requestStop(id)
                .map(owner -> "Run %d of %s was asked to stop; it ends after the chunk in flight"
                        .formatted(id, owner.owner()))
                .orElseGet(() -> "Run %d has ended".formatted(id));
    }

    /** The number of the import that a run is a try of. */
    public long importOf(long id) {
        return run(id).jobInstanceId();
    }

    /**
     * The run as it ended.
     *
     * @throws RunRefusedException where its process ended, and left it as if it were running
     */
    public Run requireEnded(long id) {
        Run run = run(id);
        if (run.running()) {
            throw RunRefusedException.dead(id);
        }
        return run;
    }

    /**
     * Gives up the unfinished import of a run.
     *
     * @return what became of it, for people
     * @throws RunRefusedException where it is not unfinished
     * @throws ImportRunningException where another process runs it
     */
    public String abandon(long id) {
        ImportPlan plan = planOf(id);
        if (plan.state() != ImportPlan.State.UNFINISHED) {
            throw new RunRefusedException("The import of run %d is %s: there is nothing to give up"
                    .formatted(id, plan.state().name().toLowerCase(Locale.ROOT)));
        }
        launcher.abandon(plan);
        return "Import %d of %s is given up; what it wrote stays in %s"
                .formatted(
                        plan.jobInstanceId(),
                        plan.identity().job(),
                        plan.identity().target());
    }

    /**
     * What a run was asked for, once more.
     *
     * @param given take the place of what the run was given
     */
    public AskedImport restart(JobFiles files, long id, List<String> given) {
        return AskedImport.restart(files, id, planOf(id), given);
    }

    /** The charsets of a run's inputs, where there are several; none where all are in one. */
    public List<String> charsets(long id) {
        return Optional.ofNullable(run(id).plan()).map(ImportPlan::charsets).orElse(List.of());
    }

    /**
     * Writes the rejected records of a run's import, byte for byte.
     *
     * @param charset of the inputs whose records are written; null where all are in one
     * @return whether there are any
     * @throws RunRefusedException where the inputs are in several charsets and none of them is named, or in one and another
     *     is named
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
                    "The inputs of run %d are in one charset, so that there is none to choose; leave out --charset=%s"
                            .formatted(id, charset));
        }
        if (charset == null ? !charsets.isEmpty() : !charsets.contains(charset)) {
            throw new RunRefusedException("The inputs of run %d are in several charsets, and a file has one: name %s"
                    .formatted(
                            id,
                            charsets.stream().map(name -> "--charset=" + name).collect(Collectors.joining(" or "))));
        }
        return charset == null ? RejectExport.ONLY : charset;
    }
}
