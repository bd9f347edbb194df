package dev.mongohaul.csv.source;

import java.time.Duration;

/**
 * Limits of the search for the files that globs name, all globs of one import together.
 *
 * @param mostPaths files and folders to visit
 */
public record FileSearch(long mostPaths, Duration longest) {

    static final FileSearch UNLIMITED = new FileSearch(Long.MAX_VALUE, Duration.ofDays(1));
}
