package dev.mongohaul.repository.file;

/**
 * Identity of what is known of a file: another content under the same path is known apart, and so is an import of the same
 * file into another collection.
 *
 * @param target namespace of the collection
 * @param path absolute
 * @param content digest of the bytes, as that of an import of this file alone; empty if they were not read, and {@link #NO_RECORD}
 */
public record FileId(String job, String target, String path, String content) {

    /** Content of files without a record, of which nothing was imported. */
    public static final String NO_RECORD = "no record";
}
