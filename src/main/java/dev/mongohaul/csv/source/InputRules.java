package dev.mongohaul.csv.source;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.remote.RemoteFiles;
import dev.mongohaul.csv.source.remote.RemoteRules;
import dev.mongohaul.csv.source.remote.TransferProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Rules for the files that may be read.
 *
 * @param roots where they lie
 * @param allowedBy the setting that has the roots, for messages
 * @param mostUnpackedBytes that an archive may have inside
 * @param search how long globs may be searched for
 * @param secrets files of this program that are never an input, by any name
 * @param remote for objects on other machines
 * @param takesFiles whether files are moved or deleted after their import, so that none may lie behind a link
 */
public record InputRules(
        PathRoots roots,
        String allowedBy,
        long mostUnpackedBytes,
        FileSearch search,
        List<Path> secrets,
        RemoteRules remote,
        boolean takesFiles) {

    /** Allows any file. */
    public static final InputRules ANY = new InputRules(PathRoots.ANYWHERE, Inputs.OFFSETS);

    public InputRules {
        secrets = List.copyOf(secrets);
    }

    public InputRules(PathRoots roots, long mostUnpackedBytes) {
        this(
                roots,
                "mongohaul.import.input-roots",
                mostUnpackedBytes,
                FileSearch.UNLIMITED,
                List.of(),
                RemoteRules.ANY,
                false);
    }

    /** Returns these rules with files that are never an input. */
    public InputRules without(List<Path> files) {
        return new InputRules(roots, allowedBy, mostUnpackedBytes, search, files, remote, takesFiles);
    }

    /** Returns these rules with a receiver of the progress of transfers. */
    public InputRules watched(TransferProgress progress) {
        return with(remote.watched(progress));
    }

    /** Returns these rules with the folder of local copies in a working folder, unless it is absolute. */
    public InputRules in(Path folder) {
        return with(remote.in(folder));
    }

    /** Returns these rules, which allow no objects on other machines unless they name some. */
    public InputRules confinedRemotely() {
        return with(remote.confined());
    }

    /** Returns these rules with others for objects on other machines. */
    public InputRules with(RemoteRules others) {
        return new InputRules(roots, allowedBy, mostUnpackedBytes, search, secrets, others, takesFiles);
    }

    /** Returns these rules with another search, and with other roots where they have none. */
    public InputRules confined(PathRoots others, String by, FileSearch limits) {
        boolean own = roots.confined();
        return new InputRules(
                own ? roots : others, own ? allowedBy : by, mostUnpackedBytes, limits, secrets, remote, takesFiles);
    }

    /** Returns these rules for files that are moved or deleted after their import, or for others. */
    public InputRules taking(boolean files) {
        return new InputRules(roots, allowedBy, mostUnpackedBytes, search, secrets, remote, files);
    }

    /**
     * Refuses a path or a glob by the folder in which its search begins, which need not exist, and an address by its
     * beginning; nothing is searched.
     *
     * @throws InputException where the folder is outside of the roots
     */
    public void requireFolder(String pattern) {
        if (RemoteFiles.isAddress(pattern)) {
            remote.requireAddress(pattern);
            return;
        }
        roots.require(LocalFiles.folder(pattern), allowedBy);
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

    /** Returns a path with links resolved, if it may be read. */
    Path requireAllowed(Path path) throws IOException {
        Path real = roots.require(path, allowedBy);
        for (Path secret : secrets) {
            if (Files.exists(secret) && Files.isSameFile(path, secret)) {
                throw InputException.refused(
                        "%s: holds a secret of this program (a connection string, users or a key) and is never an input"
                                .formatted(path));
            }
        }
        return real;
    }
}
