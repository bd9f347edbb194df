package dev.mongohaul.bench.limit;

import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.Failure;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.setting.JobFile;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command line of the comparison, which {@code src/bench/limit} starts. */
@Command(
        name = "src/bench/limit",
        description = "Compares the import of a job with the limit of the server, and with a plain Spring Batch step.",
        mixinStandardHelpOptions = true)
public final class LimitBenchmark extends ConsoleCommand implements Supplier<Invocation> {

    /** Argument by which the comparison starts this class again, to measure the stock step. */
    public static final String STOCK = "--only-stock-step";

    private final Invocation invocation = Invocation.ofProcess();

    @Parameters(index = "0", paramLabel = "JOB", description = "Name of a job, or path of its file (.yml).")
    private String job;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "Setting of the job file, such as files=/in/big.csv.")
    private List<String> parameters = List.of();

    @Option(names = "--runs", defaultValue = "3", description = "Measurements of each case. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--connections",
            split = ",",
            defaultValue = "1,2,4",
            description = "Numbers of connections of the limit. Default: ${DEFAULT-VALUE}.")
    private List<Integer> connections;

    @Option(
            names = "--chunks",
            split = ",",
            defaultValue = "1000,5000",
            description = "Numbers of documents in a message of the limit. Default: ${DEFAULT-VALUE}.")
    private List<Integer> chunks;

    @Option(
            names = "--grids",
            split = ",",
            defaultValue = "1,2,4",
            description = "Grid sizes of the imports. Default: ${DEFAULT-VALUE}.")
    private List<Integer> grids;

    @Option(
            names = "--writers",
            split = ",",
            defaultValue = "direct,raw",
            description = "Writers of the imports. Default: ${DEFAULT-VALUE}.")
    private List<String> writers;

    @Option(
            names = "--changed",
            defaultValue = "2",
            description =
                    "Percentage of the documents that a replacement or update changes. Default: ${DEFAULT-VALUE}.")
    private double changed;

    @Option(
            names = "--new",
            defaultValue = "0",
            description = "Percentage of the documents that an upsert adds. Default: ${DEFAULT-VALUE}.")
    private double added;

    @Option(names = "--no-stock", description = "Do not measure the stock step, which is the slowest case.")
    private boolean withoutStock;

    @Option(names = STOCK, hidden = true)
    private boolean onlyStock;

    @Mixin
    private JobFolder folder;

    @Mixin
    private MongoOptions mongo;

    private LimitBenchmark() {}

    /** Runs the comparison and ends the process with an exit code of {@code mongohaul}. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        LimitBenchmark benchmark = new LimitBenchmark();
        System.exit(new CommandLine(benchmark)
                .setExecutionExceptionHandler((e, command, parsed) -> Failure.report(e, benchmark.invocation))
                .execute(arguments));
    }

    @Override
    public Invocation get() {
        return invocation;
    }

    @Override
    public Integer call() {
        if (onlyStock) {
            StockStep.run(
                    read(parameters).source(),
                    content(parameters),
                    invocation.environment().get("MONGODB_URI"));
            return 0;
        }
        LimitOptions options =
                new LimitOptions(runs, connections, chunks, grids, writers, changed, added, !withoutStock);
        JobUnderTest underTest = underTest();
        ComparisonProgress progress = new ComparisonProgress(invocation.err()::println);
        return StopOnSignal.during(
                progress::cancel, "Stopping", invocation.err(), signal -> run(underTest, options, progress));
    }

    private int run(JobUnderTest underTest, LimitOptions options, ComparisonProgress progress) {
        try (Session session = mongo.open(spec);
                LimitComparison comparison = new LimitComparison(
                        underTest,
                        options,
                        session.bean(MongoConnections.class).data(),
                        invocation.workingDirectory(),
                        progress)) {
            out().print(comparison.run(session.server()).table());
            out().flush();
            return 0;
        }
    }

    /** Returns the job, checked before a server is contacted. */
    private JobUnderTest underTest() {
        JobFile file = read(parameters);
        if (file.source().isStandardInput()) {
            throw new ComparisonException("The input is read several times: name files");
        }
        writers.forEach(writer -> content(Stream.concat(parameters.stream(), Stream.of("write.writer=" + writer))
                .toList()));
        return new JobUnderTest(file, content(parameters), parameters);
    }

    private JobFile read(List<String> given) {
        return folder.files().find(folder.located(job), given);
    }

    private LimitContent content(List<String> given) {
        JobFile file = read(given);
        return ImportRunner.jobs(invocation)
                .prepare(file, given)
                .map(LimitContent::new)
                .orElseThrow(
                        () -> new ComparisonException("%s: there is no record to measure with".formatted(file.name())));
    }
}
