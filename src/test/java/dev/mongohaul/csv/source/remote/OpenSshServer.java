package dev.mongohaul.csv.source.remote;

import dev.mongohaul.Programs;
import dev.mongohaul.faults.process.OsProcess;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** OpenSSH's server, which runs as the user of the tests. */
record OpenSshServer(OsProcess process, int port) implements Closeable {

    /**
     * Starts the server; skips the calling tests if it is not installed.
     *
     * @param options of its SFTP server
     */
    static OpenSshServer start(Path folder, String options) throws Exception {
        Path sshd = Programs.require("sshd", "apt-get install openssh-server");
        if (System.getProperty("user.name").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Path config = Files.writeString(folder.resolve("sshd_config"), """
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
                Subsystem sftp internal-sftp -d %1$s/files %3$s
                """.formatted(folder, port, options));
        SshKeys.write(SshKeys.hostCertificate(), folder.resolve("host_ed25519-cert.pub"));
        Path log = folder.resolve("log");
        OsProcess process = OsProcess.start(new ProcessBuilder(sshd.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()));
        Awaitility.await("sshd").atMost(Duration.ofMinutes(1)).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(log));
            }
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                return false;
            }
        });
        return new OpenSshServer(process, port);
    }

    /** Ends the server; its sessions end with their connections. */
    @Override
    public void close() {
        ProcessHandle.of(process.pid()).ifPresent(server -> server.descendants().forEach(ProcessHandle::destroy));
        process.signal("TERM");
        process.endsWithin(Duration.ofSeconds(10));
    }
}
