package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Service;
import dev.mongohaul.csv.source.remote.TestWebServer;
import dev.mongohaul.notification.Receiver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code serve} that may fetch from some addresses; users of its pages and its API try others. */
class RemoteServeIT extends ProgramTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String REFUSED = "refused ";

    private static TestWebServer allowed;
    private static TestWebServer forbidden;
    private Receiver plain;
    private Service service;
    private ServingProgram serving;
    private String token;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServers(@TempDir Path own, @TempDir Path others) throws Exception {
        forbidden = TestWebServer.start(others);
        allowed = TestWebServer.start(own);
    }

    @AfterAll
    static void stopServers() {
        allowed.close();
        forbidden.close();
    }

    @BeforeEach
    void prepare() throws Exception {
        forbidden.requests().clear();
        allowed.requests().clear();
        plain = Receiver.start();
        allowed.put("/out/remote.csv", "id\n1\n2\n".getBytes(StandardCharsets.UTF_8));
        allowed.put("/else/remote.csv", "id\n7\n".getBytes(StandardCharsets.UTF_8));
        forbidden.put("/out/remote.csv", "id\n8\n".getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                folder.resolve("jobs/remote.yml"),
                "source: {files: '%s'}\ntarget: {collection: remote, id: id}\n"
                        .formatted(allowed.url("/out/remote.csv")));
        token = program.run("token", "create", "tester", "--role=operate")
                .out()
                .strip()
                .replaceFirst("(?s).*(mh_[\\w-]+).*", "$1");
    }

    @AfterEach
    void end() {
        service.close();
        plain.close();
    }

    private void serve(Program fetching) {
        service = fetching.begin("serve", "--port=0");
        serving = new ServingProgram(service);
    }

    private void serve(String networks, String... sources) {
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put("MONGOHAUL_IMPORT_REMOTE_SOURCES", String.join(",", sources));
        environment.put("MONGOHAUL_IMPORT_REMOTE_NETWORKS", networks);
        environment.put("MONGOHAUL_IMPORT_REMOTE_MAXSIZE", "100KB");
        serve(program.with(environment));
    }

    @Test
    void onlyAllowedAddressesAreFetched() throws Exception {
        serve("127.0.0.1", allowed.url("/out/"));
        String port = allowed.url("").replaceAll(".*:", ":");

        assertThat(start(allowed.url("/out/remote.csv"))).isEqualTo("imported 2");
        assertThat(collection("remote").countDocuments()).isEqualTo(2);
        allowed.requests().clear();
        for (String address : List.of(
                forbidden.url("/out/remote.csv"),
                allowed.url("/else/remote.csv"),
                allowed.url("/outer/remote.csv"),
                "https://localhost" + port + "/out/remote.csv",
                "https://localhost." + port + "/out/remote.csv",
                "https://2130706433" + port + "/out/remote.csv",
                "https://0x7f000001" + port + "/out/remote.csv",
                "https://0177.0.0.1" + port + "/out/remote.csv",
                "https://127.1" + port + "/out/remote.csv",
                "https://[::1]" + port + "/out/remote.csv",
                "https://[::ffff:127.0.0.1]" + port + "/out/remote.csv",
                "https://127.0.0.1/out/remote.csv",
                "s3://bucket/out/remote.csv",
                "sftp://127.0.0.1/out/remote.csv")) {
            assertThat(start(address)).as(address).startsWith(REFUSED + "400").contains("is outside of");
        }
        for (String path :
                List.of("/out/../else/remote.csv", "/out/%2e%2e/else/remote.csv", "/out/%2E%2e%2Felse/a.csv")) {
            assertThat(start(allowed.url(path)))
                    .as(path)
                    .startsWith(REFUSED + "400")
                    .contains("has no . and ..");
        }
        assertThat(form(forbidden.url("/out/remote.csv"))).contains("is outside of");
        assertThat(form(allowed.url("/out/%2e%2e/else/remote.csv"))).contains("has no . and ..");
        for (String address : List.of(
                allowed.url("/out/remote.csv").replace("https://", "https://user@"),
                forbidden.url("/out/remote.csv").replace("https://", allowed.url("@")),
                allowed.url("/out/remote.csv").replace("https://", forbidden.url("@")))) {
            assertThat(start(address))
                    .as(address)
                    .startsWith(REFUSED + "400")
                    .contains("an address has no password, and only one of sftp has a user");
        }
        assertThat(start(plainUrl())).startsWith(REFUSED + "400").contains("http is not encrypted");
        assertThat(allowed.requests()).isEmpty();
        assertNothingElseWasReached(2);
    }

    @Test
    void redirectsAndLargeFilesAreRefused() throws Exception {
        serve("127.0.0.1", allowed.url("/out/"));
        Map<String, String> redirects = Map.of(
                "/out/other.csv", forbidden.url("/out/remote.csv"),
                "/out/plain.csv", plainUrl(),
                "/out/user.csv", allowed.url("/out/remote.csv").replace("https://", "https://user@"),
                "/out/local.csv", allowed.url("/out/remote.csv").replace("127.0.0.1", "localhost"));
        redirects.forEach(allowed::redirect);
        allowed.redirect("/out/folder.csv", "/else/remote.csv");
        allowed.redirect("/out/dots.csv", "/out/%2e%2e/else/remote.csv");
        allowed.redirect("/out/loop.csv", "/out/loop.csv");
        allowed.put("/out/large.csv", new byte[100 * 1024 + 1]);

        for (String path : redirects.keySet()) {
            assertThat(start(allowed.url(path))).as(path).contains("is redirected to ", "another server");
            assertThat(form(allowed.url(path))).as(path).contains("is redirected to ", "another server");
        }
        assertThat(start(allowed.url("/out/folder.csv"))).contains(allowed.url("/else/remote.csv") + " is outside of");
        assertThat(start(allowed.url("/out/dots.csv"))).contains("has no . and ..");
        assertThat(start(allowed.url("/out/loop.csv"))).contains("is redirected more than 5 times");
        allowed.requests().clear();
        assertThat(start(allowed.url("/out/large.csv")))
                .contains("has 102,401 bytes, and mongohaul.import.remote.max-size allows 102,400");
        assertThat(allowed.requests()).allMatch(request -> request.startsWith("/out/large.csv bytes=0-0"));
        assertNothingElseWasReached(0);
    }

    /** The allowed names lead to addresses of this machine, which no setting allows. */
    @Test
    void namesOfPrivateAddressesAreRefused() throws Exception {
        String port = allowed.url("").replaceAll(".*:", ":");
        List<String> names = List.of("localhost", "127.0.0.1", "[::ffff:127.0.0.1]");
        serve("10.0.0.0/8", names.stream().map(name -> "https://" + name + port).toArray(String[]::new));

        for (String name : names) {
            assertThat(start("https://" + name + port + "/out/remote.csv"))
                    .as(name)
                    .contains("a private address: nothing is fetched from there");
        }
        assertThat(allowed.requests()).isEmpty();
        assertNothingElseWasReached(0);
    }

    @Test
    void nothingIsFetchedWithoutAList() throws Exception {
        serve(program);

        assertThat(start(allowed.url("/out/remote.csv")))
                .contains("fetch from other machines only what begins as mongohaul.import.remote.sources says");
        assertThat(serving.post("/jobs/remote", "/jobs/remote/imports", "parameters", "")
                        .statusCode())
                .isEqualTo(400);
        assertThat(allowed.requests()).isEmpty();
        assertNothingElseWasReached(0);
    }

    private String plainUrl() {
        return "http://127.0.0.1:%d/out/remote.csv".formatted(plain.port());
    }

    private void assertNothingElseWasReached(long documents) throws IOException {
        assertThat(forbidden.requests()).isEmpty();
        assertThat(plain.posts()).isEmpty();
        assertThat(collection("remote").countDocuments()).isEqualTo(documents);
        Path copies = folder.resolve(".mongohaul/copies");
        if (Files.exists(copies)) {
            try (Stream<Path> left = Files.list(copies)) {
                assertThat(left).isEmpty();
            }
        }
    }

    /** Sends the form of the job with an address, and returns the page that answers. */
    private String form(String address) {
        HttpResponse<String> answer = serving.post("/jobs/remote", "/jobs/remote/imports", "files", address);
        return answer.body().replace("&#39;", "'");
    }

    /** Starts an import by the API, and returns what became of it. */
    private String start(String address) throws Exception {
        String body = JsonMapper.shared().writeValueAsString(Map.of("files", List.of(address)));
        HttpResponse<String> answer = send(request("/api/v1/jobs/remote/imports")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
        if (answer.statusCode() != 202) {
            return REFUSED + answer.statusCode() + " "
                    + json(answer).path("detail").asString();
        }
        String location = answer.headers().firstValue("Location").orElseThrow();
        JsonNode ended = Awaitility.await()
                .atMost(TIMEOUT)
                .until(
                        () -> json(send(request(location))),
                        start -> !start.path("state").asString().equals("running"));
        return ended.path("state").asString().equals("ended")
                ? "imported "
                        + json(send(request("/api/v1/imports/" + ended.path("import"))))
                                .path("counts")
                                .path("written")
                : REFUSED + ended;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(serving.address() + path)).header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
