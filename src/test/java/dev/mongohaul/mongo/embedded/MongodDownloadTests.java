package dev.mongohaul.mongo.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MongodDownloadTests {

    @TempDir
    private Path folder;

    private HttpServer host;
    private byte[] archive = {};
    private boolean hasOtherSum;

    @BeforeEach
    void startHost() throws IOException {
        host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        host.createContext("/", this::answer);
        host.start();
        Files.createDirectories(cache());
    }

    @AfterEach
    void stopHost() {
        host.stop(0);
    }

    @Test
    void downloadedServerIsInstalledInTheCache() throws Exception {
        archive = archiveOf(FakeMongod.working(folder.resolve("mongodb/bin/mongod"), "8.0.23"));

        Optional<Mongod> mongod = download(address(host));

        assertThat(mongod).contains(new Mongod(cache().resolve("mongod-8.0.23"), "8.0.23"));
        assertThat(finder(address(host)).newestCached()).isEqualTo(mongod);
        assertThat(cache()).isDirectoryNotContaining("glob:**download-*");
    }

    @Test
    void archiveWithAnotherChecksumIsNotRun() throws Exception {
        archive = archiveOf(FakeMongod.working(folder.resolve("mongodb/bin/mongod"), "8.0.23"));
        hasOtherSum = true;

        assertThat(download(address(host))).isEmpty();
        assertThat(cache()).isEmptyDirectory();
    }

    @Test
    void downloadedServerThatDoesNotRunHereIsNotInstalled() throws Exception {
        archive = archiveOf(FakeMongod.broken(folder.resolve("mongodb/bin/mongod")));

        assertThat(download(address(host))).isEmpty();
        assertThat(cache()).isEmptyDirectory();
    }

    @Test
    void damagedArchiveIsNotInstalled() {
        archive = new byte[] {1, 2, 3};

        assertThat(download(address(host))).isEmpty();
        assertThat(cache()).isEmptyDirectory();
    }

    @Test
    void silentHostIsAbandoned() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThat(download("http://127.0.0.1:" + silent.getLocalPort())).isEmpty();
        }
    }

    private Optional<Mongod> download(String host) {
        return finder(host).download();
    }

    private MongodFinder finder(String host) {
        return new MongodFinder(Map.of("MONGOHAUL_CACHE", cache().toString()), host);
    }

    private Path cache() {
        return folder.resolve("cache");
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        boolean sum = exchange.getRequestURI().getPath().endsWith(".sha256");
        byte[] body =
                sum ? (sha256(hasOtherSum ? new byte[] {1} : archive) + "  mongodb.tgz\n").getBytes(UTF_8) : archive;
        exchange.sendResponseHeaders(200, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] archiveOf(Path mongod) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            TarArchiveEntry entry =
                    new TarArchiveEntry(mongod, folder.relativize(mongod).toString());
            entry.setMode(TarArchiveEntry.DEFAULT_FILE_MODE | 0100);
            tar.putArchiveEntry(entry);
            Files.copy(mongod, tar);
            tar.closeArchiveEntry();
        }
        return bytes.toByteArray();
    }

    private static String address(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }
}
