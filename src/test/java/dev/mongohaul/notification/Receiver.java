package dev.mongohaul.notification;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Local web server that records requests; answers 200 by default. */
public final class Receiver implements AutoCloseable {

    static final String SECRET_PATH = "/T0/p4th-s3cret?key=qu3ry-s3cret";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Post> posts = new CopyOnWriteArrayList<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

    /** Received request. */
    public record Post(String method, URI uri, Headers headers, ByteString content) {

        public String body() {
            return content.toStringUtf8();
        }

        public JsonNode json() {
            return JsonMapper.shared().readTree(body());
        }
    }

    /** Answer and its delay. */
    record Answer(int status, Headers headers, long millis) {}

    private Receiver(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    public static Receiver start() {
        return start(0);
    }

    static Receiver start(int port) {
        try {
            return new Receiver(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers the next requests with these statuses, in order. */
    public Receiver answering(int... statuses) {
        for (int status : statuses) {
            answers.add(new Answer(status, new Headers(), 0));
        }
        return this;
    }

    Receiver answering(int status, String header, String value) {
        Headers headers = new Headers();
        headers.add(header, value);
        answers.add(new Answer(status, headers, 0));
        return this;
    }

    public Receiver answeringLate(long millis) {
        answers.add(new Answer(200, new Headers(), millis));
        return this;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port() + SECRET_PATH);
    }

    public List<Post> posts() {
        return posts;
    }

    private void handle(HttpExchange exchange) throws IOException {
        posts.add(new Post(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange.getRequestHeaders(),
                ByteString.readFrom(exchange.getRequestBody())));
        Answer answer = answers.poll();
        try (exchange) {
            if (answer != null) {
                pause(answer.millis());
                exchange.getResponseHeaders().putAll(answer.headers());
            }
            exchange.sendResponseHeaders(answer == null ? 200 : answer.status(), 0);
            exchange.getResponseBody().write("thanks".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
