package dev.mongohaul.compare.limit;

import com.mongodb.MongoNamespace;
import dev.mongohaul.compare.limit.BareInsert.BareCandidate;
import dev.mongohaul.compare.limit.Rounds.CandidateResult;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.compare.run.ChildProcess;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ScratchFolder;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.ThisProgram;
import dev.mongohaul.job.InsertContent;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Comparison of the server's limit, our import and a stock step, measured in turn. {@link #close} removes all data. */
public final class LimitComparison implements AutoCloseable {

    private final JobUnderTest job;
    private final LimitOptions options;
    private final ServerUnderTest server;
    private final Cancellation cancellation;
    private final ThrowAwayDatabases databases;
    private final ScratchFolder scratch;

    /**
     * Creates the comparison; it writes nothing yet.
     *
     * @throws ComparisonException for a server that bare sockets cannot use
     */
    public LimitComparison(
            JobUnderTest job, LimitOptions options, MongoConnection connection, Cancellation cancellation) {
        if (connection.address().isGuarded()) {
            throw new ComparisonException(
                    "The limit is measured over bare sockets, which support neither login nor TLS:"
                            + " name a server without both, or none to measure the embedded server");
        }
        this.job = job;
        this.options = options;
        this.server = new ServerUnderTest(connection);
        this.cancellation = cancellation;
        this.databases = new ThrowAwayDatabases(server::drop);
        this.scratch = ScratchFolder.open();
    }

    /**
     * Measures all candidates.
     *
     * @param described description of the server
     */
    public LimitResult run(String described, Rounds.Progress progress) {
        try (DocumentFile documents = DocumentFile.write(
                scratch.path().resolve("documents.bson"), job.content(), options.chunkSizes(), cancellation)) {
            if (documents.documents() == 0) {
                throw new ComparisonException("All records are rejected: there is nothing to measure with");
            }
            Rounds.Expectation expectation =
                    new Rounds.Expectation(job.content().collection(), documents.documents());
            Rounds rounds = new Rounds(server, databases, expectation, cancellation, progress);
            rounds.run(candidates(documents), options.runs());
            return result(documents, rounds.results(), described);
        } catch (IOException e) {
            throw new ComparisonException(
                    "The documents cannot be written to %s: %s".formatted(scratch.path(), e.getMessage()), e);
        }
    }

    private List<Candidate> candidates(DocumentFile documents) {
        List<Candidate> candidates = new ArrayList<>(bare(documents));
        ChildProcess program =
                new ChildProcess(ThisProgram.running(), scratch.path().resolve("output"), cancellation);
        for (String writer : options.writers()) {
            for (int gridSize : options.gridSizes()) {
                candidates.add(ProgramCandidate.importing(
                        job, writer, gridSize, scratch.path().resolve("rejects"), program, server));
            }
        }
        if (options.stock()
                && StockStep.refusal(job.file().source(), job.content()).isEmpty()) {
            candidates.add(ProgramCandidate.stock(job, program, server));
        }
        return candidates;
    }

    private List<Candidate> bare(DocumentFile documents) {
        String trial = databases.next();
        BareInsert insert = new BareInsert(
                server.connection().address(),
                server.primary(),
                new MongoNamespace(trial, job.content().collection()),
                job.content(),
                documents,
                cancellation);
        databases.drop(trial);
        List<Candidate> candidates = new ArrayList<>();
        for (int chunkSize : options.chunkSizes()) {
            for (int connections : options.connections()) {
                candidates.add(new BareCandidate(server, job.content(), insert, connections, chunkSize));
            }
        }
        return candidates;
    }

    private LimitResult result(DocumentFile documents, List<CandidateResult> results, String described) {
        List<String> findings = new ArrayList<>(new LimitFindings(results).sentences());
        if (options.stock()) {
            StockStep.refusal(job.file().source(), job.content())
                    .ifPresent(reason -> findings.add("No stock step was measured: %s.".formatted(reason)));
        }
        return new LimitResult(
                "limit",
                job.file().name(),
                job.content().files().stream().map(Path::toString).toList(),
                documents.documents(),
                documents.bytes(),
                documents.rejected(),
                options.runs(),
                described,
                ThisProgram.machine(),
                LimitResult.rows(results),
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

    /**
     * Job whose documents are written.
     *
     * @param file with the parameters applied
     * @param parameters of the command line
     */
    public record JobUnderTest(JobFile file, InsertContent content, List<String> parameters) {

        public JobUnderTest {
            parameters = List.copyOf(parameters);
        }

        /** Returns the parameters that the comparison itself sets; the user may not set them. */
        public static List<String> parametersOf(String writer, int gridSize, String database, Path rejects) {
            return List.of(
                    "write.writer=" + writer,
                    "partition.grid-size=" + gridSize,
                    "target.database=" + database,
                    "rejects.directory=" + rejects);
        }

        /** Returns the arguments of a command on the job, with further parameters. */
        List<String> command(List<String> command, List<String> further) {
            List<String> arguments = new ArrayList<>(command);
            arguments.add(file.path().toAbsolutePath().toString());
            arguments.addAll(parameters);
            arguments.addAll(further);
            return arguments;
        }
    }

    /**
     * Options of a comparison.
     *
     * @param runs of each candidate
     * @param connections of the server's limit
     * @param chunkSizes of the server's limit: documents in a message
     * @param gridSizes of imports
     * @param writers of imports
     * @param stock whether to measure the stock step
     */
    public record LimitOptions(
            int runs,
            List<Integer> connections,
            List<Integer> chunkSizes,
            List<Integer> gridSizes,
            List<String> writers,
            boolean stock) {}
}
