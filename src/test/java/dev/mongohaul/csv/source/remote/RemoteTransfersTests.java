package dev.mongohaul.csv.source.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.source.remote.TestWebServer.Fault;
import dev.mongohaul.csv.source.remote.TestWebServer.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transfers from a web server whose connections and pages fail. */
class RemoteTransfersTests {

    private static final int RANGE = 16 << 10;
    private static final Duration STALL = Duration.ofSeconds(1);

    @TempDir
    static Path folder;

    private static TestWebServer web;

    @BeforeAll
    static void start() throws Exception {
        web = TestWebServer.start(folder);
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @Test
    void noByteIsLostDoubledOrMixed() throws Exception {
        long first = TestSize.seed("remote.seed", 1);
        int runs = TestSize.of("remote.runs", 12, 300);
        int changed = 0;
        for (long seed = first; seed < first + runs; seed++) {
            changed += transfer(seed) ? 1 : 0;
        }
        System.out.printf("transfers: %d from seed %d, %d with a changed page%n", runs, first, changed);
    }

    /** Returns whether the page changed meanwhile, which ends the transfer. */
    private static boolean transfer(long seed) throws Exception {
        Random random = new Random(seed);
        byte[] content = bytes(random, 1 + random.nextInt(12 * RANGE));
        byte[] other = bytes(random, content.length);
        String path = "/" + seed + ".csv";
        boolean tagged = random.nextInt(4) > 0;
        put(path, content, tagged);
        HttpsStore store = store(RemoteRules.ANY);
        RemoteObject object = find(store, path);
        AtomicInteger left = new AtomicInteger(random.nextInt(4));
        AtomicBoolean changed = new AtomicBoolean();
        boolean changes = tagged && random.nextInt(4) == 0;
        web.faults((asked, length) -> fault(random, left, length, () -> {
            if (changes && !changed.getAndSet(true)) {
                web.put(path, other);
            }
        }));
        Path file = folder.resolve(seed + ".part");
        try (FileChannel bytes = open(file)) {
            new Fetch(store, object, bytes, TransferProgress.NONE, RANGE).run();
            assertThat(Files.readAllBytes(file)).as("seed %d", seed).isEqualTo(content);
            return false;
        } catch (ObjectChangedException e) {
            assertThat(changed).as("seed %d: %s", seed, e).isTrue();
            return true;
        } finally {
            web.faults(TestWebServer.Faults.NONE);
            Files.delete(file);
        }
    }

    private static RemoteObject find(RemoteStore store, String path) {
        RemoteAddress address = RemoteAddress.of(web.url(path));
        return Patience.of(address, () -> store.find(address, 1)).get(0);
    }

    private static Fault fault(Random random, AtomicInteger left, long length, Runnable change) {
        synchronized (random) {
            if (left.getAndDecrement() <= 0) {
                return new Fault(Kind.NONE, 0);
            }
            change.run();
            Kind[] kinds = Kind.values();
            return new Fault(kinds[random.nextInt(kinds.length)], length == 0 ? 0 : random.nextLong(length));
        }
    }

    @Test
    void copyInAFolderOfOthersIsRefused() throws Exception {
        byte[] content = bytes(new Random(2), 100);
        web.put("/copied.csv", content);
        Path copies = folder.resolve("copies");
        RemoteRules rules = new RemoteRules(null, List.of(), "", Long.MAX_VALUE, copies, TransferProgress.NONE);
        HttpsStore store = store(rules);
        RemoteObject object = find(store, "/copied.csv");
        try (FileChannel copy = new Copies(rules).open(store, object)) {
            assertThat(copy.size()).isEqualTo(content.length);
        }

        for (String permissions : List.of("rwxrwx---", "rwx---rwx", "rwxrwxrwx")) {
            Files.setPosixFilePermissions(copies, PosixFilePermissions.fromString(permissions));
            assertThatThrownBy(() -> new Copies(rules).open(store, object))
                    .hasMessageContaining("users other than its owner can write to " + copies)
                    .hasMessageContaining("mongohaul.import.remote.copy-directory");
        }

        Files.setPosixFilePermissions(copies, PosixFilePermissions.fromString("rwxr-xr-x"));
        new Copies(rules).open(store, object).close();
    }

    @Test
    void killedTransferGoesOnBehindItsCompleteRanges() throws Exception {
        byte[] content = bytes(new Random(1), 10 * RANGE + 5);
        web.put("/killed.csv", content);
        HttpsStore store = store(RemoteRules.ANY);
        RemoteObject object = find(store, "/killed.csv");
        Path file = folder.resolve("killed.part");
        try (FileChannel bytes = open(file)) {
            new Fetch(
                            store,
                            object,
                            bytes,
                            (address, done, size) -> {
                                if (done > size / 2) {
                                    throw new IllegalStateException("killed");
                                }
                            },
                            RANGE)
                    .run();
        } catch (IOException killed) {
            assertThat(killed).hasMessageContaining("killed");
        }
        web.requests().clear();
        try (FileChannel bytes = open(file)) {
            new Fetch(store, object, bytes, TransferProgress.NONE, RANGE).run();
        }

        assertThat(Files.readAllBytes(file)).isEqualTo(content);
        assertThat(web.requests()).hasSizeBetween(1, 10);
    }

    @Test
    void rangeWhoseBytesAreDamagedIsFetchedAgain() throws Exception {
        byte[] content = bytes(new Random(2), 3 * RANGE);
        web.put("/damaged.csv", content);
        HttpsStore store = store(RemoteRules.ANY);
        RemoteObject object = find(store, "/damaged.csv");
        Path file = folder.resolve("damaged.part");
        try (FileChannel bytes = open(file)) {
            AtomicInteger calls = new AtomicInteger();
            assertThatThrownBy(() ->
                            new Fetch(failingAfter(store, 2, calls), object, bytes, TransferProgress.NONE, RANGE).run())
                    .hasMessageContaining("no more");
        }
        try (FileChannel bytes = open(file)) {
            bytes.write(java.nio.ByteBuffer.wrap(new byte[2 * RANGE]), 0);
            new Fetch(store, object, bytes, TransferProgress.NONE, RANGE).run();
        }

        assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }

    private static RemoteStore failingAfter(RemoteStore store, int answers, AtomicInteger calls) {
        return new RemoteStore() {
            @Override
            public List<RemoteObject> find(RemoteAddress address, int most) throws IOException {
                return store.find(address, most);
            }

            @Override
            public java.io.InputStream open(RemoteObject object, long from, long length) throws IOException {
                if (calls.getAndIncrement() >= answers) {
                    throw new ObjectChangedException("no more");
                }
                return store.open(object, from, length);
            }

            @Override
            public void move(RemoteObject object, RemoteAddress to) throws IOException {
                store.move(object, to);
            }

            @Override
            public void delete(RemoteObject object) throws IOException {
                store.delete(object);
            }
        };
    }

    @Test
    void redirectStaysOnItsServer() throws Exception {
        web.put("/real.csv", "a\n1\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        web.redirect("/near.csv", "/real.csv");
        web.redirect("/plain.csv", "http://127.0.0.1/real.csv");
        web.redirect("/far.csv", "https://169.254.169.254/latest/meta-data");
        web.redirect("/user.csv", web.url("/real.csv").replace("//", "//u:p@"));

        assertThat(store(RemoteRules.ANY).find(RemoteAddress.of(web.url("/near.csv")), 1))
                .singleElement()
                .satisfies(found -> assertThat(found.size()).isEqualTo(4));
        for (String path : List.of("/plain.csv", "/far.csv", "/user.csv")) {
            assertThatThrownBy(() -> store(RemoteRules.ANY).find(RemoteAddress.of(web.url(path)), 1))
                    .hasMessageContaining("another server")
                    .hasMessageNotContaining("u:p");
        }
    }

    @Test
    void redirectOutOfTheAllowedFolderIsRefused() {
        web.put("/other/real.csv", "a\n1\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        web.redirect("/in/a.csv", "/other/real.csv");
        RemoteRules rules = confined(List.of("127.0.0.0/8"), web.url("/in/"));

        assertThatThrownBy(() -> store(rules).find(RemoteAddress.of(web.url("/in/a.csv")), 1))
                .hasMessageContaining("/other/real.csv is outside of");
    }

    @Test
    void connectionToAPrivateAddressIsRefused() {
        web.requests().clear();
        RemoteAddress address = RemoteAddress.of(web.url("/a.csv").replace("127.0.0.1", "localhost"));
        RemoteRules rules = confined(List.of(), address.toString());

        assertThatThrownBy(() -> store(rules).find(address, 1)).hasMessageContaining("a private address");
        assertThat(web.requests()).isEmpty();
    }

    @Test
    void missingPageIsNotFound() throws Exception {
        assertThat(store(RemoteRules.ANY).find(RemoteAddress.of(web.url("/none.csv")), 1))
                .isEmpty();
    }

    @Test
    void emptyPageHasNoBytes() throws Exception {
        web.put("/empty.csv", new byte[0]);

        assertThat(store(RemoteRules.ANY).find(RemoteAddress.of(web.url("/empty.csv")), 1))
                .singleElement()
                .satisfies(found -> assertThat(found.size()).isZero());
    }

    @Test
    void credentialsOfTheServerAreSent() throws Exception {
        web.put("/closed.csv", "a\n1\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        Path home = Files.createDirectories(folder.resolve("home"));
        Path netrc = Files.writeString(
                home.resolve(".netrc"),
                "machine other.example login a password b\nmachine 127.0.0.1\n login jane\n password secret\n");
        netrc.toFile().setReadable(false, false);
        netrc.toFile().setReadable(true, true);
        web.requests().clear();

        HttpCredentials credentials = new HttpCredentials(Map.of(), home);
        new HttpsStore(RemoteRules.ANY, credentials, STALL).find(RemoteAddress.of(web.url("/closed.csv")), 1);
        assertThat(web.requests()).singleElement().asString().endsWith(" Basic amFuZTpzZWNyZXQ=");

        Path own = Files.writeString(folder.resolve("auth"), web.url("").substring(8) + " Bearer abc\n");
        HttpCredentials tokens = new HttpCredentials(Map.of("MONGOHAUL_HTTP_AUTH_FILE", own.toString()), home);
        assertThatThrownBy(() -> tokens.of(RemoteAddress.of(web.url("/closed.csv"))))
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining("abc");
        own.toFile().setReadable(false, false);
        own.toFile().setReadable(true, true);
        assertThat(tokens.of(RemoteAddress.of(web.url("/closed.csv")))).contains("Bearer abc");
        assertThat(tokens.of(RemoteAddress.of("https://127.0.0.1/closed.csv"))).isEmpty();
    }

    private static RemoteRules confined(List<String> networks, String... sources) {
        return new RemoteRules(
                List.of(sources),
                networks.stream().map(Network::of).toList(),
                "the test",
                Long.MAX_VALUE,
                folder,
                TransferProgress.NONE);
    }

    private static HttpsStore store(RemoteRules rules) {
        return new HttpsStore(rules, new HttpCredentials(Map.of(), folder.resolve("nobody")), STALL);
    }

    private static void put(String path, byte[] bytes, boolean tagged) {
        if (tagged) {
            web.put(path, bytes);
        } else {
            web.putUntagged(path, bytes);
        }
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
}
