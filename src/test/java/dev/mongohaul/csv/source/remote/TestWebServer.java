package dev.mongohaul.csv.source.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Web server on the loopback with ranges and strong entity tags, and with faults. This process trusts its certificate. */
public final class TestWebServer implements AutoCloseable {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");
    private static @Nullable KeyStore keysOfThisJvm;

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Page> pages = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Path trustStore;
    private volatile Faults faults = Faults.NONE;

    /** Page with its tag; an empty one has no ranges. */
    private static final class Page {
        private final byte[] bytes;
        private final String tag;
        private final long size;

        private Page(byte[] bytes, String tag) {
            this(bytes, tag, bytes.length);
        }

        private Page(byte[] bytes, String tag, long size) {
            this.bytes = bytes;
            this.tag = tag;
            this.size = size;
        }
    }

    /** What happens to an answer; may change pages before it. */
    @FunctionalInterface
    public interface Faults {
        Faults NONE = (path, length) -> new Fault(Kind.NONE, 0);

        /**
         * Returns what happens to an answer.
         *
         * @param length of its body
         */
        Fault next(String path, long length);
    }

    /** Kinds of faults. */
    public enum Kind {
        NONE,
        CUT,
        STALL,
        WHOLE,
        UNAVAILABLE,
        SLOW_DOWN
    }

    /**
     * What happens to an answer.
     *
     * @param after bytes of the body that are sent before a cut or a stall
     */
    public record Fault(Kind kind, long after) {}

    private TestWebServer(HttpsServer server, Path trustStore) {
        this.server = server;
        this.trustStore = trustStore;
    }

    /** Starts a server, whose files are in the folder. */
    public static TestWebServer start(Path folder) throws Exception {
        KeyStore keys = keys(folder);
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("web", keys.getCertificate("web"));
        Path trustStore = folder.resolve("trust.p12");
        try (OutputStream out = Files.newOutputStream(trustStore)) {
            trusted.store(out, PASSWORD);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        TestWebServer web = new TestWebServer(server, trustStore);
        server.createContext("/", web::answer);
        server.setExecutor(web.threads);
        server.start();
        return web;
    }

    /** Returns the key of all servers of this JVM. */
    private static synchronized KeyStore keys(Path folder) throws Exception {
        if (keysOfThisJvm != null) {
            return keysOfThisJvm;
        }
        Path store = folder.resolve("web.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        "web",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=web",
                        "-ext",
                        "SAN=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        String.valueOf(PASSWORD),
                        "-keystore",
                        store.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            made.load(in, PASSWORD);
        }
        keysOfThisJvm = made;
        return made;
    }

    /** Options of a process that trusts the certificate. */
    public String[] jvmOptions() {
        return new String[] {
            "-Djavax.net.ssl.trustStore=" + trustStore, "-Djavax.net.ssl.trustStorePassword=" + String.valueOf(PASSWORD)
        };
    }

    public String url(String path) {
        return "https://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path);
    }

    public void put(String path, byte[] bytes) {
        pages.put(path, new Page(bytes, "\"%d-%d\"".formatted(bytes.length, System.nanoTime())));
    }

    /** As {@link #put}, without an entity tag, so that the page has no ranges. */
    public void putUntagged(String path, byte[] bytes) {
        pages.put(path, new Page(bytes, ""));
    }

    /** Puts a page that is said to be of another size than it is. */
    public void putSized(String path, long size) {
        pages.put(path, new Page(new byte[1], "\"sized\"", size));
    }

    public void redirect(String path, String location) {
        pages.put(path, new Page(new byte[0], "-> " + location));
    }

    public void remove(String path) {
        pages.remove(path);
    }

    public void faults(Faults next) {
        faults = next;
    }

    /** Returns the ranges that were asked for, with their paths and queries. */
    public List<String> requests() {
        return requests;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String range = String.valueOf(exchange.getRequestHeaders().getFirst("Range"));
            requests.add("%s %s %s"
                    .formatted(
                            exchange.getRequestURI(),
                            range,
                            exchange.getRequestHeaders().getFirst("Authorization")));
            Matcher wanted = RANGE.matcher(range);
            boolean part = wanted.matches();
            long from = part ? Long.parseLong(wanted.group(1)) : 0;
            Page before = pages.get(path);
            long length = before == null
                    ? 0
                    : (part ? Math.min(Long.parseLong(wanted.group(2)) + 1, before.bytes.length) : before.bytes.length)
                            - from;
            Fault fault = faults.next(path, length);
            Page page = pages.get(path);
            if (page == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            if (page.tag.startsWith("->")) {
                exchange.getResponseHeaders().set("Location", page.tag.substring(3));
                exchange.sendResponseHeaders(302, -1);
                return;
            }
            if (fault.kind == Kind.UNAVAILABLE || fault.kind == Kind.SLOW_DOWN) {
                exchange.sendResponseHeaders(fault.kind == Kind.UNAVAILABLE ? 503 : 429, -1);
                return;
            }
            String match = exchange.getRequestHeaders().getFirst("If-Match");
            if (match != null && !match.equals(page.tag)) {
                exchange.sendResponseHeaders(412, -1);
                return;
            }
            part &= !page.tag.isEmpty() && fault.kind != Kind.WHOLE;
            if (!page.tag.isEmpty()) {
                exchange.getResponseHeaders().set("ETag", page.tag);
            }
            long to = part ? Math.min(Long.parseLong(wanted.group(2)) + 1, page.bytes.length) : page.bytes.length;
            if (part && from >= page.bytes.length) {
                exchange.getResponseHeaders().set("Content-Range", "bytes */" + page.bytes.length);
                exchange.sendResponseHeaders(416, -1);
                return;
            }
            if (part) {
                exchange.getResponseHeaders().set("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, page.size));
            } else {
                from = 0;
            }
            exchange.sendResponseHeaders(part ? 206 : 200, to - from == 0 ? -1 : to - from);
            send(exchange.getResponseBody(), page.bytes, (int) from, (int) to, fault);
        }
    }

    private static void send(OutputStream out, byte[] bytes, int from, int to, Fault fault) throws IOException {
        boolean ends = fault.kind == Kind.CUT || fault.kind == Kind.STALL;
        int count = ends ? (int) Math.min(fault.after, to - from) : to - from;
        out.write(bytes, from, count);
        out.flush();
        if (fault.kind == Kind.STALL) {
            try {
                Thread.sleep(3000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
