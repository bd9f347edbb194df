package dev.mongohaul.job.file;

import java.nio.file.Path;

/**
 * Where something was written.
 *
 * @param source a file or a parameter, as users know it
 * @param line from 1; 0 where the source has no lines
 * @param folder the start of relative paths that are written there
 */
public record WrittenPlace(String source, int line, Path folder) {

    WrittenPlace atLine(int other) {
        return line == 0 ? this : new WrittenPlace(source, other, folder);
    }
}
