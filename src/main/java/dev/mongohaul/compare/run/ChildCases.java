package dev.mongohaul.compare.run;

import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Runner of cases with a heap of their own, each in a child process by the hidden command {@value #COMMAND}. */
public final class ChildCases {

    /** Subcommand of {@code compare}. */
    public static final String COMMAND = "run-cell";

    private static final String VARIABLE = "MONGODB_URI";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Suite suite;
    private final ServerUnderTest server;
    private final Path jobs;
    private final Path scratch;
    private final Optional<Path> uriFile;
    private final Cancellation cancellation;

    /**
     * Creates the runner; it starts nothing yet.
     *
     * @param jobs folder of the user's jobs
     * @param scratch folder for the children's output
     * @param uriFile option by which the user named the server; empty: not used
     */
    public ChildCases(
            Suite suite,
            ServerUnderTest server,
            Path jobs,
            Path scratch,
            Optional<Path> uriFile,
            Cancellation cancellation) {
        this.suite = suite;
        this.server = server;
        this.jobs = jobs;
        this.scratch = scratch;
        this.uriFile = uriFile;
        this.cancellation = cancellation;
    }

    /** Writes the figures of a run for the parent process. */
    public static void answer(CaseRun measured, Path file) {
        try {
            Files.writeString(file, JSON.writeValueAsString(measured));
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Runs a case in a JVM with this heap. */
    CaseRun run(BenchmarkCase benchmark, String heap, boolean counted) {
        Path answer = scratch.resolve("answer.json");
        ChildProcess child =
                new ChildProcess(ThisProgram.running().withHeap(heap), scratch.resolve("output"), cancellation);
        String databases = ThrowAwayDatabases.newPrefix();
        try {
            child.run(arguments(benchmark, counted, answer, databases), environment(), List.of(0));
            return JSON.readValue(Files.readString(answer), CaseRun.class);
        } catch (IOException e) {
            throw new ComparisonException("its process left no answer: " + e.getMessage(), e);
        } finally {
            // A child that was killed or ran out of memory has not dropped its databases.
            server.dropAll(databases);
        }
    }

    /** Returns the variables of the child. A server with a login is passed as the user passed it: by variable or file. */
    private Map<String, String> environment() {
        MongoAddress address = server.connection().address();
        if (!address.isGuarded()) {
            return Map.of(VARIABLE, address.uriOf(address.database()));
        }
        String named = System.getenv(VARIABLE);
        if (named == null && uriFile.isEmpty()) {
            throw new ComparisonException(
                    "a case with a heap of its own runs in another process, which does not know the"
                            + " login: name the server by " + VARIABLE + " or --mongodb-uri-file");
        }
        return named == null ? Map.of() : Map.of(VARIABLE, named);
    }

    private List<String> arguments(BenchmarkCase benchmark, boolean counted, Path answer, String databases) {
        List<String> arguments = new ArrayList<>(List.of("compare", COMMAND));
        arguments.add(suite.path().toAbsolutePath().toString());
        arguments.add(String.valueOf(suite.cases().indexOf(benchmark)));
        arguments.add(answer.toString());
        arguments.add("--jobs=" + jobs);
        arguments.add("--databases=" + databases);
        if (counted) {
            arguments.add("--counted");
        }
        uriFile.ifPresent(file -> arguments.add("--mongodb-uri-file=" + file));
        suite.ownJob().ifPresent(job -> arguments.add("--job=" + job));
        if (suite.cutTo() != null) {
            arguments.add("--rows=" + suite.cutTo());
        }
        return arguments;
    }
}
