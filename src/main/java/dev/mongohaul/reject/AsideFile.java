package dev.mongohaul.reject;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file written beside its target and renamed to it when complete: the target is always whole, an old or a new one.
 *
 * <p>Records hold other people's data, so the file is not for everybody to read ({@value #PERMISSIONS}, where the file
 * system knows permissions).
 */
final class AsideFile implements Closeable {

    private static final String PERMISSIONS = "rw-r-----";

    private final Path target;
    private final Path aside;
    private final FileChannel channel;
    private final OutputStream out;

    private AsideFile(Path target, Path aside, FileChannel channel) {
        this.target = target;
        this.aside = aside;
        this.channel = channel;
        this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
    }

    /** What a process left that was killed while writing is removed; a link in its place is not followed. */
    static AsideFile create(Path target) throws IOException {
        Path aside = target.resolveSibling("." + target.getFileName() + ".part");
        Files.deleteIfExists(aside);
        FileChannel channel = FileChannel.open(
                aside, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), permissions(target));
        return new AsideFile(target, aside, channel);
    }

    OutputStream out() {
        return out;
    }

    /** Makes the file the target, after its bytes reached the disk: a crash cannot leave an empty target. */
    void publish() throws IOException {
        out.flush();
        channel.force(true);
        channel.close();
        Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Removes what was not published. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(aside);
    }

    private static FileAttribute<?>[] permissions(Path target) {
        boolean posix = target.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PERMISSIONS))
                }
                : new FileAttribute<?>[0];
    }
}
