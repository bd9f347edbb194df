package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.ChildProcess;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import dev.mongohaul.mongo.address.MongoAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Runner of cases with a heap of their own, each in a child process. */
record ChildCases(
        Suite suite, ServerUnderTest server, Path jobs, Path scratch, Surroundings surroundings, ChildProcess program) {

    static final String SUBCOMMAND = "run-cell";

    private static final String VARIABLE = "MONGODB_URI";

    /** Runs a case in a JVM with this heap. */
    CaseRun run(BenchmarkCase benchmark, String heap, boolean counted) {
        Path answer = scratch.resolve("answer.json");
        String databases = ThrowAwayDatabases.newPrefix();
        try {
            program.withHeap(heap)
                    .run(
                            arguments(benchmark, counted, answer, databases),
                            environment(server.connection().address(), surroundings),
                            List.of(0));
            return JsonMapper.shared().readValue(Files.readString(answer), CaseRun.class);
        } catch (IOException e) {
            throw new ComparisonException("its process left no answer: " + e.getMessage(), e);
        } finally {
            // A child that was killed or ran out of memory has not dropped its databases.
            server.dropAll(databases);
        }
    }

    /** Returns the variables of the child. A server with a login is passed as the user passed it: by variable or file. */
    static Map<String, String> environment(MongoAddress address, Surroundings surroundings) {
        if (!address.isGuarded()) {
            return Map.of(VARIABLE, address.uriOf(address.database()));
        }
        String named = surroundings.environment().get(VARIABLE);
        if (named == null && surroundings.uriFile() == null) {
            throw new ComparisonException(
                    "a case with a heap of its own runs in another process, which does not know the"
                            + " login: name the server by " + VARIABLE + " or --mongodb-uri-file");
        }
        return named == null ? Map.of() : Map.of(VARIABLE, named);
    }

    private List<String> arguments(BenchmarkCase benchmark, boolean counted, Path answer, String databases) {
        List<String> arguments = new ArrayList<>(List.of(
                "compare",
                SUBCOMMAND,
                suite.path().toAbsolutePath().toString(),
                String.valueOf(suite.cases().indexOf(benchmark)),
                answer.toString(),
                "--jobs=" + jobs.toAbsolutePath(),
                "--databases=" + databases));
        if (counted) {
            arguments.add("--counted");
        }
        if (surroundings.uriFile() != null) {
            arguments.add("--mongodb-uri-file=" + surroundings.uriFile().toAbsolutePath());
        }
        suite.ownJob().ifPresent(job -> arguments.add("--job=" + job));
        if (suite.cutTo() != null) {
            arguments.add("--rows=" + suite.cutTo());
        }
        return arguments;
    }
}
