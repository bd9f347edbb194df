package dev.mongohaul.cli.compare;

import dev.mongohaul.cli.command.JobFolder;
import dev.mongohaul.cli.command.MongoOptions;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.compare.suite.SuiteFiles;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code compare}: measures the cases of a suite on the user's server. */
@Command(
        name = "compare",
        customSynopsis = {
            "mongohaul compare SUITE [rows=NUMBER] [job=JOB] [OPTION...]",
            "mongohaul compare limit JOB [NAME=VALUE...] [OPTION...]",
            "mongohaul compare page [--charts=DIR]"
        },
        description = {
            "Measure settings on your server, with generated data or your own, in databases that are dropped afterwards.",
            "A suite is a file of jobs/compare: writers, write-concern, reactive, bulk, partitions, or a copy."
        },
        footerHeading = "%nEach measurement is stored in .mongohaul/compare until the suite has ended:"
                + "%nthe same command resumes a stopped suite. Its result stays there, as JSON and as a page."
                + "%ndocs/experiments.md has the keys of a suite's file, and the shape of the JSON.%n",
        footer = {"", "Example: mongohaul compare writers rows=10000"},
        subcommands = {LimitCommand.class, PageCommand.class, StockStepCommand.class, RunCaseCommand.class})
public final class CompareCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SUITE",
            description = "A suite's name, or the path of its file (.yml).")
    private @Nullable String suite;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "rows: cut the suite short to that many; job: whose input and target to use.")
    private List<String> settings = List.of();

    @Option(
            names = "--suites",
            paramLabel = "DIR",
            defaultValue = "jobs/compare",
            description = "Folder of the suites (default: ${DEFAULT-VALUE}).")
    private Path folder;

    @Option(names = "--runs", description = "How often each case is measured (default: as the suite says).")
    private @Nullable Integer runs;

    @Option(names = "--fresh", description = "Measure all cases again, ignoring stored measurements.")
    private boolean fresh;

    @Option(
            names = "--format",
            defaultValue = "table",
            converter = Format.WordOrPage.class,
            description = "table, json or html, a page with charts (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        SuiteFiles suites = new SuiteFiles(folder);
        if (suite == null) {
            spec.commandLine().usage(spec.commandLine().getErr());
            throw new ParameterException(
                    spec.commandLine(),
                    "Name what to compare: limit, %s.".formatted(String.join(", ", suites.names())));
        }
        Suite found = find(suites, suite);
        SuiteRunner runner = new SuiteRunner(
                format, spec.commandLine().getOut(), spec.commandLine().getErr());
        return runner.run(found, jobs.files(), fresh, mongo.uriFile(), () -> mongo.open(spec))
                .value();
    }

    private Suite find(SuiteFiles suites, String name) {
        Map<String, String> given = settings();
        String rows = given.get("rows");
        Suite found = suites.find(name, rows == null ? null : Integer.valueOf(rows));
        String job = given.get("job");
        return withRuns(job == null ? found : found.withJob(job));
    }

    private Suite withRuns(Suite found) {
        if (runs != null && runs < 1) {
            throw new UsageException("--runs: %d is not a count of 1 or more".formatted(runs));
        }
        return runs == null ? found : found.withRuns(runs);
    }

    private Map<String, String> settings() {
        Map<String, String> given = new HashMap<>();
        for (String setting : settings) {
            if (!setting.matches("rows=[1-9][0-9]{0,8}|job=.+")) {
                throw new UsageException(
                        "\"%s\" is not rows=NUMBER or job=JOB: other settings belong in the suite's file or a"
                                        .formatted(setting)
                                + " copy of it");
            }
            int equals = setting.indexOf('=');
            if (given.put(setting.substring(0, equals), setting.substring(equals + 1)) != null) {
                throw new UsageException("%s is given twice: leave one out".formatted(setting.substring(0, equals)));
            }
        }
        return given;
    }
}
