package dev.mongohaul.compare.limit;

import com.mongodb.MongoNamespace;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.compare.run.ChildProcess;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.Machine;
import dev.mongohaul.compare.run.ScratchFolder;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.ThisProgram;
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
                Machine.description(),
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
}
