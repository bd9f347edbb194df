package dev.mongohaul.schedule;

import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.run.Runs;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.support.ExecutorServiceAdapter;

/** Slots that become due at once, and run on the calling thread. */
public final class DueSlot {

    /** Schedule of the jobs, which is due once a year. */
    public static final String CRON = "0 0 12 1 1 *";

    private static final Instant DUE = Instant.parse("2040-01-01T12:00:00Z");

    private DueSlot() {}

    /** Runs the slot of all jobs with the schedule, and returns the record of one. */
    public static SlotRecord run(Program program, JobFiles files, String job) {
        SettableClock clock = new SettableClock(DUE.minusSeconds(60));
        Slots slots = new Slots(program.database(), RetryBudget.NONE);
        slots.createIndexes();
        ImportProperties limits = program.bean(ImportProperties.class);
        ImportLauncher launcher = program.bean(ImportLauncher.class);
        ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor();
        try {
            SlotInput input = new SlotInput(
                    each -> SlotInput.stamps(each, limits.inputRules(), launcher::known), Duration.ofMillis(50), clock);
            SlotRuns runs = new SlotRuns(
                    slots,
                    files,
                    new ImportJobs(InputStream.nullInputStream(), limits),
                    input,
                    launcher,
                    program.bean(Runs.class),
                    Duration.ofSeconds(10),
                    renewals);
            Timetable timetable =
                    new Timetable(files, slots, runs, new ExecutorServiceAdapter(new SyncTaskExecutor()), clock);
            // A program with the real clock may watch the job already: the slots of the years between were not missed.
            slots.watch(job, "none", clock.instant());
            timetable.refresh();
            clock.set(DUE);
            timetable.look();
            List<SlotRecord> all = slots.recent(job, 1);
            return all.get(0);
        } finally {
            renewals.shutdownNow();
        }
    }
}
