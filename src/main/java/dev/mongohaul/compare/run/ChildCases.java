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

/** Runs cells that need a heap of their own in a process each, by the hidden command {@value #COMMAND}. */
public final class ChildCases {

    /** Below {@code compare}. */
    public static final String COMMAND = "run-cell";

    private static final String VARIABLE = "MONGODB_URI";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Suite suite;
    private final ServerUnderTest server;
    private final Path jobs;
    private final Path scratch;
    private final Optional<Path> uriFile;
    private final Cancellation abort;

    /**
     * Starts nothing yet.
     *
     * @param jobs the folder of the user's jobs
     * @param scratch a folder for the children's words
     * @param uriFile by which the user named the server; empty: otherwise
     */
    public ChildCases(
            Suite suite, ServerUnderTest server, Path jobs, Path scratch, Optional<Path> uriFile, Cancellation abort) {
        this.suite = suite;
        this.server = server;
        this.jobs = jobs;
        this.scratch = scratch;
        this.uriFile = uriFile;
        this.abort = abort;
    }

    /** What the child writes for its parent. */
    public static void answer(CaseRun measured, Path file) {
        try {
            Files.writeString(file, JSON.writeValueAsString(measured));
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** As {@link CaseRunner#run}, in a JVM with the cell's heap. */
    CaseRun run(BenchmarkCase cell, String heap, boolean counted) {
        Path answer = scratch.resolve("answer.json");
        ChildProcess child = new ChildProcess(ThisProgram.running().withHeap(heap), scratch.resolve("output"), abort);
        String databases = ThrowAwayDatabases.newPrefix();
        try {
            child.run(arguments(cell, counted, answer, databases), environment(), List.of(0));
            return JSON.readValue(Files.readString(answer), CaseRun.class);
        } catch (IOException e) {
            throw new ComparisonException("its process left no answer: " + e.getMessage(), e);
        } finally {
            // A child that ran out of memory, or was killed, drops nothing itself.
            server.dropAll(databases);
        }
    }

    /** A server that asks for a login is named to the child as it was to this program: by the same variable, or file. */
    private Map<String, String> environment() {
        MongoAddress address = server.connection().address();
        if (!address.isGuarded()) {
            return Map.of(VARIABLE, address.uriOf(address.database()));
        }
        String named = System.getenv(VARIABLE);
        if (named == null && uriFile.isEmpty()) {
            throw new ComparisonException(
                    "a cell with a heap of its own runs in another process, to which the login is not"
                            + " known: name the server by " + VARIABLE + " or --mongodb-uri-file");
        }
        return named == null ? Map.of() : Map.of(VARIABLE, named);
    }

    private List<String> arguments(BenchmarkCase cell, boolean counted, Path answer, String databases) {
        List<String> arguments = new ArrayList<>(List.of("compare", COMMAND));
        arguments.add(suite.path().toAbsolutePath().toString());
        arguments.add(String.valueOf(suite.cells().indexOf(cell)));
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
