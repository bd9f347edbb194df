package dev.mongohaul.faults.year;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Where files come in, and where they go after their import. Paths begin with the name of a folder. */
interface Box {

    /** Returns a path as a job file names it. */
    String inJobFile(String path);

    /** Puts a file in the place of one that is there, at once. */
    void put(String path, String content, Instant modified);

    /** Returns the paths of the files in a folder and in those below it. */
    List<String> paths(String folder);

    String content(String path);

    /** Returns whether a file that a known place names is there. */
    boolean hasFile(String address);

    /** Returns whether a file can be there before it is whole. */
    boolean canGrow();

    /** Returns variables of processes that use it. */
    Map<String, String> environment();
}
