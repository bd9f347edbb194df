package dev.mongohaul.job.file.yaml;

import java.nio.file.Path;

/**
 * Where something was written.
 *
 * @param source a file or a parameter, as people know it
 * @param line from 1; 0 where the source has no lines
 * @param folder what relative paths that are written there start from
 */
public record Place(String source, int line, Path folder) {

    public Place atLine(int other) {
        return new Place(source, other, folder);
    }
}
