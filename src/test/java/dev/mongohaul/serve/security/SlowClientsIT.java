package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.Served;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many slow connections, which must hold no thread. */
class SlowClientsIT {

    private static final String PASSWORD = "correct horse battery";

    private static final int THREADS = 20;

    /** More than the threads of the server. */
    private static final int CONNECTIONS = 2 * THREADS;

    private static final int MANY_CONNECTIONS = 220;

    /** Shorter than any time after which the server gives up a slow connection. */
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    @TempDir
    private static Path jobs;

    private static Served served;

    /** First part of a request, and the bytes that follow slowly; no answer is read. */
    private enum Attack {
        LOGIN_FORM("POST /login HTTP/1.1", "Content-Length: 2000", "a"),
        CHUNKED_LOGIN_FORM("POST /login HTTP/1.1", "Transfer-Encoding: chunked", "1\r\na\r\n"),
        UNKNOWN_PAGE("POST /nowhere HTTP/1.1", "Content-Length: 2000", "a"),
        HEALTH("GET /actuator/health HTTP/1.1", "Content-Length: 2000", "a"),
        TRACED("TRACE / HTTP/1.1", "Content-Length: 2000", "a"),
        SERVER_OPTIONS("OPTIONS * HTTP/1.1", "Content-Length: 2000", "a"),
        PROTECTED_FOLDER("POST /WEB-INF/web.xml HTTP/1.1", "Content-Length: 2000", "a"),
        OTHER_HOST("POST / HTTP/1.1\r\nHost: evil.example", "Content-Length: 2000", "a"),
        OTHER_SITE("POST / HTTP/1.1\r\nOrigin: https://evil.example", "Content-Length: 2000", "a"),
        SILENT("POST /login HTTP/1.1", "Content-Length: 2000", ""),
        HEADERS("GET /login HTTP/1.1", "", "a"),
        UNREAD_ANSWERS("GET /assets/page.css HTTP/1.1", "Accept: text/css", "");

        private final String head;
        private final String bytes;

        Attack(String request, String header, String bytes) {
            String host = request.contains("Host:") ? "" : "Host: 127.0.0.1\r\n";
            this.head = header.isEmpty()
                    ? request + "\r\n" + host + "X-Slow: "
                    : request + "\r\n" + host + "Content-Type: application/x-www-form-urlencoded\r\n" + header
                            + "\r\n\r\n";
            this.bytes = bytes;
        }
    }

    @BeforeAll
    static void serve() {
        served = serve(Duration.ofMinutes(10));
    }

    private static Served serve(Duration longestBody) {
        Access access = new Access(
                Set.of("127.0.0.1"),
                List.of(
                        QuickUser.create("olga", Role.OPERATE, PASSWORD),
                        QuickUser.create("vera", Role.VIEW, PASSWORD)));
        return Served.start(
                TestServer.database("slow"),
                jobs,
                access,
                Map.of(
                        "mongohaul.requests.longest-body",
                        longestBody.toSeconds() + "s",
                        "server.tomcat.threads.max",
                        THREADS),
                Guarded.class);
    }

    @AfterAll
    static void end() {
        served.close();
    }

    @ParameterizedTest
    @EnumSource(Attack.class)
    void slowConnectionsDelayNoOthers(Attack attack) throws Exception {
        Drip drip = new Drip(attack, attack == Attack.UNREAD_ANSWERS ? MANY_CONNECTIONS : CONNECTIONS);
        try {
            for (String path : List.of("/actuator/health/liveness", "/actuator/health")) {
                assertAnswered(path);
            }
            assertLoginIsAnswered();
        } finally {
            drip.end();
        }
    }

    @Test
    void loginSucceedsAmongManySlowForms() throws Exception {
        Drip drip = new Drip(Attack.LOGIN_FORM, MANY_CONNECTIONS);
        try {
            Browser browser = new Browser(served);
            assertThat(browser.logIn("olga", PASSWORD).statusCode()).isEqualTo(302);
            assertThat(browser.get("/guarded").body()).isEqualTo("olga operates: true");
            assertLoginIsAnswered();
        } finally {
            drip.end();
        }
    }

    private static void assertAnswered(String path) {
        assertThat(Served.send(served.request(path).timeout(TIMEOUT)).statusCode())
                .as(path)
                .isEqualTo(200);
    }

    /** On a busy machine, short requests may have all threads for a moment, so that a browser has to come again. */
    private static void assertLoginIsAnswered() {
        await().atMost(TIMEOUT).untilAsserted(() -> assertAnswered("/login"));
    }

    @Test
    void bodyThatTakesTooLongIsRefused() throws IOException {
        try (Served hasty = serve(Duration.ofSeconds(1));
                Socket socket = connect(Attack.SILENT, hasty)) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 408 ").contains("within 1 s");
        }
    }

    @Test
    void bodyInTwoPartsIsRead() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
            send(socket, """
                    POST /login HTTP/1.1\r
                    Host: 127.0.0.1\r
                    Connection: close\r
                    Content-Type: application/x-www-form-urlencoded\r
                    Content-Length: 27\r
                    Expect: 100-continue\r
                    \r
                    username=olga&""");
            String expected = "HTTP/1.1 100 \r\n\r\n";
            assertThat(socket.getInputStream().readNBytes(expected.length()))
                    .asString()
                    .isEqualTo(expected);
            send(socket, "password=wrong");

            // Without its token it is refused, as any other form.
            assertThat(answer(socket)).startsWith("HTTP/1.1 403 ").contains("This page is too old");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 8193", "Transfer-Encoding: chunked"})
    void largeBodyBeforeLoginIsRefused(String header) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
            send(socket, "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + "\r\n\r\n");
            if (header.startsWith("Transfer")) {
                send(socket, "2001\r\n" + "a".repeat(0x2001) + "\r\n");
            }

            assertThat(answer(socket)).startsWith("HTTP/1.1 413 ").contains("8,192 bytes");
        }
    }

    /** A viewer may send no form but that of the logout, so that nothing of it is read. */
    @Test
    void largeBodyOfAViewerIsRefusedUnread() throws IOException {
        Browser viewer = new Browser(served);
        viewer.logIn("vera", PASSWORD);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
            send(socket, """
                    POST /guarded HTTP/1.1\r
                    Host: 127.0.0.1\r
                    Cookie: %s\r
                    Content-Type: application/x-www-form-urlencoded\r
                    Content-Length: 952000\r
                    \r
                    """.formatted(viewer.cookieHeader()));

            assertThat(answer(socket)).startsWith("HTTP/1.1 413 ").contains("8,192 bytes");
        }
    }

    @Test
    void formOfManyFieldsIsRefused() {
        Browser operator = new Browser(served);
        operator.logIn("olga", PASSWORD);

        assertThat(operator.postForm("/guarded", "a=1&".repeat(99)).body()).startsWith("changes: ");
        HttpResponse<String> refused = operator.postForm("/guarded", "abc&".repeat(238_000));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("has more than 100 fields");
        assertThat(operator.postForm("/guarded", "a=%x").statusCode()).isEqualTo(400);
    }

    @Test
    void downloadsThatAreNotReadDelayNoOthers() throws Exception {
        Files.writeString(
                jobs.resolve("bad.csv"), "n\n" + "x".repeat(9_999).concat("\n").repeat(500));
        Files.writeString(jobs.resolve("bad.yml"), """
                source: {files: bad.csv}
                target: {collection: bad}
                fields: {n: int32}
                rejects: {limit: unlimited}
                """);
        Browser operator = new Browser(served);
        operator.logIn("olga", PASSWORD);
        assertThat(operator.postWithToken("/jobs/bad/imports").statusCode()).isEqualTo(303);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> operator.get("/imports/1").body(), page -> page.contains("completed with rejects"));
        Browser viewer = new Browser(served);
        viewer.logIn("vera", PASSWORD);
        List<Socket> downloads = new ArrayList<>();
        try {
            for (int download = 0; download < CONNECTIONS; download++) {
                Socket socket = new Socket();
                socket.setReceiveBufferSize(2_048);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), served.port()));
                socket.setSoTimeout(10_000);
                send(
                        socket,
                        "GET /imports/1/rejects.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n\r\n"
                                .formatted(viewer.cookieHeader()));
                downloads.add(socket);
            }
            assertAnswered("/actuator/health");
            assertLoginIsAnswered();
            List<String> answers = new ArrayList<>();
            for (Socket socket : downloads) {
                answers.add(new String(socket.getInputStream().readNBytes(13), StandardCharsets.US_ASCII));
            }
            assertThat(answers).filteredOn("HTTP/1.1 200 "::equals).hasSize(1);
            assertThat(answers).filteredOn("HTTP/1.1 503 "::equals).hasSize(CONNECTIONS - 1);
        } finally {
            for (Socket socket : downloads) {
                socket.close();
            }
        }
    }

    @Test
    void healthIsAnsweredAmongManyLateAnswers() throws Exception {
        Browser viewer = new Browser(served);
        viewer.logIn("vera", PASSWORD);
        ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS);
        CompletionService<HttpResponse<String>> answers = new ExecutorCompletionService<>(clients);
        int most = THREADS * 3 / 4;
        try {
            for (int client = 0; client < CONNECTIONS; client++) {
                answers.submit(
                        () -> Served.send(served.request("/guarded/late").header("Cookie", viewer.cookieHeader())));
            }
            for (int refused = 0; refused < CONNECTIONS - most; refused++) {
                HttpResponse<String> answer = answers.take().get();
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            }
            assertAnswered("/actuator/health");
            assertThat(served.get("/login").statusCode()).isEqualTo(503);
        } finally {
            served.bean(Guarded.class).allowed.countDown();
        }
        for (int answered = 0; answered < most; answered++) {
            assertThat(answers.take().get().statusCode()).isEqualTo(200);
        }
        clients.shutdown();
    }

    private static Socket connect(Attack attack, Served served) throws IOException {
        Socket socket = new Socket();
        // Before it is connected, so that the server may not send more.
        socket.setReceiveBufferSize(2_048);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), served.port()));
        send(socket, attack == Attack.UNREAD_ANSWERS ? attack.head.repeat(100) : attack.head);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Connections of an attack; reopened when the server closes them. */
    private static final class Drip {

        private final Attack attack;
        private final List<Socket> sockets = new ArrayList<>();
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        private final CountDownLatch rounds = new CountDownLatch(2);

        Drip(Attack attack, int connections) throws Exception {
            this.attack = attack;
            while (sockets.size() < connections) {
                sockets.add(connect(attack, served));
            }
            var unused = thread.scheduleWithFixedDelay(this::sendMore, 50, 50, TimeUnit.MILLISECONDS);
            assertThat(rounds.await(30, TimeUnit.SECONDS)).isTrue();
        }

        private void sendMore() {
            for (int index = 0; index < sockets.size(); index++) {
                try {
                    send(sockets.get(index), attack.bytes);
                } catch (IOException ended) {
                    replace(index);
                }
            }
            rounds.countDown();
        }

        private void replace(int index) {
            try {
                sockets.get(index).close();
                sockets.set(index, connect(attack, served));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        void end() throws Exception {
            thread.shutdownNow();
            thread.awaitTermination(10, TimeUnit.SECONDS);
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
