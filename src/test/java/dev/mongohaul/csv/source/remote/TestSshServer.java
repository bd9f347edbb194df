package dev.mongohaul.csv.source.remote;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.common.util.security.SecurityUtils;

/** OpenSSH's server on a port of this machine, for the user of the tests, with keys of its own. */
public final class TestSshServer implements AutoCloseable {

    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    private final Path folder;
    private final int port;
    private final Process process;

    private TestSshServer(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /** Starts a server whose users begin in {@code files}; {@link #home()} has a key for it, and knows it. */
    public static TestSshServer start(Path folder, String... options) throws Exception {
        assumeTrue(Files.isExecutable(SSHD), "needs " + SSHD + ": Debian's openssh-server");
        // Tests have this library, the program has not.
        SecurityUtils.setAPrioriDisabledProvider(SecurityUtils.BOUNCY_CASTLE, true);
        Path files = Files.createDirectories(folder.resolve("files"));
        Path ssh = Files.createDirectories(folder.resolve("home/.ssh"));
        for (String kind : List.of("ed25519", "ecdsa", "rsa")) {
            generate(kind, folder.resolve("host_" + kind));
        }
        generate("ed25519", folder.resolve("authority"));
        String certified = folder.resolve("host_ed25519.pub").toString();
        run(
                "ssh-keygen",
                "-q",
                "-h",
                "-s",
                folder.resolve("authority").toString(),
                "-I",
                "host",
                "-n",
                "127.0.0.1",
                certified);
        generate("ed25519", ssh.resolve("id_ed25519"));
        Files.copy(ssh.resolve("id_ed25519.pub"), folder.resolve("authorized_keys"));
        if (System.getProperty("user.name").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        int port = freePort();
        Path config = Files.writeString(
                folder.resolve("sshd_config"), """
                ListenAddress 127.0.0.1:%2$d
                HostKey %1$s/host_rsa
                HostKey %1$s/host_ecdsa
                HostKey %1$s/host_ed25519
                HostCertificate %1$s/host_ed25519-cert.pub
                AuthorizedKeysFile %1$s/authorized_keys
                StrictModes no
                UsePAM no
                PidFile none
                PasswordAuthentication no
                PermitRootLogin prohibit-password
                MaxStartups 100
                LogLevel VERBOSE
                Subsystem sftp internal-sftp -d %3$s %4$s
                """.formatted(folder, port, files, String.join(" ", options)));
        Process process = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        TestSshServer server = new TestSshServer(folder, port, process);
        server.awaitStart();
        server.know("ed25519");
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitStart() throws Exception {
        for (int attempt = 0; attempt < 1000; attempt++) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new IllegalStateException(log(), e);
                }
                Thread.sleep(20);
            }
        }
        throw new IllegalStateException("sshd does not start: " + log());
    }

    /** Generates a pair of keys in a file and one with the suffix {@code .pub}. */
    static void generate(String kind, Path file, String... options) throws Exception {
        List<String> command =
                new java.util.ArrayList<>(List.of("ssh-keygen", "-q", "-t", kind, "-f", file.toString(), "-C", "test"));
        command.addAll(options.length == 0 ? List.of("-N", "") : List.of(options));
        run(command.toArray(String[]::new));
    }

    /** Runs a program and returns its output. */
    static String run(String... command) throws Exception {
        Process program = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (program.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    /** Makes the user know the host by its key of this kind only. */
    void know(String kind) throws IOException {
        know(kind, port);
    }

    /** As {@link #know(String)}, for a proxy. */
    void know(String kind, int proxyPort) throws IOException {
        Files.writeString(
                knownHosts(),
                "[127.0.0.1]:%d %2$s[127.0.0.1]:%3$d %2$s".formatted(port, publicKey("host_" + kind), proxyPort));
    }

    /** Starts a proxy, which the user knows, whose first connection stalls after some bytes. */
    public CuttingProxy stalling(int bytes) throws IOException {
        CuttingProxy proxy = new CuttingProxy(port, connection -> connection == 0 ? bytes : Integer.MAX_VALUE, true);
        know("ed25519", proxy.port());
        return proxy;
    }

    String publicKey(String name) throws IOException {
        return Files.readString(folder.resolve(name + ".pub"));
    }

    Path knownHosts() {
        return home().resolve(".ssh/known_hosts");
    }

    /** Returns the home folder of the client. */
    public Path home() {
        return folder.resolve("home");
    }

    /** Returns the folder in which relative paths begin. */
    public Path files() {
        return folder.resolve("files");
    }

    public int port() {
        return port;
    }

    /** Returns the address of a file in {@link #files()}. */
    public String url(String name) {
        return "sftp://%s@127.0.0.1:%d%s/%s".formatted(System.getProperty("user.name"), port, files(), name);
    }

    String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
