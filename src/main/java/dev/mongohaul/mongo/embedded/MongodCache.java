package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Folder of downloaded servers: files named {@code mongod-<version>}.
 *
 * @param folder need not exist yet
 */
record MongodCache(Path folder) {

    /** File locks belong to the whole JVM, so threads of one JVM need a lock of their own. */
    private static final ReentrantLock THIS_JVM = new ReentrantLock();

    /** Returns {@code MONGOHAUL_CACHE}, else {@code ~/.cache/mongohaul}. */
    static MongodCache of(Map<String, String> environment) {
        String named = environment.get("MONGOHAUL_CACHE");
        if (named != null && !named.isBlank()) {
            return new MongodCache(Path.of(named).toAbsolutePath());
        }
        return new MongodCache(Path.of(System.getProperty("user.home"), ".cache", "mongohaul"));
    }

    /** Returns the newest cached server that runs on this machine. */
    Optional<Mongod> newest() {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("mongod-"))
                    .map(Mongod::verify)
                    .flatMap(Optional::stream)
                    .max(Comparator.comparing(mongod -> Runtime.Version.parse(numbersOf(mongod.version()))));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the cache folder " + folder, e);
        }
    }

    /** Copies a program into the cache; another process sees all of it or nothing. */
    Mongod install(Path program, String version) throws IOException {
        Files.createDirectories(folder);
        Path target = folder.resolve("mongod-" + version);
        Path partial = Files.createTempFile(folder, "partial-", "");
        try {
            Files.copy(program, partial, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
        return new Mongod(target, version);
    }

    /** Runs a download while no other process downloads into this folder. */
    <T> T alone(Supplier<T> fetch) {
        THIS_JVM.lock();
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                    folder.resolve("fetch.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                return fetch.get();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write to the cache folder " + folder, e);
        } finally {
            THIS_JVM.unlock();
        }
    }

    private static String numbersOf(String version) {
        return version.replaceAll("[^0-9.].*", "").replaceAll("(\\.0)+$", "");
    }
}
