package dev.mongohaul.serve.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.serve.Served;
import dev.mongohaul.serve.security.Access;
import dev.mongohaul.serve.security.QuickUser;
import dev.mongohaul.serve.security.Role;
import dev.mongohaul.serve.security.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who may use the API of a server with users. */
class ApiAccessIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String START = "/api/v1/jobs/orders/imports";

    @TempDir
    private static Path folder;

    private static Served served;
    private static Tokens tokens;
    private static String viewer;
    private static String operator;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectory(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/orders.yml"), "source: {files: o.csv}\ntarget: {collection: orders}\n");
        Files.writeString(folder.resolve("o.csv"), "n\n1\n");
        Access access = new Access(Set.of("127.0.0.1"), List.of(QuickUser.create("olga", Role.OPERATE, PASSWORD)));
        served = Served.start(TestServer.database("api-access"), new JobFiles(folder.resolve("jobs"), folder), access);
        tokens = new Tokens(served.bean(RepositoryDatabase.class).database());
        viewer = token("viewer", Role.VIEW);
        operator = token("operator", Role.OPERATE);
    }

    private static String token(String name, Role role) {
        return tokens.create(name, role, Instant.now(), Duration.ofHours(1));
    }

    @AfterAll
    static void stop() {
        MongoDatabase database =
                TestServer.client().getDatabase(served.database().getName());
        served.close();
        database.drop();
    }

    private static HttpResponse<String> get(String path, String token) {
        return Served.send(served.request(path).header("Authorization", "Bearer " + token));
    }

    private static HttpResponse<String> post(String token, String body, String... headers) {
        HttpRequest.Builder request = served.request(START)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        return Served.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static JsonNode problem(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        JsonNode problem = JsonMapper.shared().readTree(answer.body());
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        return problem;
    }

    private static String unauthorized(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Bearer realm=\"mongohaul\""));
        return problem(answer, 401).path("detail").asString();
    }

    private static long imports() {
        return served.database().getCollection("mongohaul_imports").countDocuments();
    }

    @Test
    void noTokenIsRefused() {
        assertThat(unauthorized(Served.send(served.request("/api/v1/jobs"))))
                .isEqualTo("This requires a token, in the header 'Authorization: Bearer TOKEN'."
                        + " 'mongohaul token create NAME --role=view' prints one");
        assertThat(unauthorized(Served.send(served.request("/api/v1/none")))).contains("requires a token");
        assertThat(unauthorized(Served.send(served.request("/api/v1/jobs").header("Authorization", basic()))))
                .contains("requires a token");
        assertThat(unauthorized(Served.send(served.request("/api/v1/jobs?access_token=" + operator))))
                .contains("requires a token");
    }

    private static String basic() {
        return "Basic " + Base64.getEncoder().encodeToString(("olga:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void cookieOfALoginIsNotAccepted() {
        HttpResponse<String> form = served.get("/login");
        String token = form.body().replaceAll("(?s).*name=\"_csrf\" value=\"([^\"]+)\".*", "$1");
        HttpResponse<String> login = Served.send(served.request("/login")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookies(form))
                .POST(BodyPublishers.ofString(
                        "username=olga&password=%s&_csrf=%s".formatted(PASSWORD.replace(" ", "+"), token))));
        String session = cookies(login);
        assertThat(session).contains("JSESSIONID=");
        assertThat(Served.send(served.request("/").header("Cookie", session)).statusCode())
                .isEqualTo(200);

        assertThat(unauthorized(Served.send(served.request("/api/v1/jobs").header("Cookie", session))))
                .contains("requires a token");
    }

    private static String cookies(HttpResponse<String> answer) {
        return String.join(
                "; ",
                answer.headers().allValues("Set-Cookie").stream()
                        .map(cookie -> cookie.split(";", 2)[0])
                        .toList());
    }

    @Test
    void tokenOpensNoPage() {
        assertThat(get("/", operator).statusCode()).isEqualTo(302);
        assertThat(get("/actuator/prometheus", operator).statusCode()).isEqualTo(401);
    }

    @Test
    void viewerChangesNothing() {
        long before = imports();

        HttpResponse<String> answer = post(viewer, "{}");

        assertThat(problem(answer, 403).path("detail").asString())
                .isEqualTo("This requires a token with the role \"operate\". Nothing was changed");
        assertThat(imports()).isEqualTo(before);
        problem(
                Served.send(served.request("/api/v1/imports/1/verify")
                        .header("Authorization", "Bearer " + viewer)
                        .POST(BodyPublishers.noBody())),
                403);
        assertThat(get("/api/v1/jobs", viewer).statusCode()).isEqualTo(200);
        assertThat(get("/api/v1/jobs", operator).statusCode()).isEqualTo(200);
    }

    @Test
    void expiredTokenIsRefused() {
        String expired = tokens.create("old", Role.OPERATE, Instant.now().minusSeconds(60), Duration.ofSeconds(59));

        assertThat(unauthorized(get("/api/v1/jobs", expired))).startsWith("The token \"old\" expired at ");
    }

    @Test
    void revokedTokenIsRefusedAtOnce() {
        String token = token("short", Role.VIEW);
        assertThat(get("/api/v1/jobs", token).statusCode()).isEqualTo(200);

        tokens.revoke("short");

        assertThat(unauthorized(get("/api/v1/jobs", token)))
                .startsWith("The token is not known: it was revoked, or never created");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "mh_", "mh_0000000000000000000000000000000000000000000", "{$ne: null}"})
    void unknownTokenIsRefused(String token) {
        assertThat(unauthorized(get("/api/v1/jobs", token)))
                .contains("is not known")
                .doesNotContain(token.length() > 3 ? token : "\n");
    }

    @Test
    void secretsAreNotStored() {
        List<Document> stored =
                served.database().getCollection("mongohaul_tokens").find().into(new ArrayList<>());

        assertThat(stored)
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(token -> assertThat(token.toJson())
                        .doesNotContain(operator, operator.substring(3), viewer.substring(3)));
        assertThat(tokens.list().toString()).doesNotContain(stored.get(0).getString("hash"));
    }

    @Test
    void foreignHostIsRefused() throws IOException {
        assertThat(withHost("evil.example.com")).startsWith("HTTP/1.1 400").contains("application/problem+json");
        assertThat(withHost("127.0.0.1")).startsWith("HTTP/1.1 200");
    }

    private static String withHost(String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
            socket.getOutputStream()
                    .write(
                            "GET /api/v1/jobs HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                                    .formatted(host, operator)
                                    .getBytes(StandardCharsets.US_ASCII));
            InputStream answer = socket.getInputStream();
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void longBodyIsRefusedUnlessTheTokenMayOperate() {
        String long8 = " ".repeat(9_000) + "{}";

        assertThat(problem(post("mh_wrong", long8), 413).path("detail").asString())
                .isEqualTo("The body of a request may have at most 8,192 bytes");
        assertThat(problem(post(viewer, long8), 413).path("title").asString()).isNotEmpty();
        problem(post(operator, " ".repeat(1 << 20) + "{}"), 413);
        assertThat(post(operator, long8).statusCode()).isEqualTo(202);
    }

    @Test
    void pageOfAnotherSiteGetsNoAccess() {
        HttpResponse<String> preflight = Served.send(served.request(START)
                .header("Origin", "https://evil.example.com")
                .header("Access-Control-Request-Method", "POST")
                .method("OPTIONS", BodyPublishers.noBody()));

        assertThat(preflight.statusCode()).isEqualTo(401);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin"))
                .isEmpty();
    }

    @Test
    void unknownPathAndMethodAreProblems() {
        assertThat(problem(get("/api/v1/none", viewer), 404).path("detail").asString())
                .contains("/api/v1/none");
        assertThat(problem(get("/api/v2/jobs", viewer), 404).path("title").asString())
                .isEqualTo("Not Found");
        HttpResponse<String> put = Served.send(served.request("/api/v1/jobs")
                .header("Authorization", "Bearer " + operator)
                .PUT(BodyPublishers.noBody()));
        problem(put, 405);
        assertThat(put.headers().firstValue("Allow"))
                .hasValueSatisfying(allow -> assertThat(allow).contains("GET"));
        problem(get("/api/v1/imports/seven", viewer), 400);
        problem(get("/api/v1/jobs/a%2Fb", viewer), 400);
    }

    @Test
    void documentNeedsNoToken() {
        HttpResponse<String> document = served.get("/api/v1/openapi.yaml");

        assertThat(document.statusCode()).isEqualTo(200);
        assertThat(document.headers().firstValue("Content-Type").orElse("")).startsWith("application/yaml");
    }
}
