package dev.mongohaul.faults.pairs;

import dev.mongohaul.cli.Program;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.serve.Served;
import dev.mongohaul.serve.security.Access;
import dev.mongohaul.serve.security.Role;
import dev.mongohaul.serve.security.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Folder, database and processes that all cases share. Each case has its own job, files and collection. */
final class Stage implements AutoCloseable {

    private static final Pattern STATUS = Pattern.compile("<span class=\"status ([a-z-]+)\"");

    private final Path folder;
    private final String database;
    private final Served served;
    private final String token;

    Stage(Path folder, String database) {
        this.folder = folder;
        this.database = database;
        try {
            Files.createDirectories(folder.resolve("jobs"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        served = Served.start(
                database,
                new JobFiles(folder.resolve("jobs"), folder),
                Access.of("127.0.0.1", List.of(), Optional.empty()));
        token = new Tokens(served.bean(RepositoryDatabase.class).database())
                .create("all", Role.OPERATE, Instant.now(), Duration.ofHours(2));
    }

    Path folder() {
        return folder;
    }

    String database() {
        return database;
    }

    <T> T bean(Class<T> type) {
        return served.bean(type);
    }

    RunControl control() {
        return served.bean(RunControl.class);
    }

    /** Returns the program on the test server. */
    Program program() {
        return through(Program.uri(database));
    }

    Program through(String uri) {
        Map<String, String> environment = new HashMap<>();
        environment.put("MONGODB_URI", uri);
        environment.put("MONGOHAUL_REPOSITORY_CHECKPOINTINTERVAL", "0");
        environment.put("MONGOHAUL_IMPORT_RIDETHROUGH", "200ms");
        return new Program(folder, List.of(), environment);
    }

    /** Returns the program with a server that is away. */
    Program absent() {
        return through("mongodb://127.0.0.1:1/" + database + "?serverSelectionTimeoutMS=200");
    }

    private HttpResponse<String> api(String path) {
        return Served.send(served.request("/api/v1" + path).header("Authorization", "Bearer " + token));
    }

    /** Returns the status of an import wherever it is shown. */
    Map<String, String> statuses(String job, long number) {
        Map<String, String> statuses = new LinkedHashMap<>();
        JsonNode answer = JsonMapper.shared().readTree(api("/imports/" + number).body());
        statuses.put("API", answer.path("status").asString());
        Matcher shown =
                STATUS.matcher(Served.send(served.request("/imports/" + number).header("Accept", "text/html"))
                        .body());
        statuses.put("page", shown.find() ? shown.group(1) : "nothing");
        return statuses;
    }

    /** Resumes an import by the API, and returns the status and the body of the last answer. */
    String resume(long number, Map<String, String> settings) {
        HttpResponse<String> started = Served.send(served.request("/api/v1/imports/" + number + "/resume")
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(Map.of("settings", settings)))));
        if (started.statusCode() != 202) {
            return started.statusCode() + " " + started.body();
        }
        String location = started.headers().firstValue("Location").orElseThrow();
        return Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> Served.send(served.request(location).header("Authorization", "Bearer " + token))
                                .body(),
                        body -> !JsonMapper.shared()
                                .readTree(body)
                                .path("state")
                                .asString()
                                .equals("running"));
    }

    @Override
    public void close() {
        served.close();
    }
}
