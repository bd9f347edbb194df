package dev.mongohaul.csv.source;

import java.time.Duration;

/**
 * Limits of the search for the files that globs name, all globs of one import together.
 *
 * @param mostPaths files and folders to visit
 * @param mostFound number of files with which the search of a glob ends
 */
public record FileSearch(long mostPaths, Duration longest, int mostFound) {

    static final FileSearch UNLIMITED = new FileSearch(Long.MAX_VALUE, Duration.ofDays(1));

    /** Limits of a search for all files. */
    public FileSearch(long mostPaths, Duration longest) {
        this(mostPaths, longest, Integer.MAX_VALUE);
    }
}
