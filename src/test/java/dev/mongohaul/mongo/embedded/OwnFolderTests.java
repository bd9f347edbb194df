package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mongohaul.mongo.embedded.MongodFinder.MongodNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFolderTests {

    private static final int NOBODY = 65534;

    @TempDir
    private Path folder;

    private Path cache;

    @BeforeEach
    void ownFolder() throws IOException {
        folder = folder.toRealPath();
        cache = folder.resolve("new/cache");
    }

    @Test
    void newFolderIsForThisUserAlone() throws IOException {
        OwnFolder.create(cache);

        assertThat(Files.getPosixFilePermissions(cache)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(OwnFolder.problem(cache)).isEmpty();
    }

    @Test
    void folderThatOthersCanWriteToIsRefused() throws IOException {
        for (int mode : new int[] {0775, 0777, 01777}) {
            OwnFolder.create(cache);
            Files.setAttribute(cache, "unix:mode", mode);

            assertThat(OwnFolder.problem(cache)).contains("others can write to %s: chmod go-w it".formatted(cache));
        }
    }

    @Test
    void parentThatOthersCanWriteToMustBeSticky() throws IOException {
        OwnFolder.create(cache);

        Files.setAttribute(cache.getParent(), "unix:mode", 0777);
        assertThat(OwnFolder.problem(cache))
                .hasValueSatisfying(
                        text -> assertThat(text).contains(cache.getParent().toString()));

        Files.setAttribute(cache.getParent(), "unix:mode", 01777);
        assertThat(OwnFolder.problem(cache)).isEmpty();
    }

    @Test
    void folderOfAnotherUserIsRefused() throws IOException {
        OwnFolder.create(cache);
        assumeThat((int) Files.getAttribute(cache, "unix:uid"))
                .as("only root can give folders away: run the tests as root")
                .isZero();

        Files.setAttribute(cache.getParent(), "unix:uid", NOBODY);

        assertThat(OwnFolder.problem(cache))
                .hasValueSatisfying(text -> assertThat(text).startsWith(cache.getParent() + " belongs to "));
    }

    @Test
    void serverInTheFolderOfOthersIsNotRun() throws IOException {
        OwnFolder.create(cache);
        FakeMongod.working(cache.resolve("mongod-8.0.23"), "8.0.23");
        Files.setAttribute(cache, "unix:mode", 0777);

        assertThatThrownBy(() -> finder(cache).newestCached())
                .isInstanceOf(MongodNotFoundException.class)
                .hasMessageStartingWith(
                        "The cache folder " + cache + " is not used, since another user could put a program there");
    }

    @Test
    void serverThatOthersCanChangeIsNotRun() throws IOException {
        OwnFolder.create(cache);
        Path server = FakeMongod.working(cache.resolve("mongod-8.0.23"), "8.0.23");
        Files.setAttribute(server, "unix:mode", 0777);

        assertThat(finder(cache).newestCached()).isEmpty();
    }

    @Test
    void linkToTheFolderIsFollowedBeforeTheCheck() throws IOException {
        OwnFolder.create(cache);
        FakeMongod.working(cache.resolve("mongod-8.0.23"), "8.0.23");
        Path link = Files.createSymbolicLink(folder.resolve("link"), cache);

        assertThat(finder(link).newestCached())
                .hasValueSatisfying(mongod -> assertThat(mongod.executable()).startsWith(cache));
    }

    private static MongodFinder finder(Path cache) {
        return new MongodFinder(Map.of("MONGOHAUL_CACHE", cache.toString()));
    }
}
