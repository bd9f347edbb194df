package dev.mongohaul.csv.input;

import java.nio.file.Path;

/**
 * What files may be read.
 *
 * @param roots where they lie
 * @param mostUnpackedBytes that an archive may have inside
 */
public record InputRules(PathRoots roots, long mostUnpackedBytes) {

    /** Names the property in messages. */
    private static final String ROOTS = "mongohaul.import.input-roots";

    /** Any file, as long as its bytes can be counted. */
    public static final InputRules ANY = new InputRules(PathRoots.ANYWHERE, Inputs.OFFSETS);

    void requireAllowed(Path path) {
        roots.require(path, ROOTS);
    }
}
