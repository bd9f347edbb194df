package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.mongo.embedded.MongodFinder.MongodNotFoundException;
import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MongodFinderTests {

    /** Refuses connections at once. */
    private static final String NO_HOST = "http://127.0.0.1:1";

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void nothingIsThere() {
        environment.put("PATH", folder.resolve("empty") + File.pathSeparator + folder.resolve("bin"));
        environment.put("MONGOHAUL_CACHE", folder.resolve("cache").toString());
    }

    @Test
    void namedServerComesFirst() {
        Path named = FakeMongod.working(folder.resolve("mine/mongod"), "7.0.1");
        environment.put("MONGOD", named.toString());
        FakeMongod.working(folder.resolve("bin/mongod"), "8.0.1");

        assertThat(find()).isEqualTo(new Mongod(named, "7.0.1"));
    }

    @Test
    void namedServerThatDoesNotRunIsReported() {
        Path named = FakeMongod.broken(folder.resolve("mine/mongod"));
        environment.put("MONGOD", named.toString());
        FakeMongod.working(folder.resolve("bin/mongod"), "8.0.1");

        assertThatThrownBy(this::find)
                .isInstanceOf(MongodNotFoundException.class)
                .hasMessageStartingWith("MONGOD names " + named + ", which is not a MongoDB server that runs");
    }

    @Test
    void serverOnThePathComesBeforeTheCache() {
        Path onPath = FakeMongod.working(folder.resolve("bin/mongod"), "6.0.1");
        FakeMongod.working(folder.resolve("cache/mongod-8.0.1"), "8.0.1");

        assertThat(find()).isEqualTo(new Mongod(onPath, "6.0.1"));
    }

    @Test
    void newestRunningCachedServerIsUsed() {
        FakeMongod.working(folder.resolve("cache/mongod-8.0.9"), "8.0.9");
        Path newest = FakeMongod.working(folder.resolve("cache/mongod-8.0.23"), "8.0.23");
        FakeMongod.broken(folder.resolve("cache/mongod-9.0.0"));
        FakeMongod.broken(folder.resolve("bin/mongod"));

        assertThat(find()).isEqualTo(new Mongod(newest, "8.0.23"));
    }

    @Test
    void messageListsTheAlternativesIfNothingIsFound() {
        assertThatThrownBy(this::find)
                .isInstanceOf(MongodNotFoundException.class)
                .hasMessageContainingAll(
                        "MONGODB_URI",
                        "environment variable MONGOD to the path",
                        "fetch-mongod",
                        "docker compose",
                        folder.toString());
    }

    private Mongod find() {
        return new MongodFinder(environment, NO_HOST).find();
    }
}
