package dev.mongohaul.bench.limit;

import com.mongodb.client.model.Filters;
import dev.mongohaul.bench.limit.BareSender.Commands;
import dev.mongohaul.compare.run.ChildProcess;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.run.ProcessResult;
import dev.mongohaul.compare.run.ScratchFolder;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.ThisProgram;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import dev.mongohaul.writer.send.WriteSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.Document;

/**
 * Comparison of the server's limit, our import and a stock step. Each runs once in a round, in another order each time, so that
 * a change of the machine affects all of them. {@link #close} removes all data.
 */
final class LimitComparison implements AutoCloseable {

    /** Exit codes after which all documents are stored: completed, and completed with rejects. */
    private static final List<Integer> COMPLETED = List.of(0, 10);

    private static final int CONNECTIONS_BEFORE = 2;

    /** The program as users start it, with the archive of its classes. */
    private static final String PROGRAM = Path.of("mongohaul").toAbsolutePath().toString();

    private final JobUnderTest job;
    private final LimitOptions options;
    private final ServerUnderTest server;
    private final ComparisonProgress progress;
    private final ThrowAwayDatabases databases;
    private final ScratchFolder scratch = ScratchFolder.open();
    private final ChildProcess program;
    private final ChildProcess stock;
    private final BareSender sender;

    /**
     * Creates the comparison; it writes nothing yet.
     *
     * @throws ComparisonException for a server that bare sockets cannot use
     */
    LimitComparison(
            JobUnderTest job,
            LimitOptions options,
            MongoConnection connection,
            Path workingFolder,
            ComparisonProgress progress) {
        if (connection.address().isGuarded()) {
            throw new ComparisonException(
                    "The limit is measured over bare sockets, which support neither login nor TLS:"
                            + " name a server without both, or none to measure the embedded server");
        }
        this.job = job;
        this.options = options;
        this.server = new ServerUnderTest(connection);
        this.progress = progress;
        this.databases = new ThrowAwayDatabases(server::drop);
        this.program = child(workingFolder, PROGRAM);
        this.stock = child(
                workingFolder,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LimitBenchmark.class.getName());
        this.sender = new BareSender(server.primary(), progress);
    }

    private ChildProcess child(Path workingFolder, String... command) {
        return new ChildProcess(
                new ThisProgram(List.of(command)), workingFolder, scratch.path().resolve("output"), progress);
    }

    /**
     * Measures all candidates.
     *
     * @throws ComparisonException if one but the stock step fails, or stores other documents than expected
     */
    LimitResult run(String described) {
        try (PreparedStatements statements = new PreparedStatements(
                scratch.path(), job.content(), options.chunkSizes(), options.before(), progress)) {
            if (statements.documents() == 0) {
                throw new ComparisonException("All records are rejected: there is nothing to measure with");
            }
            List<Candidate> candidates = candidates(statements);
            progress.begin(candidates.size() * options.runs());
            for (int round = 0; round < options.runs(); round++) {
                for (Candidate candidate : ComparisonProgress.inTurn(candidates, round, options.runs())) {
                    progress.next();
                    progress.check();
                    if (!candidate.hasFailed()) {
                        measure(candidate, statements);
                    }
                }
            }
            return result(
                    statements,
                    candidates.stream()
                            .map(candidate -> candidate.result(statements.documents()))
                            .toList(),
                    described);
        } catch (IOException e) {
            throw new ComparisonException(
                    "The documents cannot be written to %s: %s".formatted(scratch.path(), e.getMessage()), e);
        }
    }

    private void measure(Candidate candidate, PreparedStatements statements) {
        try {
            String database = databases.next();
            if (!settings().insertsOnly()) {
                target(database).create(job.content().indexesBefore(), candidate.isClustered());
                sender.send(database, CONNECTIONS_BEFORE, statements.before(), Commands.ofInserts(settings()));
            }
            server.flush();
            Optional<Double> before = server.cpuSeconds();
            Measurement measurement = candidate.write(database);
            Optional<Double> after = server.cpuSeconds();
            check(database, statements);
            databases.drop(database);
            candidate.add(measurement.withServerCpu(
                    after.flatMap(end -> before.map(start -> end - start)).orElse(null)));
            progress.measured(candidate.name(), measurement.seconds(), "");
        } catch (ComparisonException e) {
            progress.check();
            progress.leftOut(candidate.name(), candidate.leaveOut(e));
        }
    }

    /** Checks that the collection has all documents, and that each changed document has its new value. */
    private void check(String database, PreparedStatements statements) {
        long documents = target(database).count(new Document());
        if (documents != statements.expected()) {
            throw new ComparisonException(
                    "the collection has %,d documents instead of %,d".formatted(documents, statements.expected()));
        }
        if (statements.changed() > 0) {
            long old = target(database)
                    .count(Filters.or(statements.changedFields().stream()
                            .map(field -> Filters.eq(field, PreparedStatements.OTHER_VALUE))
                            .toList()));
            if (old > 0) {
                throw new ComparisonException(
                        "%,d of %,d changes are missing in the collection".formatted(old, statements.changed()));
            }
        }
    }

    private MeasuredDatabase target(String database) {
        return MeasuredDatabase.of(
                server.connection().client(), database, job.content().collection());
    }

    private WriteSettings settings() {
        return job.content().settings();
    }

    private List<Candidate> candidates(PreparedStatements statements) {
        List<Candidate> candidates = new ArrayList<>();
        Commands commands = observe(statements);
        for (int chunkSize : options.chunkSizes()) {
            for (int connections : statements.repeatKeys() ? List.of(1) : options.connections()) {
                candidates.add(limit(statements, commands, connections, chunkSize));
            }
        }
        for (String writer : options.writers()) {
            options.gridSizes().forEach(gridSize -> candidates.add(importing(Candidate.IMPORT, writer, gridSize)));
        }
        if (!job.file().target().clustered() && server.connection().facts().hasClusteredCollections()) {
            options.gridSizes()
                    .forEach(gridSize -> candidates.add(importing(
                            Candidate.CLUSTERED, options.writers().get(0), gridSize)));
        }
        if (options.stock() && stockRefusal().isEmpty()) {
            candidates.add(new Candidate(Candidate.STOCK, "stock Spring Batch step", Map.of(), database -> {
                List<String> target = List.of("target.database=" + database);
                return run(stock, database, job.command(LimitBenchmark.STOCK, target), StockStep.NAME, List.of(0));
            }));
        }
        return candidates;
    }

    private Commands observe(PreparedStatements statements) {
        String trial = databases.next();
        Commands commands = Commands.observe(server.connection(), trial, settings(), statements.samples());
        databases.drop(trial);
        return commands;
    }

    /** Returns the candidate that measures the server's limit, in a collection that exists before the time starts. */
    private Candidate limit(PreparedStatements statements, Commands commands, int connections, int chunkSize) {
        return new Candidate(
                Candidate.LIMIT,
                "limit, %d connection%s, chunks of %,d".formatted(connections, connections == 1 ? "" : "s", chunkSize),
                Map.of("connections", connections, "chunkSize", chunkSize),
                database -> {
                    if (settings().insertsOnly()) {
                        target(database).create(job.content().indexesBefore(), false);
                    }
                    return sender.send(database, connections, statements.chunks(chunkSize), commands);
                });
    }

    /** @param kind which sets whether the collection is clustered */
    private Candidate importing(String kind, String writer, int gridSize) {
        Path rejects = scratch.path().resolve("rejects");
        Map<String, Object> settings = new TreeMap<>(Map.of("writer", writer, "gridSize", gridSize));
        List<String> further = new ArrayList<>();
        if (kind.equals(Candidate.CLUSTERED)) {
            further.add("target.clustered=true");
        }
        String name = "%s, grid %d%s"
                .formatted(writer, gridSize, kind.equals(Candidate.CLUSTERED) ? ", clustered" : "");
        return new Candidate(kind, name, settings, database -> {
            List<String> all = new ArrayList<>(JobUnderTest.parametersOf(writer, gridSize, database, rejects));
            all.addAll(further);
            return run(program, database, job.command("import", all), "import", COMPLETED);
        });
    }

    /** Runs a process; documents and the JobRepository go into the same database. */
    private Measurement run(
            ChildProcess child, String database, List<String> arguments, String step, List<Integer> good) {
        String uri = server.connection().address().uriOf(database);
        ProcessResult result = child.run(arguments, Map.of("MONGODB_URI", uri), good);
        return new Measurement(
                result.seconds(),
                target(database).stepSeconds(step).orElse(null),
                result.cpuSeconds().orElse(null),
                null,
                result.peakBytes().orElse(null));
    }

    private Optional<String> stockRefusal() {
        return StockStep.refusal(job.file().source(), job.content());
    }

    private LimitResult result(PreparedStatements statements, List<CandidateResult> results, String described) {
        LimitFindings found = new LimitFindings(results);
        List<String> findings = new ArrayList<>(found.sentences());
        if (statements.repeatKeys()) {
            findings.add("The limit was measured with one connection, because several could change the order of the"
                    + " operations on a key.");
        }
        if (options.stock()) {
            stockRefusal().ifPresent(reason -> findings.add("No stock step was measured: %s.".formatted(reason)));
        }
        return new LimitResult(
                job.file().name(),
                settings().operations().stream()
                        .map(operation -> operation.name().toLowerCase(Locale.ROOT))
                        .sorted()
                        .toList(),
                statements.documents(),
                statements.bytes(),
                statements.rejected(),
                statements.found(),
                statements.changed(),
                options.runs(),
                described,
                ThisProgram.machine(),
                found.rows(),
                findings);
    }

    @Override
    public void close() {
        try {
            databases.close();
        } finally {
            scratch.close();
        }
    }
}
