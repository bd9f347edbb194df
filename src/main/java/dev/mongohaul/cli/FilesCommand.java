package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.FormatOption;
import dev.mongohaul.cli.output.ListOptions;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.render.FileLayout;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.text.Printable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "files",
        description = {
            "List what is known of the files of a job.",
            "Each line has the outcome of a file, its import, and where the file went."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command, or nothing is known of the file"},
        footer = {"  mongohaul files orders", "  mongohaul files orders --forget=in/orders-2026-11-20.csv"})
final class FilesCommand extends ConsoleCommand {

    @Parameters(paramLabel = "JOB", description = "Name of a job.")
    private String job;

    @Option(
            names = "--forget",
            paramLabel = "PATH",
            description = "Import the file again with the next run of the job. Asks first.")
    private @Nullable String forgotten;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Mixin
    private FormatOption format;

    @Mixin
    private ListOptions list;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() throws IOException {
        list.check();
        Instant since = list.since();
        try (Session session = mongo.open(spec)) {
            KnownFiles files = session.bean(ImportPlans.class).files();
            if (forgotten != null) {
                forget(files, address(forgotten));
            } else {
                print(session.reports()
                        .files(files.ofJob(job).stream()
                                .filter(file -> since == null || !file.at().isBefore(since))
                                .toList()));
            }
        }
        return ExitCode.COMPLETED.value();
    }

    private String address(String name) {
        return InputSources.isFile(name)
                ? invocation()
                        .resolve(Path.of(name))
                        .toAbsolutePath()
                        .normalize()
                        .toString()
                : InputSources.shown(name);
    }

    private void forget(KnownFiles files, String path) throws IOException {
        if (files.ofJob(job).stream().noneMatch(file -> file.id().path().equals(path))) {
            throw new UsageException("Nothing is known of %s in the job %s; 'mongohaul files %s' lists its files"
                    .formatted(Printable.quoted(path), job, job));
        }
        if (yes || isConfirmed(path)) {
            files.forget(job, path);
            out().println("%s: the next run imports %s again".formatted(job, Printable.of(path)));
        } else {
            out().println("Nothing was changed");
        }
    }

    private boolean isConfirmed(String path) throws IOException {
        err().print("Records that %s inserts without a key are added once more. Forget the file? [y/N] "
                .formatted(Printable.of(path)));
        err().flush();
        BufferedReader answers =
                new BufferedReader(new InputStreamReader(invocation().in(), StandardCharsets.UTF_8));
        return Objects.requireNonNullElse(answers.readLine(), "").strip().equalsIgnoreCase("y");
    }

    private void print(List<FileReport> files) {
        List<FileReport> listed = files.subList(0, Math.min(list.limit(), files.size()));
        if (format.isJson()) {
            invocation().out().writeUtf8(Reports.json(listed) + "\n");
        } else if (files.isEmpty()) {
            out().println("Nothing is known of files of the job %s".formatted(Printable.quoted(job)));
        } else {
            out().println(FileLayout.of(job, listed, files.size() - listed.size())
                    .text()
                    .stripTrailing());
        }
    }
}
