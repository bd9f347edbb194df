package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MongodLauncherIT {

    @TempDir
    private Path folder;

    @Test
    void usedPortIsDistinguishedFromOtherFailures() throws IOException {
        Mongod mongod = new MongodFinder(System.getenv()).find();
        ServerDirectory directory = ServerDirectory.open(folder);

        try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Launch launch = new MongodLauncher(mongod, directory, List.of())
                    .launch(stranger.getLocalPort(), Duration.ofSeconds(60));

            assertThat(launch.outcome()).isEqualTo(LaunchOutcome.PORT_TAKEN);
            assertThat(launch.output()).contains("Address already in use");
        }
    }

    @Test
    void missingDataDirectoryIsReportedWithTheServersMessage() throws IOException {
        Mongod mongod = new MongodFinder(System.getenv()).find();
        ServerDirectory directory = new ServerDirectory(folder.resolve("missing"));
        Files.createDirectory(directory.root());

        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        Launch launch = new MongodLauncher(mongod, directory, List.of()).launch(port, Duration.ofSeconds(60));

        assertThat(launch.outcome()).isEqualTo(LaunchOutcome.FAILED);
        assertThat(launch.output()).contains(directory.data().toString());
    }
}
