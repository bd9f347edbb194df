package dev.mongohaul.mongo.embedded;

import de.flapdoodle.embed.mongo.distribution.Version;
import de.flapdoodle.embed.mongo.types.DistributionBaseUrl;
import de.flapdoodle.embed.process.archives.ExtractedFileSet;
import de.flapdoodle.embed.process.config.DownloadConfig;
import de.flapdoodle.embed.process.config.ImmutableTimeoutConfig;
import de.flapdoodle.embed.process.config.TimeoutConfig;
import de.flapdoodle.embed.process.io.directories.PersistentDir;
import de.flapdoodle.embed.process.io.progress.ProgressListener;
import de.flapdoodle.embed.process.io.progress.Slf4jProgressListener;
import de.flapdoodle.embed.process.transitions.DownloadPackage;
import de.flapdoodle.reverse.StateID;
import de.flapdoodle.reverse.TransitionWalker.ReachedState;
import de.flapdoodle.reverse.transitions.Start;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.util.FileSystemUtils;

/**
 * Download of MongoDB's own build for this platform with flapdoodle, if the download host answers.
 *
 * @param cache that stores the program
 * @param host URL of MongoDB's download host, or of a mirror of it
 */
record MongodDownload(MongodCache cache, String host) {

    private static final Logger LOG = LoggerFactory.getLogger(MongodDownload.class);

    private static final Version.Main VERSION = Version.Main.V8_0;
    private static final Duration TIME_TO_ANSWER = Duration.ofSeconds(5);
    private static final TimeoutConfig TIMEOUTS = ImmutableTimeoutConfig.builder()
            .connectionTimeout((int) TIME_TO_ANSWER.toMillis())
            .readTimeout((int) Duration.ofSeconds(30).toMillis())
            .build();

    /** Downloads a build; returns empty if the host does not answer, has no build for this platform, or the build does not run. */
    Optional<Mongod> fetch() {
        if (!answers()) {
            LOG.debug("{} does not answer within {} s", host, TIME_TO_ANSWER.toSeconds());
            return Optional.empty();
        }
        LOG.info("fetching MongoDB {} from {} into {} (once)", VERSION.asInDownloadPath(), host, cache.folder());
        try {
            return download();
        } catch (IOException | RuntimeException e) {
            // Flapdoodle wraps all errors, including a missing build, in unchecked exceptions.
            LOG.info(
                    "no MongoDB from {}: {}",
                    host,
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
            return Optional.empty();
        }
    }

    private Optional<Mongod> download() throws IOException {
        Path work = Files.createTempDirectory(cache.folder(), "download-");
        try (ReachedState<ExtractedFileSet> extracted = extraction(work)) {
            Optional<Mongod> mongod = Mongod.verify(extracted.current().executable());
            return mongod.isPresent()
                    ? Optional.of(cache.install(
                            mongod.get().executable(), mongod.get().version()))
                    : Optional.empty();
        } finally {
            FileSystemUtils.deleteRecursively(work);
        }
    }

    private ReachedState<ExtractedFileSet> extraction(Path work) {
        return de.flapdoodle.embed.mongo.transitions.Mongod.builder()
                .persistentBaseDir(Start.to(PersistentDir.class).initializedWith(PersistentDir.of(work)))
                .distributionBaseUrl(Start.to(DistributionBaseUrl.class).initializedWith(DistributionBaseUrl.of(host)))
                .progressListener(Start.to(ProgressListener.class).initializedWith(new Slf4jProgressListener(LOG)))
                .downloadPackage(DownloadPackage.withDefaults()
                        .withDownloadConfig(
                                DownloadConfig.builder().timeoutConfig(TIMEOUTS).build()))
                .build()
                .transitions(VERSION)
                .walker()
                .initState(StateID.of(ExtractedFileSet.class));
    }

    private boolean answers() {
        HttpRequest request = HttpRequest.newBuilder(URI.create(host))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();
        HttpClient client =
                HttpClient.newBuilder().connectTimeout(TIME_TO_ANSWER).build();
        try {
            // The future limits name resolution too, unlike the client's timeouts.
            client.sendAsync(request, BodyHandlers.discarding()).get(TIME_TO_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
