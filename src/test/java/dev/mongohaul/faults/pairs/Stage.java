package dev.mongohaul.faults.pairs;

import dev.mongohaul.cli.Program;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.Service;
import dev.mongohaul.faults.pairs.Case.Way;
import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.background.BackgroundImport;
import dev.mongohaul.job.launch.background.BackgroundImports;
import dev.mongohaul.library.ImportException;
import dev.mongohaul.library.ImportResult;
import dev.mongohaul.library.Imports;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.notification.Receiver;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.DueSlot;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.serve.Served;
import dev.mongohaul.serve.security.Access;
import dev.mongohaul.serve.security.Role;
import dev.mongohaul.serve.security.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Folder, database and processes that all cases share. Each case has its own job, files and collection. The first import of a case
 * can run in processes behind a proxy, whose network the case can disturb.
 */
final class Stage implements AutoCloseable {

    /** Exit code of what is no command, and was refused. */
    static final int REFUSED = -1;

    private static final Pattern STATUS = Pattern.compile("<span class=\"status ([a-z-]+)\"");
    private static final Pattern PROBLEM = Pattern.compile("class=\"refused\"[^>]*>([^<]+)<");
    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]*)\"");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String SOURCES = "mongohaul.import.remote.sources";
    private static final Map<String, Integer> EXIT_CODES = Map.of(
            "completed", 0,
            "completed-with-rejects", 10,
            "stopped", 11,
            "reject-limit-exceeded", 12,
            "limit-exceeded", 12);

    private final Path folder;
    private final String database;
    private final Served served;
    private final String token;
    private final WireProxy proxy;
    private final Deque<Service> services = new ArrayDeque<>();
    private volatile Interference network = command -> Verdict.PASS;
    private @Nullable Served victim;
    private dev.mongohaul.job.launch.@Nullable Program slots;
    private String broker = "";
    private final Receiver receiver = Receiver.start();
    private int notified;
    private Map<String, String> remote = Map.of();

    Stage(Path folder, String database) {
        this.folder = folder;
        this.database = database;
        try {
            Files.createDirectories(folder.resolve("jobs"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        proxy = new WireProxy(TestServer.port(), command -> network.decide(command));
        served = Served.at(
                Program.uri(database),
                files(),
                access(),
                Map.of(
                        "mongohaul.repository.checkpoint-interval",
                        "0s",
                        "mongohaul.import.smallest-range",
                        "1B",
                        SOURCES,
                        Delivered.BUCKET));
        token = new Tokens(served.bean(RepositoryDatabase.class).database())
                .create("all", Role.OPERATE, Instant.now(), Duration.ofHours(2));
    }

    private static Access access() {
        return Access.of("127.0.0.1", List.of(), Optional.empty());
    }

    private JobFiles files() {
        return new JobFiles(folder.resolve("jobs"), folder);
    }

    /** Leads all programs to a server of remote files. */
    void useRemoteFiles() {
        remote = Delivered.startServer();
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

    /** Disturbs the network of the processes behind the proxy. */
    void disturb(Interference other) {
        network = other;
    }

    void calm() {
        network = command -> Verdict.PASS;
    }

    /** Returns the program on the test server. */
    Program program() {
        return through(Program.uri(database), "");
    }

    /** Returns the program of the first import of a case. */
    Program first(Way way, boolean disturbed) {
        return through(
                disturbed || way == Way.WORKER ? proxy.uri(database) : Program.uri(database),
                way == Way.WORKER ? broker() : "");
    }

    private Program through(String uri, String brokerAddress) {
        Map<String, String> environment = new HashMap<>();
        environment.put("MONGODB_URI", uri);
        environment.put("MONGOHAUL_REPOSITORY_CHECKPOINTINTERVAL", "0");
        environment.put("MONGOHAUL_IMPORT_RIDETHROUGH", "200ms");
        environment.put("MONGOHAUL_WEBHOOK_URL", receiver.url().toString());
        if (!brokerAddress.isEmpty()) {
            environment.put("MONGOHAUL_BROKER_URL", brokerAddress);
            environment.put("MONGOHAUL_TEST_WORKERS_ONLY", "true");
            environment.put("MONGOHAUL_IMPORT_INPUTROOTS", folder.toString());
            environment.put("MONGOHAUL_IMPORT_REMOTE_SOURCES", Delivered.BUCKET);
        }
        environment.putAll(remote);
        return new Program(folder, List.of(), environment);
    }

    /** Returns the program with a server that is away. */
    Program absent() {
        return through("mongodb://127.0.0.1:1/" + database + "?serverSelectionTimeoutMS=200", "");
    }

    /** Returns the address of a broker with a worker. */
    private String broker() {
        if (broker.isEmpty()) {
            Service queue = program().begin("broker", "--port=0");
            services.push(queue);
            broker = firstLine(queue);
            Service worker = through(proxy.uri(database), broker).begin("worker", "--threads=1");
            services.push(worker);
            firstLine(worker);
        }
        return broker;
    }

    private static String firstLine(Service service) {
        Awaitility.await().atMost(TIMEOUT).until(() -> service.out().contains("\n") || !service.isAlive());
        return service.out().strip();
    }

    /** Runs the import of a job file in another way than by a command; returns the exit code that the command would have. */
    Result start(Way way, String job, boolean disturbed) {
        return switch (way) {
            case LIBRARY -> library(job, disturbed);
            case SLOT -> slot(job);
            case PAGE -> page(job, disturbed);
            case API -> api(job, disturbed);
            case COMMAND, WORKER -> throw new IllegalArgumentException(way.name());
        };
    }

    private Result library(String job, boolean disturbed) {
        System.setProperty("mongohaul.import.ride-through", "200ms");
        System.setProperty("mongohaul.repository.checkpoint-interval", "0s");
        try (Imports imports = Imports.connect(disturbed ? proxy.uri(database) : Program.uri(database), folder)) {
            ImportResult result = imports.run(Path.of("jobs", job + ".yml"), Map.of());
            return new Result(exitCode(result.status()), result.json(), String.valueOf(result.message()));
        } catch (ImportException e) {
            return new Result(REFUSED, "", String.valueOf(e.getMessage()));
        } finally {
            System.clearProperty("mongohaul.import.ride-through");
            System.clearProperty("mongohaul.repository.checkpoint-interval");
        }
    }

    private static int exitCode(String status) {
        return EXIT_CODES.getOrDefault(status, 1);
    }

    private Result slot(String job) {
        dev.mongohaul.job.launch.Program program = slots;
        if (program == null) {
            program = dev.mongohaul.job.launch.Program.start(
                    proxy.uri(""),
                    database,
                    "mongohaul.repository.checkpoint-interval=0s",
                    "mongohaul.import.ride-through=200ms");
            slots = program;
        }
        SlotRecord record;
        try {
            record = DueSlot.run(program, files(), job);
        } catch (TransientServerException e) {
            return new Result(1, "", String.valueOf(e.getMessage()));
        }
        String text = record.state() + " " + record.reason();
        return record.runId() == null || record.state() != SlotState.RAN
                ? new Result(record.state() == SlotState.NOTHING ? 0 : REFUSED, "", text)
                : new Result(exitCode(status(record.runId())), "", text);
    }

    private String status(long run) {
        Run found = bean(Runs.class).find(run).orElseThrow();
        return RunReport.of(found).status().word();
    }

    private Served serving(boolean disturbed) {
        if (!disturbed) {
            return served;
        }
        Served found = victim;
        if (found == null) {
            found = Served.at(
                    proxy.uri(database),
                    files(),
                    access(),
                    Map.of(
                            "mongohaul.repository.checkpoint-interval",
                            "0s",
                            "mongohaul.import.smallest-range",
                            "1B",
                            "mongohaul.import.ride-through",
                            "200ms",
                            SOURCES,
                            Delivered.BUCKET));
            victim = found;
        }
        return found;
    }

    private Result api(String job, boolean disturbed) {
        Served server = serving(disturbed);
        return ended(
                server,
                job,
                send(server, "/api/v1/jobs/" + job + "/imports", "{}").body());
    }

    private HttpResponse<String> send(Served server, String path, String body) {
        return Served.send(server.request(path)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    /** Returns a page, or an answer of the API. */
    String get(String path) {
        return Served.send(served.request(path)
                        .header("Authorization", "Bearer " + token)
                        .header("Accept", path.startsWith("/api") ? "application/json" : "text/html"))
                .body();
    }

    /** Presses a button of a page, waits for the end of what it started, and returns the page that it leads to. */
    String press(String path, String action, String job) {
        HttpClient browser = HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build();
        Matcher csrf = CSRF.matcher(browse(browser, served, path, null));
        String sent = "_csrf=" + (csrf.find() ? URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8) : "");
        String page = browse(browser, served, action, sent);
        Awaitility.await()
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !bean(BackgroundImports.class).underWay().contains(job));
        return page;
    }

    /** Returns the texts of the notifications of commands since the last call. */
    List<String> notifications() {
        List<String> texts = new ArrayList<>();
        receiver.posts()
                .forEach(post -> texts.add(post.json().path("text").asString() + "\n"
                        + post.json().path("reason").asString()));
        List<String> fresh = texts.subList(Math.min(notified, texts.size()), texts.size());
        notified = texts.size();
        return fresh;
    }

    /** Presses the button of the job's page, and follows to the page that it leads to. */
    private Result page(String job, boolean disturbed) {
        Served server = serving(disturbed);
        HttpClient browser = HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build();
        String page = browse(browser, server, "/jobs/" + job, null);
        Matcher csrf = CSRF.matcher(page);
        String sent = "_csrf=" + (csrf.find() ? URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8) : "");
        return ended(server, job, browse(browser, server, "/jobs/" + job + "/imports", sent));
    }

    private static String browse(HttpClient browser, Served server, String path, @Nullable String form) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Accept", "text/html");
        if (form != null) {
            request.header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form));
        }
        try {
            return browser.send(request.build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the end of an import that was started in the background. */
    private Result ended(Served server, String job, String answer) {
        Optional<BackgroundImport> started =
                server.bean(BackgroundImports.class).latest(job);
        if (started.isEmpty()) {
            return new Result(REFUSED, "", answer);
        }
        Awaitility.await()
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !started.get().isUnderWay());
        Optional<String> refusal = started.get().refusal().map(String::valueOf);
        String text = answer.startsWith("{") ? answer : problem(answer);
        if (refusal.isPresent()) {
            return new Result(REFUSED, "", text + refusal.get());
        }
        return new Result(
                started.get().number().isEmpty()
                        ? 0
                        : exitCode(statusOfImport(started.get().number().getAsLong())),
                "",
                text + started.get().nothing().orElse(""));
    }

    static String problem(String page) {
        Matcher problem = PROBLEM.matcher(page);
        return problem.find() ? problem.group(1) : "";
    }

    private String statusOfImport(long number) {
        return api("/imports/" + number).path("status").asString();
    }

    private JsonNode api(String path) {
        return JsonMapper.shared()
                .readTree(Served.send(served.request("/api/v1" + path).header("Authorization", "Bearer " + token))
                        .body());
    }

    /** Returns the state of a job, which is that of the overview. */
    String stateOf(String job) {
        return api("/jobs/" + job).path("state").asString();
    }

    /** Returns the status of an import wherever it is shown. */
    Map<String, String> statuses(Run run) {
        Map<String, String> statuses = new LinkedHashMap<>();
        statuses.put("report", RunReport.of(run).status().word());
        statuses.put("API", statusOfImport(run.importNumber()));
        Matcher shown = STATUS.matcher(
                Served.send(served.request("/imports/" + run.importNumber()).header("Accept", "text/html"))
                        .body());
        statuses.put("page", shown.find() ? shown.group(1) : "nothing");
        return statuses;
    }

    /** Restarts an import by the API, and returns the status and the body of the last answer. */
    String restart(long number, Map<String, String> settings) {
        HttpResponse<String> started = send(
                served,
                "/api/v1/imports/" + number + "/restart",
                JsonMapper.shared().writeValueAsString(Map.of("settings", settings)));
        if (started.statusCode() != 202) {
            return started.statusCode() + " " + started.body();
        }
        String location = started.headers().firstValue("Location").orElseThrow();
        return Awaitility.await()
                .atMost(TIMEOUT)
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
        calm();
        services.forEach(Service::close);
        if (slots != null) {
            slots.close();
        }
        if (victim != null) {
            victim.close();
        }
        served.close();
        proxy.close();
        receiver.close();
    }
}
