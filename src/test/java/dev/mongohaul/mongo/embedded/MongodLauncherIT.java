package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.embedded.MongodLauncher.Launch;
import dev.mongohaul.mongo.embedded.MongodLauncher.Launch.Outcome;
import dev.mongohaul.mongo.embedded.MongodLauncher.MongodOptions;
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
        MongodOptions options = new MongodOptions(
                Files.createDirectory(folder.resolve("data")), folder.resolve("mongod.log"), "rs", List.of());

        try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Launch launch = new MongodLauncher(mongod, options).launch(stranger.getLocalPort(), Duration.ofSeconds(60));

            assertThat(launch.outcome()).isEqualTo(Outcome.PORT_TAKEN);
            assertThat(launch.output()).contains("Address already in use");
        }
    }

    @Test
    void missingDataDirectoryIsReportedWithTheServersMessage() {
        Mongod mongod = new MongodFinder(System.getenv()).find();
        MongodOptions options =
                new MongodOptions(folder.resolve("missing"), folder.resolve("mongod.log"), "rs", List.of());

        Launch launch = new MongodLauncher(mongod, options).launch(1, Duration.ofSeconds(60));

        assertThat(launch.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(launch.output()).contains(folder.resolve("missing").toString());
    }
}
