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
import dev.mongohaul.job.content.InsertContent;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the server's limit, our import and a stock step in turn. {@link Cancellation#ask}, by another thread, ends it;
 * {@link #close} leaves nothing behind.
 */
public final class LimitComparison implements AutoCloseable {

    private final JobUnderTest job;
    private final LimitOptions options;
    private final ServerUnderTest server;
    private final Cancellation abort;
    private final ThrowAwayDatabases databases;
    private final ScratchFolder scratch;

    /**
     * Writes nothing yet.
     *
     * @throws ComparisonException for a server that bare sockets cannot talk to
     */
    public LimitComparison(JobUnderTest job, LimitOptions options, MongoConnection connection, Cancellation abort) {
        if (connection.address().isGuarded()) {
            throw new ComparisonException(
                    "The limit is measured over bare sockets, which can neither log in nor speak TLS:"
                            + " name a server without both, or none, so that the embedded one is measured");
        }
        this.job = job;
        this.options = options;
        this.server = new ServerUnderTest(connection);
        this.abort = abort;
        this.databases = new ThrowAwayDatabases(server::drop);
        this.scratch = ScratchFolder.open();
    }

    /**
     * Measures all.
     *
     * @param described the server, for people
     */
    public LimitResult run(String described, Rounds.Progress progress) {
        try (DocumentFile documents = DocumentFile.write(
                scratch.path().resolve("documents.bson"), job.content(), options.chunkSizes(), abort)) {
            if (documents.documents() == 0) {
                throw new ComparisonException("No record becomes a document: there is nothing to measure with");
            }
            Rounds.Expectation expectation =
                    new Rounds.Expectation(job.content().collection(), documents.documents());
            Rounds rounds = new Rounds(server, databases, expectation, abort, progress);
            rounds.run(contenders(documents), options.runs());
            return result(documents, rounds.figures(), described);
        } catch (IOException e) {
            throw new ComparisonException(
                    "The documents cannot be put into %s: %s".formatted(scratch.path(), e.getMessage()), e);
        }
    }

    private List<Candidate> contenders(DocumentFile documents) {
        List<Candidate> contenders = new ArrayList<>(bare(documents));
        ChildProcess program =
                new ChildProcess(ThisProgram.running(), scratch.path().resolve("output"), abort);
        for (String writer : options.writers()) {
            for (int gridSize : options.gridSizes()) {
                contenders.add(ProgramCandidate.importing(
                        job, writer, gridSize, scratch.path().resolve("rejects"), program, server));
            }
        }
        if (options.stock()
                && StockStep.refusal(job.file().source(), job.content()).isEmpty()) {
            contenders.add(ProgramCandidate.stock(job, program, server));
        }
        return contenders;
    }

    private List<Candidate> bare(DocumentFile documents) {
        String trial = databases.next();
        BareInsert insert = new BareInsert(
                server.connection().address(),
                server.primary(),
                new MongoNamespace(trial, job.content().collection()),
                job.content(),
                documents,
                abort);
        databases.drop(trial);
        List<Candidate> contenders = new ArrayList<>();
        for (int chunkSize : options.chunkSizes()) {
            for (int connections : options.connections()) {
                contenders.add(new BareCandidate(server, job.content(), insert, connections, chunkSize));
            }
        }
        return contenders;
    }

    private LimitResult result(DocumentFile documents, List<CandidateResult> figures, String described) {
        List<String> findings = new ArrayList<>(new LimitFindings(figures).sentences());
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
                LimitResult.rows(figures),
                findings);
    }

    /** Drops the databases and deletes the files. */
    @Override
    public void close() {
        try {
            databases.close();
        } finally {
            scratch.close();
        }
    }

    /**
     * The job whose documents are written, and how another process is told of it.
     *
     * @param file with the parameters laid over it
     * @param content what it inserts
     * @param parameters as given on the command line
     */
    public record JobUnderTest(JobFile file, InsertContent content, List<String> parameters) {

        public JobUnderTest {
            parameters = List.copyOf(parameters);
        }

        /** What a comparison sets itself, and nobody else may: where documents and rejects go, and how they are written. */
        public static List<String> parametersOf(String writer, int gridSize, String database, Path rejects) {
            return List.of(
                    "write.writer=" + writer,
                    "partition.grid-size=" + gridSize,
                    "target.database=" + database,
                    "rejects.directory=" + rejects);
        }

        /** The command, the job, and its parameters with further ones behind them. */
        List<String> command(List<String> command, List<String> further) {
            List<String> arguments = new ArrayList<>(command);
            arguments.add(file.path().toAbsolutePath().toString());
            arguments.addAll(parameters);
            arguments.addAll(further);
            return arguments;
        }
    }

    /**
     * What is measured.
     *
     * @param runs how often each is, at least once
     * @param connections of the server's limit, one or more counts
     * @param chunkSizes of the server's limit, documents in a message
     * @param gridSizes of imports
     * @param writers of imports
     * @param stock whether the stock step is measured too
     */
    public record LimitOptions(
            int runs,
            List<Integer> connections,
            List<Integer> chunkSizes,
            List<Integer> gridSizes,
            List<String> writers,
            boolean stock) {

        public LimitOptions {
            connections = List.copyOf(connections);
            chunkSizes = List.copyOf(chunkSizes);
            gridSizes = List.copyOf(gridSizes);
            writers = List.copyOf(writers);
        }
    }
}
