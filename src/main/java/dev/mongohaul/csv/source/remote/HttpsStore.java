package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * Files of web servers, each by its address. Ranges are read where the server gives a strong entity tag, which tells that
 * all of them are of one version (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1">RFC 9110, 13.1.1</a>);
 * other files are read as a whole. Redirects stay on their server.
 */
final class HttpsStore implements RemoteStore {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration STALL = Duration.ofSeconds(30);
    private static final int MOST_REDIRECTS = 5;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (?:(\\d+)-(\\d+)|\\*)/(\\d+)");

    private final RemoteRules rules;
    private final HttpCredentials credentials;
    private final GuardedSockets sockets;
    private final Duration stall;

    HttpsStore(RemoteRules rules, HttpCredentials credentials) {
        this(rules, credentials, STALL);
    }

    /** @param stall longest time without a byte */
    HttpsStore(RemoteRules rules, HttpCredentials credentials, Duration stall) {
        this.stall = stall;
        this.rules = rules;
        this.credentials = credentials;
        this.sockets = new GuardedSockets(HttpsURLConnection::getDefaultSSLSocketFactory, rules::requirePeer);
    }

    /** A GET of one byte, since signatures are often for GET only. */
    @Override
    public List<RemoteObject> find(RemoteAddress address, int most) throws IOException {
        HttpsURLConnection connection = send(address, 0, 0, null);
        try {
            int status = connection.getResponseCode();
            if (status == HttpURLConnection.HTTP_NOT_FOUND || status == HttpURLConnection.HTTP_GONE) {
                return List.of();
            }
            Matcher range = CONTENT_RANGE.matcher(header(connection, "Content-Range"));
            String tag = header(connection, "ETag");
            boolean strong = tag.startsWith("\"");
            if (range.matches() && (status == HttpURLConnection.HTTP_PARTIAL || status == RANGE_NOT_SATISFIABLE)) {
                return List.of(object(connection, address, Long.parseLong(range.group(3)), tag, strong));
            }
            requireGood(address, connection);
            return List.of(object(connection, address, connection.getContentLengthLong(), tag, false));
        } finally {
            connection.disconnect();
        }
    }

    private static RemoteObject object(
            HttpsURLConnection connection, RemoteAddress address, long size, String tag, boolean ranges) {
        requireStored(address, connection);
        String modified = header(connection, "Last-Modified");
        return new RemoteObject(
                address, size, time(modified), tag.isEmpty() ? modified : tag, tag.startsWith("\""), ranges);
    }

    /** Refuses bytes that the server has packed for the way, unless they are those of an archive. */
    private static void requireStored(RemoteAddress address, HttpsURLConnection connection) {
        String encoding = header(connection, "Content-Encoding");
        if (!encoding.isEmpty()
                && !encoding.equals("identity")
                && !address.path().endsWith(".gz")) {
            throw InputException.refused(
                    "%s: the server sends it packed (Content-Encoding: %s), although it was asked not to"
                            .formatted(address, encoding));
        }
    }

    private static Instant time(String date) {
        try {
            return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    @Override
    public InputStream open(RemoteObject object, long from, long length) throws IOException {
        HttpsURLConnection connection = send(object.address(), from, from + length - 1, object);
        try {
            int status = connection.getResponseCode();
            requireSame(object, connection, status);
            requireGood(object.address(), connection);
            requireStored(object.address(), connection);
            Matcher range = CONTENT_RANGE.matcher(header(connection, "Content-Range"));
            boolean part = status == HttpURLConnection.HTTP_PARTIAL
                    && range.matches()
                    && String.valueOf(from).equals(range.group(1));
            boolean whole = status == HttpURLConnection.HTTP_OK
                    && length == object.size()
                    && connection.getContentLengthLong() == object.size();
            if (!part && !whole) {
                throw new IOException("the server answered with status %d, and not with the bytes from %,d on"
                        .formatted(status, from));
            }
            if (part && Long.parseLong(range.group(3)) != object.size()) {
                throw new ObjectChangedException("it has %s bytes now".formatted(range.group(3)));
            }
            return new FilterInputStream(connection.getInputStream()) {};
        } catch (IOException | RuntimeException e) {
            connection.disconnect();
            throw e;
        }
    }

    private static void requireSame(RemoteObject object, HttpsURLConnection connection, int status)
            throws ObjectChangedException {
        if (status == HttpURLConnection.HTTP_NOT_FOUND || status == HttpURLConnection.HTTP_GONE) {
            throw new ObjectChangedException("it is not there any more");
        }
        boolean good = status == HttpURLConnection.HTTP_OK || status == HttpURLConnection.HTTP_PARTIAL;
        String tag = header(connection, "ETag");
        String now = tag.isEmpty() ? header(connection, "Last-Modified") : tag;
        if (status == HttpURLConnection.HTTP_PRECON_FAILED
                || status == RANGE_NOT_SATISFIABLE
                || (good && !now.equals(object.version()))) {
            throw new ObjectChangedException("the server has another version now");
        }
    }

    /** @param expected the version to ask for; null for any */
    private HttpsURLConnection send(RemoteAddress address, long from, long to, @Nullable RemoteObject expected)
            throws IOException {
        RemoteAddress at = address;
        String query = address.query();
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            HttpsURLConnection connection = connection(at, query);
            if (expected == null || expected.ranges()) {
                connection.setRequestProperty("Range", "bytes=%d-%d".formatted(from, to));
            }
            if (expected != null && expected.strong()) {
                connection.setRequestProperty("If-Match", expected.version());
            }
            String location = header(connection, "Location");
            int status = status(at, connection);
            if (status / 100 != 3 || location.isEmpty()) {
                return connection;
            }
            connection.disconnect();
            URI next = url(at, query).resolve(location);
            at = redirected(at, next);
            query = Objects.requireNonNullElse(next.getRawQuery(), "");
        }
        throw InputException.refused("%s is redirected more than %d times".formatted(address, MOST_REDIRECTS));
    }

    private RemoteAddress redirected(RemoteAddress from, URI to) {
        boolean same = "https".equalsIgnoreCase(to.getScheme())
                && to.getRawUserInfo() == null
                && from.host().equalsIgnoreCase(to.getHost())
                && port(from.port()) == port(to.getPort());
        if (!same) {
            throw InputException.refused("%s is redirected to %s://%s, another server: name the address there"
                    .formatted(from, to.getScheme(), to.getHost()));
        }
        RemoteAddress next = from.withPath(to.getRawPath());
        rules.require(next);
        return next;
    }

    private static int port(int port) {
        return port <= 0 ? 443 : port;
    }

    private HttpsURLConnection connection(RemoteAddress address, String query) throws IOException {
        URL url = url(address, query).toURL();
        HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
        connection.setSSLSocketFactory(sockets);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) stall.toMillis());
        connection.setRequestProperty("Accept-Encoding", "identity");
        connection.setRequestProperty("User-Agent", "mongohaul");
        Optional<String> authorization = credentials.of(address);
        authorization.ifPresent(value -> connection.setRequestProperty("Authorization", value));
        return connection;
    }

    private static URI url(RemoteAddress address, String query) {
        String text = "https://%s%s%s%s"
                .formatted(
                        address.host(),
                        address.port() == 0 ? "" : ":" + address.port(),
                        address.path().replace(" ", "%20"),
                        query.isEmpty() ? "" : "?" + query);
        try {
            return URI.create(URI.create(text).toASCIIString());
        } catch (IllegalArgumentException e) {
            throw InputException.refused(
                    "%s is not an address: characters other than letters, digits and -._~/ are written as %%XX"
                            .formatted(address));
        }
    }

    private static int status(RemoteAddress address, HttpsURLConnection connection) throws IOException {
        try {
            return connection.getResponseCode();
        } catch (SSLHandshakeException | SSLPeerUnverifiedException e) {
            throw InputException.refused(
                    "%s: the certificate of the server is not trusted (%s). Certificates are set in Java: JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=…"
                            .formatted(address, e.getMessage()));
        }
    }

    private static void requireGood(RemoteAddress address, HttpsURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        switch (status) {
            case HttpURLConnection.HTTP_OK, HttpURLConnection.HTTP_PARTIAL -> {}
            case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
                throw InputException.refused(
                        "%s: the server refuses it (status %d): the signature in the address has expired, or ~/.netrc, or MONGOHAUL_HTTP_AUTH_FILE, has no credentials for %s that it accepts"
                                .formatted(address, status, address.host()));
            case HttpURLConnection.HTTP_CLIENT_TIMEOUT, TOO_MANY_REQUESTS ->
                throw new IOException("the server answered with status " + status);
            default -> {
                if (status / 100 == 5) {
                    throw new IOException("the server answered with status " + status);
                }
                throw InputException.refused("%s: the server answered with status %d".formatted(address, status));
            }
        }
    }

    /** Waits for the answer. */
    private static String header(HttpsURLConnection connection, String name) {
        return Objects.requireNonNullElse(connection.getHeaderField(name), "");
    }

    /** Refused before, in the job file. */
    @Override
    public void move(RemoteObject object, RemoteAddress to) {
        throw InputException.refused("%s: a file of a web server cannot be moved".formatted(object.address()));
    }

    /** Refused before, in the job file. */
    @Override
    public void delete(RemoteObject object) {
        throw InputException.refused("%s: a file of a web server cannot be deleted".formatted(object.address()));
    }
}
