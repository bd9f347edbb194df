package dev.mongohaul.csv.input;

/** Compression of a file, by its name alone. */
public enum Compression {
    NONE,
    /** gzip, any number of members one after another. */
    GZIP,
    /** Zstandard, any number of frames one after another. */
    ZSTANDARD,
    /** bzip2, any number of streams one after another. */
    BZIP2,
    /** That of a file in an archive of several, which the object unpacks. */
    MEMBER;

    /** Returns the compression by the suffix of the name. */
    public static Compression ofName(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "gz" -> GZIP;
            case "zst" -> ZSTANDARD;
            case "bz2" -> BZIP2;
            default -> NONE;
        };
    }
}
