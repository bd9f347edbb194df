package dev.mongohaul.csv.place;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Place of a file on this machine. */
public record LocalPlace(Path path) implements ObjectPlace {

    /**
     * Returns when content, owner, permissions or name of a file was changed last, which its writer cannot set; null where the
     * file system has no such time.
     */
    public static @Nullable String changed(Path path, LinkOption... links) throws IOException {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? String.valueOf(Files.getAttribute(path, "unix:ctime", links))
                : null;
    }

    @Override
    public String address() {
        return path.toString();
    }

    @Override
    public String name() {
        return String.valueOf(path.getFileName());
    }

    @Override
    public ObjectPlace beside(String name) {
        return new LocalPlace(path.resolveSibling(name));
    }

    @Override
    public boolean isTaken() {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public Optional<ObjectMark> mark() {
        return FileMove.markOf(path);
    }

    @Override
    public byte[] read(int longest) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(longest);
        }
    }

    @Override
    public boolean move(ObjectMark mark, ObjectPlace to) throws IOException {
        requireNoLinks(to);
        return new FileMove(path, mark).to(Path.of(to.address()));
    }

    @Override
    public boolean delete(ObjectMark mark) throws IOException {
        TruePath.require(path);
        return new FileMove(path, mark).delete();
    }

    @Override
    public void sweep(ObjectPlace to) throws IOException {
        requireNoLinks(to);
        FileMove.sweep(path, Path.of(to.address()));
    }

    private void requireNoLinks(ObjectPlace to) throws IOException {
        TruePath.require(path);
        TruePath.require(Path.of(to.address()));
    }
}
