package dev.mongohaul.csv.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The folders that files have to lie in, links resolved; without one, any place will do but the system's own.
 *
 * @param folders with all that is below them
 */
public record PathRoots(List<Path> folders) {

    /** Everywhere: what a person may type on a machine of one's own. */
    public static final PathRoots ANYWHERE = new PathRoots(List.of());

    /** Where reading or writing acts on the system; /dev/shm is memory with ordinary files in it. */
    private static final Pattern SYSTEM = Pattern.compile("/(proc|sys|dev(?!/shm/))(/.*)?");

    public PathRoots {
        folders = List.copyOf(folders);
    }

    /** The folders in which the search for these paths and globs begins, but the root of all folders. */
    public static PathRoots around(Collection<String> patterns) {
        return new PathRoots(patterns.stream()
                .map(FilePatterns::folder)
                .filter(folder -> folder.getNameCount() > 0)
                .distinct()
                .toList());
    }

    boolean confined() {
        return !folders.isEmpty();
    }

    /**
     * Refuses a path that leads out of the folders, or into the system's own.
     *
     * @param setting that names the folders, for the message
     * @throws InputException where it does; its message names the path, and where it leads
     */
    public void require(Path path, String setting) {
        Path real = real(path.toAbsolutePath().normalize());
        String leads = real.equals(path) ? "" : " leads to " + real + ", which";
        if (SYSTEM.matcher(real.toString()).matches()) {
            throw InputException.refused(
                    "%s:%s is the system's own; nothing below /dev, /proc and /sys is read or written"
                            .formatted(path, leads));
        }
        if (confined() && folders.stream().noneMatch(folder -> real.startsWith(real(folder.toAbsolutePath())))) {
            throw InputException.refused(
                    "%s:%s is outside of %s, the only place that %s allows".formatted(path, leads, names(), setting));
        }
    }

    private String names() {
        return folders.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /** Of a path that does not exist yet, what exists of it decides. */
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
