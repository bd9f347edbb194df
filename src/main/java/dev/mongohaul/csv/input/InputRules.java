package dev.mongohaul.csv.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rules for the files that may be read.
 *
 * @param roots where they lie
 * @param allowedBy the setting that has the roots, for messages
 * @param mostUnpackedBytes that an archive may have inside
 * @param search how long globs may be searched for
 * @param secrets files of this program that are never an input, by any name
 */
public record InputRules(PathRoots roots, String allowedBy, long mostUnpackedBytes, Search search, List<Path> secrets) {

    /** Allows any file. */
    public static final InputRules ANY = new InputRules(PathRoots.ANYWHERE, Inputs.OFFSETS);

    /**
     * Limits of the search for the files that globs name, all globs of one import together.
     *
     * @param mostPaths files and folders to visit
     */
    public record Search(long mostPaths, Duration longest) {

        static final Search UNLIMITED = new Search(Long.MAX_VALUE, Duration.ofDays(1));
    }

    public InputRules {
        secrets = List.copyOf(secrets);
    }

    public InputRules(PathRoots roots, long mostUnpackedBytes) {
        this(roots, "mongohaul.import.input-roots", mostUnpackedBytes, Search.UNLIMITED, List.of());
    }

    /** Returns these rules with files that are never an input. */
    public InputRules without(List<Path> files) {
        return new InputRules(roots, allowedBy, mostUnpackedBytes, search, files);
    }

    /** Returns these rules with another search, and with other roots where they have none. */
    public InputRules confined(PathRoots others, String by, Search limits) {
        boolean own = roots.confined();
        return new InputRules(own ? roots : others, own ? allowedBy : by, mostUnpackedBytes, limits, secrets);
    }

    /**
     * Refuses a path or a glob by the folder in which its search begins, which need not exist; nothing is searched.
     *
     * @throws InputException where the folder is outside of the roots
     */
    public void requireFolder(String pattern) {
        roots.require(FilePatterns.folder(pattern), allowedBy);
    }

    /** Refuses a folder that is searched, unless it is in a root, or a root is in it. */
    void requireSearched(Path folder) {
        boolean above = roots.folders().stream()
                .anyMatch(root -> root.toAbsolutePath()
                        .normalize()
                        .startsWith(folder.toAbsolutePath().normalize()));
        if (!above) {
            roots.require(folder, allowedBy);
        }
    }

    void requireAllowed(Path path) throws IOException {
        roots.require(path, allowedBy);
        for (Path secret : secrets) {
            if (Files.exists(secret) && Files.isSameFile(path, secret)) {
                throw InputException.refused(
                        "%s: holds a secret of this program (a connection string, users or a key) and is never an input"
                                .formatted(path));
            }
        }
    }

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
                    .map(FilePatterns::folder)
                    .filter(folder -> folder.getNameCount() > 0)
                    .distinct()
                    .toList());
        }

        boolean confined() {
            return !folders.isEmpty();
        }

        /**
         * Throws where a path leads out of the folders or into the system's own.
         *
         * @param setting that names the folders, for the message
         * @throws InputException with the path, and where it leads, in its message
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
                String names = folders.stream().map(Path::toString).collect(Collectors.joining(", "));
                throw InputException.refused(
                        "%s:%s is outside of %s, the only place that %s allows".formatted(path, leads, names, setting));
            }
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
}
