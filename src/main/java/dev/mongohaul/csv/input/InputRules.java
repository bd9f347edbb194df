package dev.mongohaul.csv.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What files may be read.
 *
 * @param roots where they lie
 * @param allowedBy names what sets the roots, for messages
 * @param mostUnpackedBytes that an archive may have inside
 * @param search how long globs may be searched for
 * @param secrets files of this program that are never an input, under any name
 */
public record InputRules(PathRoots roots, String allowedBy, long mostUnpackedBytes, Search search, List<Path> secrets) {

    private static final String ROOTS = "mongohaul.import.input-roots";

    /** Any file, as long as its bytes can be counted. */
    public static final InputRules ANY = new InputRules(PathRoots.ANYWHERE, Inputs.OFFSETS);

    /**
     * Limits of the search for the files that globs name, all globs of one import together.
     *
     * @param mostPaths files and folders to look at
     */
    public record Search(long mostPaths, Duration longest) {

        static final Search UNLIMITED = new Search(Long.MAX_VALUE, Duration.ofDays(1));
    }

    public InputRules {
        secrets = List.copyOf(secrets);
    }

    public InputRules(PathRoots roots, long mostUnpackedBytes) {
        this(roots, ROOTS, mostUnpackedBytes, Search.UNLIMITED, List.of());
    }

    /** These rules, and the files are never an input. */
    public InputRules without(List<Path> files) {
        return new InputRules(roots, allowedBy, mostUnpackedBytes, search, files);
    }

    /** These rules with another search; and with other roots where they have none. */
    public InputRules confined(PathRoots others, String by, Search limits) {
        return roots.confined()
                ? new InputRules(roots, allowedBy, mostUnpackedBytes, limits, secrets)
                : new InputRules(others, by, mostUnpackedBytes, limits, secrets);
    }

    /**
     * Refuses a path or a glob by the folder in which its search begins, which need not exist; nothing is searched.
     *
     * @throws InputException where the folder is outside of the roots
     */
    public void requireFolder(String pattern) {
        roots.require(FilePatterns.folder(pattern), allowedBy);
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
}
