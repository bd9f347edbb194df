package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.limit.Candidate.Measurement;
import dev.mongohaul.compare.limit.LimitComparison.JobUnderTest;
import dev.mongohaul.compare.run.ChildProcess;
import dev.mongohaul.compare.run.ServerUnderTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Job that this program runs in a process of its own.
 *
 * @param kind import or stock
 * @param step whose seconds are reported
 * @param arguments of the program, for a database
 * @param goodExitCodes after which all documents are stored
 */
record ProgramCandidate(
        String name,
        String kind,
        Map<String, Object> settings,
        String step,
        Function<String, List<String>> arguments,
        List<Integer> goodExitCodes,
        ChildProcess program,
        ServerUnderTest server)
        implements Candidate {

    static final String IMPORT = "import";
    static final String STOCK = "stock";

    private static final List<String> STOCK_COMMAND = List.of("compare", "stock-step");

    /** Completed, and completed with rejects. */
    private static final List<Integer> COMPLETED = List.of(0, 10);

    /** Returns an import by this program. */
    static ProgramCandidate importing(
            JobUnderTest job, String writer, int gridSize, Path rejects, ChildProcess program, ServerUnderTest server) {
        return new ProgramCandidate(
                "%s, grid %d".formatted(writer, gridSize),
                IMPORT,
                Map.of("writer", writer, "gridSize", gridSize),
                IMPORT,
                database ->
                        job.command(List.of("import"), JobUnderTest.parametersOf(writer, gridSize, database, rejects)),
                COMPLETED,
                program,
                server);
    }

    /** Returns an import by Spring Batch's own reader and writer. */
    static ProgramCandidate stock(JobUnderTest job, ChildProcess program, ServerUnderTest server) {
        return new ProgramCandidate(
                "stock Spring Batch step",
                STOCK,
                Map.of(),
                StockStep.NAME,
                database -> job.command(STOCK_COMMAND, List.of("target.database=" + database)),
                List.of(0),
                program,
                server);
    }

    @Override
    public boolean mayFail() {
        return kind.equals(STOCK);
    }

    /** Runs the process; documents and the JobRepository go into the same database. */
    @Override
    public Measurement measure(String database) {
        String uri = server.connection().address().uriOf(database);
        ChildProcess.Result result = program.run(arguments.apply(database), Map.of("MONGODB_URI", uri), goodExitCodes);
        return new Measurement(
                result.seconds(),
                server.stepSeconds(database, step).orElse(null),
                result.cpuSeconds().orElse(null),
                null,
                result.peakBytes().orElse(null));
    }
}
