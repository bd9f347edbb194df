package dev.mongohaul.bench.speed;

import com.mongodb.MongoNamespace;
import dev.mongohaul.bench.limit.LimitBenchmark;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.Failure;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.compare.run.ChildProcess;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.run.ScratchFolder;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.ThisProgram;
import dev.mongohaul.generate.SampleData;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures imports of sample data as whole processes, and prints a table for each kind of data, in Markdown. */
@Command(
        name = "src/bench/speed",
        description = "Measures imports of sample data, in turn with mongoimport and with Spring Batch alone.",
        mixinStandardHelpOptions = true)
public final class SpeedBenchmark extends ConsoleCommand implements Supplier<Invocation> {

    private static final String COLLECTION = "speed";

    private final Invocation invocation = Invocation.ofProcess();

    @Option(names = "--runs", defaultValue = "7", description = "Measurements of each case. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--rows",
            split = ",",
            defaultValue = "1000,300000,1000000",
            description = "Numbers of records. Default: ${DEFAULT-VALUE}.")
    private List<Long> rows;

    @Option(
            names = "--data",
            split = ",",
            defaultValue = "orders,products",
            description = "orders are inserted. One in 50 products is changed. wide: rows of 105 columns, inserted."
                    + " Default: ${DEFAULT-VALUE}.")
    private List<String> data;

    @Option(
            names = "--program",
            split = ",",
            defaultValue = "mongohaul",
            description = "Launchers to measure, such as bin/mongohaul of a release. Default: that of this checkout.")
    private List<Path> programs;

    @Option(names = "--mongoimport", description = "Path of mongoimport. Without it, mongohaul is measured alone.")
    private @Nullable Path mongoimport;

    @Option(
            names = "--workers",
            split = ",",
            defaultValue = "1,2,4",
            description = "Insertion workers of mongoimport, each a case. Default: ${DEFAULT-VALUE}.")
    private List<Integer> workers;

    @Option(names = "--spring-batch", description = "Also measure a step of Spring Batch's own reader and writer.")
    private boolean springBatch;

    @Mixin
    private MongoOptions mongo;

    private SpeedBenchmark() {}

    /** Runs the measurements and ends the process with an exit code of {@code mongohaul}. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        SpeedBenchmark benchmark = new SpeedBenchmark();
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
        ComparisonProgress progress = new ComparisonProgress(invocation.err()::println);
        return StopOnSignal.during(progress::cancel, "Stopping", invocation.err(), signal -> run(progress));
    }

    private int run(ComparisonProgress progress) {
        try (Session session = mongo.open(spec);
                ScratchFolder scratch = ScratchFolder.open()) {
            ServerUnderTest server =
                    new ServerUnderTest(session.bean(MongoConnections.class).data());
            out().printf("%s; %s; medians of %d runs in turn%n", session.server(), ThisProgram.machine(), runs);
            for (String name : data) {
                out().printf("%n%s%n%s%n", name, SpeedRow.HEADER);
                for (long count : rows) {
                    SpeedInput input =
                            SpeedInput.write(SampleData.valueOf(name.toUpperCase(Locale.ROOT)), count, scratch.path());
                    measure(input, server, scratch.path(), progress).forEach(row -> out().println(row.line(count)));
                    out().flush();
                }
            }
            return 0;
        } catch (IOException e) {
            throw new ComparisonException("The sample data cannot be written: " + e.getMessage(), e);
        }
    }

    /** Measures all programs in turn, after a first run of each that is not counted. */
    private List<SpeedRow> measure(SpeedInput input, ServerUnderTest server, Path scratch, ComparisonProgress progress) {
        List<SpeedRow> measured = programs(input, scratch, progress);
        try (ThrowAwayDatabases databases = new ThrowAwayDatabases(server::drop)) {
            progress.begin(measured.size() * (runs + 1));
            for (int round = 0; round <= runs; round++) {
                for (SpeedRow row : ComparisonProgress.inTurn(measured, round, runs + 1)) {
                    progress.next();
                    progress.check();
                    String database = databases.next();
                    if (input.before() != null) {
                        measured.get(0).run(importing(input, input.before()), uri(server, database));
                    }
                    server.flush();
                    double seconds = row.measure(server, uri(server, database), round > 0);
                    long documents = server.count(new MongoNamespace(database, COLLECTION));
                    if (documents != input.rows()) {
                        throw new ComparisonException("%s stored %,d documents instead of %,d"
                                .formatted(row.name(), documents, input.rows()));
                    }
                    databases.drop(database);
                    progress.measured(row.name(), seconds, "");
                }
            }
        }
        return measured;
    }

    private static String uri(ServerUnderTest server, String database) {
        return server.connection().address().uriOf(database);
    }

    private List<SpeedRow> programs(SpeedInput input, Path scratch, ComparisonProgress progress) {
        List<SpeedRow> measured = new ArrayList<>();
        for (Path program : programs) {
            String name = program.equals(Path.of("mongohaul")) ? "mongohaul" : program.toString();
            measured.add(new SpeedRow(
                    name,
                    child(scratch, progress, program.toAbsolutePath().toString()),
                    uri -> importing(input, input.file())));
        }
        if (mongoimport != null) {
            ChildProcess child =
                    child(scratch, progress, mongoimport.toAbsolutePath().toString());
            for (int count : workers) {
                measured.add(new SpeedRow(
                        "mongoimport -j " + count,
                        child,
                        uri -> mongoimportArguments(input, uri, count)));
            }
        }
        if (springBatch && input.before() == null) {
            ChildProcess child = child(
                    scratch,
                    progress,
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    LimitBenchmark.class.getName(),
                    LimitBenchmark.STOCK);
            measured.add(new SpeedRow("Spring Batch alone", child, uri -> List.of(
                    input.job().toString(), "files=" + input.file())));
        }
        return measured;
    }

    private static ChildProcess child(Path scratch, ComparisonProgress progress, String... command) {
        return new ChildProcess(new ThisProgram(List.of(command)), scratch, scratch.resolve("output"), progress);
    }

    private static List<String> importing(SpeedInput input, Path file) {
        return List.of("import", input.job().toString(), "files=" + file);
    }

    private static List<String> mongoimportArguments(SpeedInput input, String uri, int workers) {
        List<String> arguments = new ArrayList<>(List.of(
                "--uri=" + uri,
                "--collection=" + COLLECTION,
                "--type=csv",
                "--headerline",
                "--columnsHaveTypes",
                "--ignoreBlanks",
                "--quiet",
                "--numInsertionWorkers=" + workers,
                "--file=" + input.typed()));
        if (input.before() != null) {
            arguments.add("--mode=upsert");
        }
        return arguments;
    }
}
