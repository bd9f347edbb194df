package dev.mongohaul.csv.source;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Folders that files must lie in, links resolved; without one, any place is allowed but the system's own.
 *
 * @param folders including their subfolders
 */
public record PathRoots(List<Path> folders) {

    /** Allows any place but the system's own. */
    public static final PathRoots ANYWHERE = new PathRoots(List.of());

    /** Where reading or writing acts on the system; /dev/shm is memory with ordinary files in it. */
    private static final Pattern SYSTEM = Pattern.compile("/(proc|sys|dev(?!/shm(?:/|$)))(/.*)?");

    public PathRoots {
        folders = List.copyOf(folders);
    }

    /** Returns the folders in which the search for these paths and globs begins, without the root folder. */
    public static PathRoots around(Collection<String> patterns) {
        return new PathRoots(patterns.stream()
                .filter(InputSources::isFile)
                .map(LocalFiles::folder)
                .filter(folder -> folder.getNameCount() > 0)
                .distinct()
                .toList());
    }

    /** Returns whether a path, without links, is below {@code /dev}, {@code /proc} or {@code /sys}, but not {@code /dev/shm}. */
    public static boolean isSystem(Path path) {
        return SYSTEM.matcher(path.toString()).matches();
    }

    boolean confined() {
        return !folders.isEmpty();
    }

    /**
     * Returns a path with links resolved, as far as it exists.
     *
     * @param setting that names the folders, for the message
     * @throws InputException where the path leads out of the folders or into the system's own, with the path, and where it
     *     leads, in its message
     */
    public Path require(Path path, String setting) {
        Path real = real(path.toAbsolutePath().normalize());
        String leads = real.equals(path) ? "" : " leads to " + real + ", which";
        if (isSystem(real)) {
            throw InputException.refused(
                    "%s:%s is the system's own; nothing below /dev, /proc and /sys is read or written"
                            .formatted(path, leads));
        }
        if (confined() && folders.stream().noneMatch(folder -> real.startsWith(real(folder.toAbsolutePath())))) {
            String names = folders.stream().map(Path::toString).collect(Collectors.joining(", "));
            throw InputException.refused(
                    "%s:%s is outside of %s, the only place that %s allows".formatted(path, leads, names, setting));
        }
        return real;
    }

    /** Returns the path with links resolved; where it does not exist yet, the part that exists is resolved. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            Path parent = path.getParent();
            Path name = path.getFileName();
            // A link that leads nowhere yet would be followed when a file is made there.
            if (parent == null || name == null || Files.isSymbolicLink(path)) {
                return path;
            }
            return real(parent).resolve(name);
        }
    }
}
