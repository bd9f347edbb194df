package dev.mongohaul.faults.year;

import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.each.FileByFile;
import dev.mongohaul.job.launch.each.FileResult;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** One run of the job, as the command makes it; as a process of its own, it can be killed. */
final class Night {

    static final String JOB = "orders";

    private Night() {}

    static List<FileResult> run(Program program, Path folder, Clock clock) {
        ImportProperties properties = program.bean(ImportProperties.class);
        ImportJobs jobs = new ImportJobs(InputStream.nullInputStream(), properties, properties.inputRules(), folder);
        ImportRequest asked = ImportRequest.of(new JobFiles(folder.resolve("jobs"), folder), JOB, List.of(), false);
        ImportLauncher launcher = program.bean(ImportLauncher.class);
        return FileByFile.of(jobs, asked, null, clock)
                .imports(launcher, (launch, monitor) -> launch.on(launcher), result -> {})
                .files();
    }

    /** Runs with the arguments URI, database, folder and time. */
    public static void main(String[] arguments) {
        Clock clock = Clock.fixed(Instant.parse(arguments[3]), ZoneOffset.UTC);
        try (Program program = Program.at(clock, arguments[0], arguments[1])) {
            run(program, Path.of(arguments[2]), clock);
        }
        System.exit(0);
    }
}
