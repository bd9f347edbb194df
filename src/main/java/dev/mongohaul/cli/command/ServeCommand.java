package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.Session;
import dev.mongohaul.cli.run.UntilSignal;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.read.JobFiles;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.job.slot.ScheduledJob;
import dev.mongohaul.job.slot.SlotRuns;
import dev.mongohaul.job.slot.SlotSettings;
import dev.mongohaul.job.slot.Timetable;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.repository.slot.Slots;
import dev.mongohaul.serve.Schedules;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs jobs by their schedules, until it is told to end. */
@Command(
        name = "serve",
        description = {
            "Run jobs when their schedules say, until Ctrl-C or SIGTERM.",
            "Several processes can serve the same jobs: each slot runs once, and another takes over where one dies."
        },
        footer = {"", "Example: mongohaul serve --jobs=jobs"})
public final class ServeCommand implements Callable<Integer> {

    /** One for the timetable, one that shows that this process lives. */
    private static final int TIMERS = 2;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        return UntilSignal.during(ended -> {
            Clock clock = Clock.systemUTC();
            ThreadPoolTaskScheduler timers = timers();
            ExecutorService threads = Executors.newCachedThreadPool(new CustomizableThreadFactory("slot-"));
            try (Session session = mongo.open(spec)) {
                Slots slots = session.bean(Slots.class);
                slots.createIndexes();
                SlotRuns runs =
                        new SlotRuns(imports(session), slots, settings(), timers.getScheduledExecutor(), clock);
                Timetable timetable = new Timetable(jobs.files(), slots, runs, threads, clock);
                tell(timetable.scheduled(), clock, spec.commandLine().getErr());
                try (Schedules schedules = new Schedules(timetable, runs, threads)) {
                    schedules.start(timers);
                    ended.await();
                }
            } finally {
                threads.shutdownNow();
                timers.shutdown();
            }
            return ExitCode.COMPLETED.value();
        });
    }

    private static ThreadPoolTaskScheduler timers() {
        ThreadPoolTaskScheduler timers = new ThreadPoolTaskScheduler();
        timers.setPoolSize(TIMERS);
        timers.setThreadNamePrefix("timer-");
        timers.initialize();
        return timers;
    }

    private SlotRuns.Imports imports(Session session) {
        ImportProperties limits = ImportRunner.properties();
        JobFiles files = jobs.files();
        return new SlotRuns.Imports(
                files,
                new ImportJobs(InputStream.nullInputStream(), limits),
                limits,
                session.bean(ImportLauncher.class),
                session.bean(Runs.class));
    }

    private static SlotSettings settings() {
        return Binder.get(new StandardEnvironment()).bindOrCreate("mongohaul.slots", SlotSettings.class);
    }

    private static void tell(List<ScheduledJob> scheduled, Clock clock, PrintWriter err) {
        if (scheduled.isEmpty()) {
            err.println("No job has a schedule yet; job files are read again while this serves");
        }
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss xxx", Locale.ROOT);
        for (ScheduledJob job : scheduled) {
            err.printf(
                    "%s: next at %s%n",
                    job.name(),
                    job.next(clock.instant())
                            .map(slot -> ZonedDateTime.ofInstant(slot.time(), job.schedule().zone()).format(format))
                            .orElse("no time any more"));
        }
        err.flush();
    }
}
