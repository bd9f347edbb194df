package dev.mongohaul.csv.input;

/** Compression of a file, by its name alone. */
public enum Compression {
    NONE,
    /** gzip, any number of members one after another. */
    GZIP,
    /** Zstandard, any number of frames one after another. */
    ZSTANDARD;

    /** Returns the compression by the suffix of the name. */
    public static Compression ofName(String name) {
        return name.endsWith(".gz") ? GZIP : name.endsWith(".zst") ? ZSTANDARD : NONE;
    }
}
