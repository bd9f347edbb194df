package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.waiting.Backoff;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/**
 * Local copies of objects, one for each address and version. Several processes can share the folder: one of them fetches an
 * object, the others wait. What a killed process has fetched is not fetched again.
 */
final class Copies {

    private static final String WHOLE = ".copy";
    private static final String PART = ".part";
    private static final int NAME_LENGTH = 24;
    private static final long SPARE_BYTES = 64L << 20;
    private static final Duration UNUSED = Duration.ofDays(1);
    private static final Backoff WAIT = Backoff.of(Duration.ofMillis(100));

    private final RemoteRules rules;

    /** Stands for the version of an object that has none: a later search can find other bytes of the same size. */
    private final String search = UUID.randomUUID().toString();

    Copies(RemoteRules rules) {
        this.rules = rules;
    }

    /**
     * Opens the copy of an object, which is fetched where there is none.
     *
     * @throws IOException if it cannot be fetched, or is another one by now
     */
    FileChannel open(RemoteStore store, RemoteObject object) throws IOException {
        Path copy = path(object, WHOLE);
        requireOwnFolder(object);
        while (true) {
            if (!isWhole(copy, object)) {
                fetch(store, object, copy);
            }
            try {
                Files.setLastModifiedTime(copy, FileTime.from(Instant.now()));
                return FileChannel.open(copy);
            } catch (NoSuchFileException e) {
                // Another process removed it at the end of its import.
            }
        }
    }

    private static boolean isWhole(Path copy, RemoteObject object) throws IOException {
        try {
            return Files.size(copy) == object.size();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void fetch(RemoteStore store, RemoteObject object, Path copy) throws IOException {
        Path part = path(object, PART);
        Files.createDirectories(rules.copies(), forOwner("rwx------"));
        sweep(rules.copies(), false);
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        while (!isWhole(copy, object)) {
            try (FileChannel bytes = FileChannel.open(part, options, forOwner("rw-------"));
                    FileLock lock = tryLock(bytes)) {
                // Another process could have completed the file between its opening and its lock.
                if (lock != null && !isWhole(copy, object) && Files.exists(part)) {
                    Fetch transfer = new Fetch(store, object, bytes, rules.progress());
                    requireRoom(object, transfer.missing());
                    transfer.run();
                    Files.move(part, copy, StandardCopyOption.ATOMIC_MOVE);
                }
                if (lock == null) {
                    TimeUnit.NANOSECONDS.sleep(WAIT.after(1).toNanos());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Stopped while %s was fetched".formatted(object.address()));
            }
        }
    }

    /** Returns null while another thread or process has the lock. */
    private static @Nullable FileLock tryLock(FileChannel part) throws IOException {
        try {
            return part.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private void requireRoom(RemoteObject object, long missing) throws IOException {
        long free = Files.getFileStore(rules.copies()).getUsableSpace();
        if (missing + SPARE_BYTES > free) {
            throw InputException.refused(
                    "%s: its local copy needs %,d bytes in %s, and %,d are free there: make room, or name another folder in mongohaul.import.remote.copy-directory"
                            .formatted(object.address(), missing + SPARE_BYTES, rules.copies(), free));
        }
    }

    /** Refuses a folder in which another user could replace a copy before it is read. */
    private void requireOwnFolder(RemoteObject object) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(rules.copies(), PosixFileAttributeView.class);
        if (view == null || !Files.exists(rules.copies())) {
            return;
        }
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw InputException.refused(
                    "%s: users other than its owner can write to %s, the folder of local copies: run chmod go-w, or set mongohaul.import.remote.copy-directory to a folder in it that does not exist yet, which only this user can then use"
                            .formatted(object.address(), rules.copies()));
        }
    }

    private FileAttribute<?>[] forOwner(String permissions) {
        return rules.copies().getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Removes the copies of all versions of an object. */
    void remove(RemoteAddress address) {
        String begin = name(address.toString());
        removeIf(
                rules.copies(),
                false,
                file -> String.valueOf(file.getFileName()).startsWith(begin));
    }

    /**
     * Removes copies, whole or not, that were not used for a day.
     *
     * @param dryRun whether to count the bytes only
     * @return the bytes of the removed ones
     */
    static long sweep(Path folder, boolean dryRun) {
        Instant since = Instant.now().minus(UNUSED);
        return removeIf(folder, dryRun, file -> {
            try {
                return Files.getLastModifiedTime(file).toInstant().isBefore(since);
            } catch (IOException e) {
                return false;
            }
        });
    }

    private static long removeIf(Path folder, boolean dryRun, Predicate<Path> condition) {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> removed = files.filter(file ->
                            file.toString().endsWith(WHOLE) || file.toString().endsWith(PART))
                    .filter(condition)
                    .toList();
            for (Path file : removed) {
                bytes += Files.size(file);
                if (!dryRun) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // Another process removes them too, or a later sweep.
        }
        return bytes;
    }

    private Path path(RemoteObject object, String suffix) {
        String known = object.version().isEmpty() ? search : object.version();
        String version = name("%s %d %s".formatted(known, object.size(), object.modified()));
        return rules.copies().resolve(name(object.address().toString()) + "-" + version + suffix);
    }

    private static String name(String text) {
        return DigestUtils.sha256Hex(text).substring(0, NAME_LENGTH);
    }
}
