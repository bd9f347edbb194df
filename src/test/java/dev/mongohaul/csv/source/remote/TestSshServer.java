package dev.mongohaul.csv.source.remote;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mongohaul.Programs;
import dev.mongohaul.faults.wire.Relay;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.server.SshServer;

/**
 * SSH server on a port of this machine, for the user of the tests, with keys of its own: one in this JVM, or that of OpenSSH with
 * {@code -Dssh.server=openssh}.
 */
public final class TestSshServer implements Closeable {

    private static final String COMMAND = "apt-get install openssh-server, then mvn verify -Pprograms";

    private final Path folder;
    private final int port;
    private final Closeable running;

    private TestSshServer(Path folder, int port, Closeable running) {
        this.folder = folder;
        this.port = port;
        this.running = running;
    }

    /** Starts a server whose users begin in {@code files}; {@link #home()} has a key for it, and knows it. */
    public static TestSshServer start(Path folder) throws Exception {
        return start(folder, false);
    }

    /** As {@link #start}, with a server that lets its users read only. */
    static TestSshServer startReadOnly(Path folder) throws Exception {
        return start(folder, true);
    }

    private static TestSshServer start(Path folder, boolean readOnly) throws Exception {
        // Tests have this library, the program has not.
        SecurityUtils.setAPrioriDisabledProvider(SecurityUtils.BOUNCY_CASTLE, true);
        Files.createDirectories(folder.resolve("files"));
        Path ssh = Files.createDirectories(folder.resolve("home/.ssh"));
        for (String kind : SshKeys.KINDS) {
            SshKeys.write(SshKeys.host(kind), folder.resolve("host_" + kind), "");
        }
        SshKeys.write(SshKeys.host("authority"), folder.resolve("authority"), "");
        SshKeys.write(SshKeys.host("user"), ssh.resolve("id_ed25519"), "");
        Files.copy(ssh.resolve("id_ed25519.pub"), folder.resolve("authorized_keys"));
        TestSshServer server;
        if (isOpenSsh()) {
            OpenSshServer process = OpenSshServer.start(folder, readOnly ? "-R" : "");
            server = new TestSshServer(folder, process.port(), process);
        } else {
            SshServer inThisJvm = MinaServer.start(folder, readOnly);
            server = new TestSshServer(folder, inThisJvm.getPort(), () -> inThisJvm.stop(true));
        }
        server.know("ed25519");
        return server;
    }

    static boolean isOpenSsh() {
        return System.getProperty("ssh.server", "").equals("openssh");
    }

    /** Skips the calling test with the server in this JVM. */
    static void requireOpenSsh() {
        assumeTrue(isOpenSsh(), Programs.needs("OpenSSH's server", COMMAND));
        Programs.require("sshd", COMMAND);
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
    public Relay stalling(int bytes) throws IOException {
        Relay proxy = new Relay(port, connection -> connection == 0 ? bytes : Integer.MAX_VALUE, true);
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

    @Override
    public void close() throws IOException {
        running.close();
    }
}
