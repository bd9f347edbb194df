package dev.mongohaul.cli;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.job.run.ImportMonitor;
import dev.mongohaul.job.run.LaunchResult;
import dev.mongohaul.repository.ImportRequest;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import picocli.CommandLine;

/** Runs an import and shows it: progress while it runs, a summary at its end. */
final class ImportRunner {

    private final CommandLine command;
    private final MongoOptions mongo;

    ImportRunner(CommandLine command, MongoOptions mongo) {
        this.command = command;
        this.mongo = mongo;
    }

    ExitCode run(JobFile file, ImportRequest request, boolean again) {
        Optional<ImportJob> job = new ImportJobs(System.in, properties()).prepare(file, request);
        if (job.isEmpty()) {
            command.getOut().printf("%s: nothing to import, which the job allows (empty: ok)%n", file.name());
            return ExitCode.COMPLETED;
        }
        ImportMonitor monitor = new ImportMonitor();
        try (StopOnSignal signal = StopOnSignal.install(monitor, command.getErr());
                Session session = Session.open(mongo, command.getErr())) {
            ExitCode code = run(job.get(), session, again, monitor);
            signal.ending(code);
            return code;
        }
    }

    private ExitCode run(ImportJob job, Session session, boolean again, ImportMonitor monitor) {
        LaunchResult result = new ProgressDisplay(job.name(), monitor, command.getErr())
                .during(() -> session.bean(ImportLauncher.class).launch(job, again, monitor));
        Summary summary = new Summary(job, session.server());
        Runs runs = session.bean(Runs.class);
        if (result.nothingToDo()) {
            Run loaded = runs.triesOf(result.plan().jobInstanceId()).stream()
                    .reduce((first, second) -> second)
                    .orElseThrow();
            command.getOut().print(summary.nothingToDo(loaded));
            return ExitCode.of(loaded.ending());
        }
        Run run = runs.find(result.jobExecutionId()).orElseThrow();
        command.getOut().print(summary.of(run));
        command.getOut().flush();
        return ExitCode.of(run.ending());
    }

    /** Bound before Spring starts, since a mistake in the input is told without it. */
    private static ImportProperties properties() {
        return Binder.get(new StandardEnvironment()).bindOrCreate("mongohaul.import", ImportProperties.class);
    }
}
