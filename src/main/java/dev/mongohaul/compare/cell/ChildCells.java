package dev.mongohaul.compare.cell;

import dev.mongohaul.compare.Abort;
import dev.mongohaul.compare.ComparisonException;
import dev.mongohaul.compare.ServerUnderTest;
import dev.mongohaul.compare.ThrowAwayDatabases;
import dev.mongohaul.compare.process.ChildProcess;
import dev.mongohaul.compare.process.ThisProgram;
import dev.mongohaul.compare.suite.Cell;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.mongo.MongoAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Runs cells that need a heap of their own in a process each, by the hidden command {@value #COMMAND}. */
public final class ChildCells {

    /** Below {@code compare}. */
    public static final String COMMAND = "run-cell";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Suite suite;
    private final ServerUnderTest server;
    private final Path jobs;
    private final Path scratch;
    private final Abort abort;

    /**
     * Starts nothing yet.
     *
     * @param jobs the folder of the user's jobs
     * @param scratch a folder for the children's words
     */
    public ChildCells(Suite suite, ServerUnderTest server, Path jobs, Path scratch, Abort abort) {
        this.suite = suite;
        this.server = server;
        this.jobs = jobs;
        this.scratch = scratch;
        this.abort = abort;
    }

    /** What the child writes for its parent. */
    public static void answer(CellTry measured, Path file) {
        try {
            Files.writeString(file, JSON.writeValueAsString(measured));
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** As {@link CellRunner#run}, in a JVM with the cell's heap. */
    CellTry run(Cell cell, String heap, boolean counted) {
        MongoAddress address = server.connection().address();
        if (address.isGuarded()) {
            throw new ComparisonException("a cell with a heap of its own runs in another process, to which no login is"
                    + " handed on: leave heap out, and give this program the memory (MONGOHAUL_JAVA_OPTS=-Xmx%s)"
                            .formatted(heap));
        }
        Path answer = scratch.resolve("answer.json");
        ChildProcess child = new ChildProcess(ThisProgram.running().withHeap(heap), scratch.resolve("output"), abort);
        String databases = ThrowAwayDatabases.newPrefix();
        try {
            child.run(
                    arguments(cell, counted, answer, databases),
                    Map.of("MONGODB_URI", address.uriOf(address.database())),
                    List.of(0));
            return JSON.readValue(Files.readString(answer), CellTry.class);
        } catch (IOException e) {
            throw new ComparisonException("its process left no answer: " + e.getMessage(), e);
        } finally {
            // A child that ran out of memory, or was killed, drops nothing itself.
            server.dropAll(databases);
        }
    }

    private List<String> arguments(Cell cell, boolean counted, Path answer, String databases) {
        List<String> arguments = new ArrayList<>(List.of("compare", COMMAND));
        arguments.add(suite.path().toAbsolutePath().toString());
        arguments.add(String.valueOf(suite.cells().indexOf(cell)));
        arguments.add(answer.toString());
        arguments.add("--jobs=" + jobs);
        arguments.add("--databases=" + databases);
        if (counted) {
            arguments.add("--counted");
        }
        suite.ownJob().ifPresent(job -> arguments.add("--job=" + job));
        if (suite.cutTo() != null) {
            arguments.add("--rows=" + suite.cutTo());
        }
        return arguments;
    }
}
