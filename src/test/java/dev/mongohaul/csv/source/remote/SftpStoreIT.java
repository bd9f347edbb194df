package dev.mongohaul.csv.source.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.Programs;
import dev.mongohaul.TestSize;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.faults.wire.Relay;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.sshd.client.config.hosts.KnownHostHashValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/** Files of an SFTP server, and what its users can do wrong. */
@Tag(Programs.TAG)
class SftpStoreIT {

    /** Longer than an answer takes on a machine with much to do. */
    private static final Duration STALL = Duration.ofSeconds(30);

    private static final String USER = System.getProperty("user.name");

    @TempDir
    static Path folder;

    private static TestSshServer server;
    private static SftpStore store;

    @BeforeAll
    static void start() throws Exception {
        server = TestSshServer.start(folder.resolve("server"));
        store = store(Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void knowTheHost() throws IOException {
        server.know("ed25519");
    }

    private static SftpStore store(Map<String, String> environment) {
        return store(environment, server.home(), peer -> {});
    }

    private static SftpStore store(Map<String, String> environment, Path home, Consumer<InetAddress> guard) {
        return new SftpStore(new SftpClientSettings(environment, home, STALL), guard);
    }

    private static RemoteAddress address(String name) {
        return RemoteAddress.of(server.url(name));
    }

    private static Path file(String name, byte[] content) throws IOException {
        Path file = server.files().resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    private static RemoteObject found(String name) throws IOException {
        return store.find(address(name), 1000).stream().findFirst().orElseThrow();
    }

    private static List<String> names(RemoteAddress pattern) throws IOException {
        return store.find(pattern, 1000).stream()
                .map(object -> object.address().path().replaceFirst("^/~/|^" + server.files() + "/", ""))
                .toList();
    }

    private static byte[] bytes(long seed, int count) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    void fileIsFoundWithItsSizeAndTime() throws Exception {
        Path file = file("one.csv", new byte[7]);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-02T03:04:05Z")));

        assertThat(found("one.csv"))
                .isEqualTo(new RemoteObject(
                        address("one.csv"), 7, Instant.parse("2026-01-02T03:04:05Z"), "7 1767323045", false, true));
        assertThat(store.find(address("none.csv"), 1)).isEmpty();
        assertThat(store.find(address("none/one.csv"), 1)).isEmpty();
        assertThatThrownBy(() -> store.find(RemoteAddress.of(server.url("").replaceFirst("/$", "")), 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void pathBelowTheHomeFolderIsRelative() throws Exception {
        file("home.csv", new byte[1]);
        String home = "sftp://%s@127.0.0.1:%d/~/".formatted(USER, server.port());

        assertThat(names(RemoteAddress.of(home + "home.csv"))).containsExactly("home.csv");
        assertThat(names(RemoteAddress.of(home + "ho?e.csv"))).containsExactly("home.csv");
    }

    @Test
    void patternFindsFilesInFoldersThatMatch() throws Exception {
        for (String name : List.of("p/a/1.csv", "p/a/2.txt", "p/b/1.csv", "p/b/deep/3.csv", "p/c1/4.csv", "p/0.csv")) {
            file(name, new byte[1]);
        }

        assertThat(names(address("p/*/*.csv"))).containsExactly("p/a/1.csv", "p/b/1.csv", "p/c1/4.csv");
        assertThat(names(address("p/{a,b}/1.csv"))).containsExactly("p/a/1.csv", "p/b/1.csv");
        assertThat(names(address("p/{b/deep,a}/*.csv"))).containsExactly("p/a/1.csv", "p/b/deep/3.csv");
        assertThat(names(address("p/c[0-9]/*"))).containsExactly("p/c1/4.csv");
        assertThat(names(address("p/b/**"))).containsExactly("p/b/1.csv", "p/b/deep/3.csv");
        assertThat(names(address("p/**.csv")))
                .containsExactly("p/0.csv", "p/a/1.csv", "p/b/1.csv", "p/b/deep/3.csv", "p/c1/4.csv");
        assertThat(names(address("p/none/*.csv"))).isEmpty();
        assertThat(store.find(address("p/c1/*"), 3)).hasSize(1);
        assertThatThrownBy(() -> store.find(address("p/**"), 9))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("it may look at 9 files and folders");
    }

    @Test
    void patternsFollowNoLinks() throws Exception {
        // The other server lists links as what they lead to.
        TestSshServer.requireOpenSsh();
        Path real = file("l/real/1.csv", new byte[3]);
        Files.createSymbolicLink(server.files().resolve("l/other"), Path.of("real"));
        Files.createSymbolicLink(server.files().resolve("l/real/loop"), Path.of("../../l"));
        Files.createSymbolicLink(server.files().resolve("l/real/name.csv"), real);
        Files.createSymbolicLink(server.files().resolve("l/real/dangling.csv"), Path.of("nowhere"));

        assertThat(names(address("l/**.csv"))).containsExactly("l/real/1.csv");
        assertThat(names(address("l/other/*.csv"))).containsExactly("l/other/1.csv");
        assertThat(found("l/real/name.csv").size()).isEqualTo(3);
    }

    @Test
    void nothingBehindALinkIsMovedOrDeleted() throws Exception {
        Path victim = file("v/victim/1.csv", new byte[3]);
        Path own = file("v/in/2.csv", new byte[3]);
        Files.createSymbolicLink(server.files().resolve("v/in/sub"), Path.of("../victim"));
        RemoteObject linked = found("v/in/sub/1.csv");

        assertThatThrownBy(() -> store.delete(linked)).hasMessageContaining("v/in/sub is a link");
        assertThatThrownBy(() -> store.move(linked, address("v/done/1.csv")))
                .hasMessageContaining("v/in/sub is a link");
        assertThatThrownBy(() -> store.move(found("v/in/2.csv"), address("v/in/sub/2.csv")))
                .hasMessageContaining("v/in/sub is a link");
        assertThat(victim).exists();
        assertThat(own).exists();
    }

    @Test
    void namesAreTakenAsTheyAreTyped() throws Exception {
        for (String name : List.of("n/two words.csv", "n/größe.csv", "n/100%25.csv", "n/a[1].csv", "n/a?b#c.csv")) {
            file(name, name.getBytes(java.nio.charset.StandardCharsets.UTF_8));

            RemoteObject found = found(name);

            assertThat(found.address()).isEqualTo(address(name));
            assertThat(content(found, 0, found.size()))
                    .isEqualTo(Files.readAllBytes(server.files().resolve(name)));
        }
        assertThat(names(address("n/*.csv"))).hasSize(5);
    }

    private static byte[] content(RemoteObject object, long from, long length) throws IOException {
        return content(store, object, from, length);
    }

    private static byte[] content(SftpStore store, RemoteObject object, long from, long length) throws IOException {
        try (InputStream in = store.open(object, from, length)) {
            return in.readAllBytes();
        }
    }

    @Test
    void rangesAreTheBytesOfTheFile() throws Exception {
        long seed = System.nanoTime();
        System.out.println("ranges: seed " + seed);
        Random random = new Random(seed);
        byte[] content = bytes(seed, 3_000_000);
        file("ranges.csv", content);
        RemoteObject object = found("ranges.csv");

        for (int i = 0; i < 30; i++) {
            int from = random.nextInt(content.length);
            int length = 1 + random.nextInt(content.length - from);
            assertThat(content(object, from, length)).isEqualTo(Arrays.copyOfRange(content, from, from + length));
        }
        assertThat(content(object, 0, 1)).containsExactly(content[0]);
        assertThat(content(object, 0, content.length)).isEqualTo(content);
        assertThat(content(object, content.length - 1, 1)).containsExactly(content[content.length - 1]);
        try (InputStream in = store.open(object, 5, 2_000_000)) {
            assertThat(in.readNBytes(3)).containsExactly(content[5], content[6], content[7]);
        }
    }

    @Test
    void changedFileIsNotRead() throws Exception {
        Path file = file("changing.csv", bytes(1, 3_000_000));
        RemoteObject object = found("changing.csv");
        try (InputStream in = store.open(object, 0, object.size())) {
            in.readNBytes(1000);
            Files.write(file, new byte[10], StandardOpenOption.APPEND);
            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOf(ObjectChangedException.class)
                    .hasMessageContaining("it had 3,000,000 bytes");
        }
        assertThatThrownBy(() -> store.open(object, 0, 1)).isInstanceOf(ObjectChangedException.class);

        RemoteObject longer = found("changing.csv");
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        assertThatThrownBy(() -> store.open(longer, 0, 1)).isInstanceOf(ObjectChangedException.class);

        RemoteObject old = found("changing.csv");
        try (InputStream in = store.open(old, 0, old.size())) {
            in.readNBytes(1000);
            Files.write(file, new byte[10]);
            assertThatThrownBy(in::readAllBytes).isInstanceOf(ObjectChangedException.class);
        }
        Files.delete(file);
        assertThatThrownBy(() -> store.open(old, 0, 1))
                .isInstanceOf(ObjectChangedException.class)
                .hasMessageContaining("is gone");
    }

    @Test
    void replacedFileIsReadToItsEnd() throws Exception {
        // The other server shows the attributes of the file that has the name now.
        TestSshServer.requireOpenSsh();
        byte[] content = bytes(2, 3_000_000);
        Path file = file("replaced.csv", content);
        RemoteObject object = found("replaced.csv");
        try (InputStream in = store.open(object, 0, object.size())) {
            byte[] begin = in.readNBytes(1000);
            Files.move(file("replaced.tmp", new byte[10]), file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);

            assertThat(begin).isEqualTo(Arrays.copyOf(content, 1000));
            assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(content, 1000, content.length));
        }
        assertThatThrownBy(() -> store.open(object, 0, 1)).isInstanceOf(ObjectChangedException.class);
    }

    @Test
    void moveReplacesNothing() throws Exception {
        Path file = file("move/a.csv", new byte[5]);
        RemoteObject object = found("move/a.csv");
        Path there = file("move/there.csv", new byte[1]);

        assertThatThrownBy(() -> store.move(object, address("move/there.csv")))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("there.csv");
        assertThat(there).hasSize(1);
        store.move(object, address("move/done/2026/a.csv"));
        assertThat(file).doesNotExist();
        assertThat(server.files().resolve("move/done/2026/a.csv")).hasSize(5);
        store.move(object, address("move/done/2026/a.csv"));
        assertThatThrownBy(() -> store.move(object, address("move/b.csv"))).isInstanceOf(ObjectChangedException.class);

        file("move/a.csv", new byte[6]);
        assertThatThrownBy(() -> store.move(object, address("move/b.csv"))).isInstanceOf(ObjectChangedException.class);
        assertThat(file).hasSize(6);
    }

    @Test
    void deleteSparesAChangedFile() throws Exception {
        Path file = file("delete.csv", new byte[5]);
        RemoteObject object = found("delete.csv");
        file("delete.csv", new byte[6]);

        assertThatThrownBy(() -> store.delete(object)).isInstanceOf(ObjectChangedException.class);
        assertThat(file).exists();
        store.delete(found("delete.csv"));
        assertThat(file).doesNotExist();
    }

    @Test
    void rightsThatAreMissingAreNamed() throws Exception {
        try (TestSshServer readable = TestSshServer.startReadOnly(folder.resolve("readable"))) {
            Path file = Files.write(readable.files().resolve("a.csv"), new byte[5]);
            SftpStore reader = store(Map.of(), readable.home(), peer -> {});
            RemoteObject object =
                    reader.find(RemoteAddress.of(readable.url("*.csv")), 10).get(0);

            assertThatThrownBy(() -> reader.delete(object))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(readable.url("a.csv"))
                    .hasMessageContaining("does not allow this to the user " + USER);
            assertThatThrownBy(() -> reader.move(object, RemoteAddress.of(readable.url("b.csv"))))
                    .isInstanceOf(InputException.class);
            assertThat(file).exists();
        }
    }

    @Test
    void hostThatIsNotKnownIsRefused() throws Exception {
        Files.writeString(server.knownHosts(), "");
        String fingerprint = SshKeys.fingerprint(server.publicKey("host_ed25519"));

        assertRefused(store(Map.of()), "the host is not known", "ssh-keyscan -t ", "-p " + server.port(), "SHA256:");
        assertThat(server.knownHosts()).isEmptyFile();
        Files.delete(server.knownHosts());
        assertRefused(store(Map.of()), "the host is not known");

        Files.writeString(
                server.knownHosts(),
                "[127.0.0.1]:%d %s".formatted(server.port(), server.publicKey("home/.ssh/id_ed25519")));
        assertRefused(store(Map.of()), "the host shows the key " + fingerprint, "its key was changed", "ssh-keygen -f");

        server.know("ed25519");
        Files.writeString(
                server.knownHosts(), "@revoked * " + server.publicKey("host_ed25519"), StandardOpenOption.APPEND);
        assertRefused(store(Map.of()), "marks as revoked");

        assertRefused(
                store(Map.of("MONGOHAUL_SSH_KNOWN_HOSTS", folder.toString())),
                folder + ": the known hosts of SSH cannot be read");
    }

    @Test
    void hostIsKnownByItsAuthority() throws Exception {
        String authority = "@cert-authority [127.0.0.1]:%d %s".formatted(server.port(), server.publicKey("authority"));
        Files.writeString(server.knownHosts(), authority);
        assertThat(store(Map.of()).find(address("none"), 1)).isEmpty();

        Files.writeString(server.knownHosts(), authority.replace("127.0.0.1", "127.0.0.2"));
        assertRefused(store(Map.of()), "the host is not known");
        Files.writeString(
                server.knownHosts(),
                authority + "@revoked [127.0.0.1]:%d %s".formatted(server.port(), server.publicKey("authority")));
        assertRefused(store(Map.of()), "marks as revoked");
    }

    private static void assertRefused(SftpStore store, String... parts) {
        assertThatThrownBy(() -> store.find(address("a.csv"), 1))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void hostIsKnownByAnyOfItsKeys() throws Exception {
        for (String kind : List.of("rsa", "ecdsa", "ed25519")) {
            server.know(kind);
            assertThat(store(Map.of()).find(address("none"), 1)).as(kind).isEmpty();
        }
        byte[] salt = bytes(4, 20);
        String hashed = KnownHostHashValue.append(
                        new StringBuilder(),
                        KnownHostHashValue.DEFAULT_DIGEST,
                        salt,
                        KnownHostHashValue.calculateHashValue(
                                "127.0.0.1", server.port(), KnownHostHashValue.DEFAULT_DIGEST, salt))
                .toString();
        assertThat(hashed).startsWith("|1|");
        Files.writeString(server.knownHosts(), hashed + " " + server.publicKey("host_ed25519"));
        assertThat(store(Map.of()).find(address("none"), 1)).isEmpty();

        Path other = folder.resolve("other_hosts");
        Files.move(server.knownHosts(), other, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(store(Map.of("MONGOHAUL_SSH_KNOWN_HOSTS", other.toString())).find(address("none"), 1))
                .isEmpty();
    }

    @Test
    void keyThatIsNotAcceptedIsNamed() throws Exception {
        Path home = Files.createDirectories(folder.resolve("stranger/.ssh")).getParent();
        Files.copy(server.knownHosts(), home.resolve(".ssh/known_hosts"));
        SftpStore stranger = store(Map.of(), home, peer -> {});
        assertRefused(stranger, "There is no key for SSH", "MONGOHAUL_SSH_KEY");

        Path key = home.resolve(".ssh/id_rsa");
        SshKeys.write(SshKeys.generate("rsa"), key, "");
        String fingerprint = SshKeys.fingerprint(Files.readString(home.resolve(".ssh/id_rsa.pub")));
        assertRefused(
                stranger, "does not let the user " + USER + " in", "%s (%s)".formatted(key, fingerprint), "authorized");

        key.toFile().setReadable(true, false);
        assertRefused(stranger, key + ": others can read or change it: chmod 600 it");
        Files.writeString(key, "no key");
        key.toFile().setReadable(false, false);
        key.toFile().setReadable(true, true);
        assertRefused(stranger, key + " is no private key");
    }

    @Test
    void keyWithAPassphraseNeedsItsFile() throws Exception {
        Path home = Files.createDirectories(folder.resolve("careful/.ssh")).getParent();
        Files.copy(server.knownHosts(), home.resolve(".ssh/known_hosts"));
        Path key = folder.resolve("careful/key");
        SshKeys.write(SshKeys.generate("ed25519"), key, "open sesame");
        Files.writeString(
                folder.resolve("server/authorized_keys"),
                Files.readString(folder.resolve("careful/key.pub")),
                StandardOpenOption.APPEND);
        Map<String, String> environment = new HashMap<>(Map.of("MONGOHAUL_SSH_KEY", key.toString()));
        assertRefused(store(environment, home, peer -> {}), "the private key has a passphrase");

        Path passphrase = Files.writeString(folder.resolve("passphrase"), "open says me\n");
        passphrase.toFile().setReadable(false, false);
        passphrase.toFile().setReadable(true, true);
        environment.put("MONGOHAUL_SSH_KEY_PASSPHRASE_FILE", passphrase.toString());
        assertThatThrownBy(() -> store(environment, home, peer -> {}).find(address("a.csv"), 1))
                .hasMessageContaining("does not open the private key")
                .hasMessageNotContaining("says me");

        Files.writeString(passphrase, "open sesame\n");
        assertThat(store(environment, home, peer -> {}).find(address("none"), 1))
                .isEmpty();
    }

    @Test
    void keysOfAnAgentAreUsed() throws Exception {
        String agentProgram =
                Programs.require("ssh-agent", "apt-get install openssh-client").toString();
        Path home = Files.createDirectories(folder.resolve("agent/.ssh")).getParent();
        Files.copy(server.knownHosts(), home.resolve(".ssh/known_hosts"));
        // The name of a socket is short.
        Path socket = Files.createTempDirectory("agent").resolve("socket");
        Map<String, String> environment = Map.of("SSH_AUTH_SOCK", socket.toString());
        assertRefused(store(environment, home, peer -> {}), "There is no key for SSH");
        Process agent = new ProcessBuilder(agentProgram, "-D", "-a", socket.toString()).start();
        try {
            while (Files.notExists(socket)) {
                Thread.sleep(10);
            }
            ProcessBuilder add = new ProcessBuilder(
                    "ssh-add", "-q", server.home().resolve(".ssh/id_ed25519").toString());
            add.environment().putAll(environment);
            assertThat(add.inheritIO().start().waitFor()).isZero();

            assertThat(store(environment, home, peer -> {}).find(address("none"), 1))
                    .isEmpty();
        } finally {
            agent.destroy();
            agent.waitFor();
            FileSystemUtils.deleteRecursively(socket.getParent());
        }
    }

    @Test
    void guardSeesTheAddressBeforeTheLogin() throws Exception {
        try (Relay proxy = new Relay(server.port(), connection -> Integer.MAX_VALUE, false)) {
            server.know("ed25519", proxy.port());
            RemoteAddress address =
                    RemoteAddress.of(server.url("a.csv").replace(":" + server.port(), ":" + proxy.port()));
            AtomicInteger looks = new AtomicInteger();
            for (int allowed : List.of(0, 1)) {
                looks.set(0);
                assertThatThrownBy(() -> store(Map.of(), server.home(), peer -> {
                                    if (looks.getAndIncrement() == allowed) {
                                        throw InputException.refused("not to " + peer.getHostAddress());
                                    }
                                })
                                .find(address, 1))
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining("not to 127.0.0.1");
                assertThat(proxy.connections()).isEqualTo(allowed);
            }
        }
    }

    @Test
    void serverThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> store.find(RemoteAddress.of("sftp://a@127.0.0.1:1/a.csv"), 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("sftp://a@127.0.0.1:1: no connection to 127.0.0.1, port 1");
        assertThatThrownBy(() -> store.find(RemoteAddress.of("sftp://a@nowhere.invalid/a.csv"), 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("there is no host with the name nowhere.invalid");
    }

    @Test
    void transferGoesOnAfterLostConnections() throws Exception {
        long seed = TestSize.seed("remote.seed", 1);
        int runs = TestSize.of("remote.runs", 3, 30);
        for (int run = 0; run < runs; run++) {
            Random random = new Random(seed + run);
            byte[] content = bytes(seed + run, 1_500_000 + random.nextInt(1_000_000));
            file("cut.csv", content);
            boolean stalls = run % 4 == 2;
            int cuts = stalls ? 1 : 1 + random.nextInt(3);
            int most = random.nextBoolean() ? 6_000 : 2_000_000;
            try (Relay proxy = new Relay(
                    server.port(),
                    connection -> connection < cuts ? random.nextInt(most) : Integer.MAX_VALUE,
                    stalls)) {
                server.know("ed25519", proxy.port());
                SftpStore distant = new SftpStore(
                        new SftpClientSettings(Map.of(), server.home(), stalls ? Duration.ofSeconds(2) : STALL),
                        peer -> {});
                RemoteAddress address =
                        RemoteAddress.of(server.url("cut.csv").replace(":" + server.port(), ":" + proxy.port()));
                RemoteObject object =
                        Patience.of(address, () -> distant.find(address, 1)).get(0);
                Path part = folder.resolve("part");
                try (FileChannel bytes = FileChannel.open(
                        part, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    new Fetch(distant, object, bytes, TransferProgress.NONE, 200_000).run();
                }
                assertThat(Files.readAllBytes(part)).as("seed %d", seed + run).isEqualTo(content);
                assertThat(proxy.connections()).isPositive();
                Files.delete(part);
            }
        }
    }
}
