package dev.mongohaul.csv.source.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.mongohaul.csv.input.InputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the store makes of answers that a server of the tests does not give. */
class S3AnswersTests {

    private static final List<String> PROPERTIES =
            List.of("aws.endpointUrlS3", "aws.accessKeyId", "aws.secretAccessKey", "aws.region");
    private static final RemoteAddress ADDRESS = RemoteAddress.of("s3://bucket/in.csv");
    private static final RemoteObject OBJECT = new RemoteObject(ADDRESS, 10, Instant.EPOCH, "abc", true, true);

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private HttpHandler answer = exchange -> error(exchange, 500, "InternalError", "no answer is set");
    private S3Store store;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            answer.handle(exchange);
            exchange.close();
        });
        server.start();
        System.setProperty(
                "aws.endpointUrlS3", "http://127.0.0.1:" + server.getAddress().getPort());
        System.setProperty("aws.accessKeyId", "tester");
        System.setProperty("aws.secretAccessKey", "secret");
        store = new S3Store(S3Clients.create(), 1L << 30);
    }

    @AfterEach
    void stop() {
        server.stop(0);
        PROPERTIES.forEach(System::clearProperty);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | AccessDenied | Access Denied | access is denied; the credentials need the rights s3:",
                "400 | ExpiredToken | The provided token has expired. | the credentials have expired",
                "403 | InvalidAccessKeyId | does not exist | does not know the access key",
                "403 | SignatureDoesNotMatch | does not match | the secret key is not that of the access key",
                "403 | RequestTimeTooSkewed | too large | the clock of this machine is wrong",
                "404 | NoSuchBucket | no bucket | the server has no such bucket",
                "403 | AccessDenied | Bucket is requester pays bucket but no header | the requester pays",
                "400 | InvalidRequest | stored using a form of Server Side Encryption. | (SSE-C), which is not supported",
                "403 | InvalidObjectState | not valid for the storage class | the object is archived (Glacier)",
                "301 | PermanentRedirect | other endpoint | the bucket is in another region",
                "501 | NotImplemented | header | does not support this request",
                "418 | Odd | tea | the server refuses (418 Odd: tea)"
            })
    void refusalsHaveAReason(int status, String code, String message, String reason) {
        answer = exchange -> error(exchange, status, code, message);

        for (String address : List.of("s3://bucket/in.csv", "s3://bucket/*.csv")) {
            assertThatExceptionOfType(InputException.class)
                    .isThrownBy(() -> store.find(RemoteAddress.of(address), 10))
                    .withMessageStartingWith(address + ": ")
                    .withMessageContaining(reason)
                    .withMessageContaining("(%d %s: %s", status, code, message);
        }
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> store.open(OBJECT, 0, 10))
                .withMessageContaining(reason);
        assertThat(requests).allMatch(request -> request.contains(" /bucket"));
    }

    private static void error(HttpExchange exchange, int status, String code, String message) throws IOException {
        String body = "<Error><Code>%s</Code><Message>%s</Message><AWSAccessKeyId>tester</AWSAccessKeyId></Error>"
                .formatted(code, message);
        respond(exchange, status, body.getBytes(StandardCharsets.UTF_8));
    }

    private static void respond(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "503, SlowDown",
        "500, InternalError",
        "429, TooManyRequests",
        "408, RequestTimeout",
        "400, RequestTimeout",
        "409, OperationAborted"
    })
    void troubleOfTheServerIsTemporary(int status, String code) {
        answer = exchange -> error(exchange, status, code, "try again");

        assertThatIOException()
                .isThrownBy(() -> store.find(ADDRESS, 10))
                .withMessageStartingWith("the server answered %d", status);
        assertThatIOException().isThrownBy(() -> store.open(OBJECT, 0, 10));
        assertThat(requests.size()).as("no request is repeated: %s", requests).isLessThanOrEqualTo(3);
    }

    @Test
    void deadServerIsTemporary() {
        server.stop(0);

        assertThatIOException().isThrownBy(() -> store.find(ADDRESS, 10)).withMessage("Connection refused");
    }

    @Test
    void unknownHostIsRefused() {
        System.setProperty("aws.endpointUrlS3", "http://no-such-host.invalid");

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> new S3Store(S3Clients.create(), 1).find(ADDRESS, 10))
                .withMessageStartingWith("s3://bucket/in.csv: the host no-such-host.invalid")
                .withMessageEndingWith("was not found; check AWS_REGION and AWS_ENDPOINT_URL_S3");
    }

    @Test
    void otherObjectIsNotReadThoughTheServerIgnoresConditions() {
        answer = exchange -> range(exchange, 206, "\"other\"", "bytes 0-9/10", 10);

        assertThatExceptionOfType(ObjectChangedException.class)
                .isThrownBy(() -> store.open(OBJECT, 0, 10))
                .withMessage("the server has another version now");
    }

    private static void range(HttpExchange exchange, int status, String tag, String range, int length)
            throws IOException {
        exchange.getResponseHeaders().set("ETag", tag);
        if (!range.isEmpty()) {
            exchange.getResponseHeaders().set("Content-Range", range);
        }
        respond(exchange, status, new byte[length]);
    }

    @ParameterizedTest
    @CsvSource({"206, bytes 1-5/10, 5", "200, '', 10", "206, bytes 0-4/11, 5"})
    void otherRangeIsNotRead(int status, String range, int length) {
        answer = exchange -> range(exchange, status, "\"abc\"", range, length);

        assertThatIOException()
                .isThrownBy(() -> store.open(OBJECT, 0, 5))
                .withMessageStartingWith(
                        "the server was asked for bytes=0-4, and answered with %s",
                        range.isEmpty() ? "all bytes" : range);
    }

    @Test
    void wholeObjectIsReadFromAServerWithoutRanges() throws IOException {
        answer = exchange -> range(exchange, 200, "\"abc\"", "", 10);

        try (InputStream in = store.open(OBJECT, 0, 10)) {
            assertThat(in.readAllBytes()).hasSize(10);
        }
    }

    @Test
    void shortAnswerFails() throws IOException {
        answer = exchange -> {
            exchange.getResponseHeaders().set("ETag", "\"abc\"");
            exchange.getResponseHeaders().set("Content-Range", "bytes 0-9/10");
            exchange.sendResponseHeaders(206, 0);
            exchange.getResponseBody().write(new byte[7]);
        };

        try (InputStream in = store.open(OBJECT, 0, 10)) {
            assertThatExceptionOfType(EOFException.class)
                    .isThrownBy(in::readAllBytes)
                    .withMessage("the connection ended with 3 bytes left");
        }
    }

    @Test
    void missingCredentialsAreExplained() {
        System.clearProperty("aws.secretAccessKey");
        System.setProperty("aws.disableEc2Metadata", "true");
        try {
            assertThatExceptionOfType(InputException.class)
                    .isThrownBy(S3Store::new)
                    .withMessageContaining("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE");
        } finally {
            System.clearProperty("aws.disableEc2Metadata");
        }
    }
}
