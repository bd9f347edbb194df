package dev.mongohaul.repository.file;

/**
 * Identity of what is known of a file: another content under the same path is known apart, and so is an import of the same
 * file into another collection.
 *
 * @param target namespace of the collection
 * @param path absolute
 * @param content digest of the bytes, as that of an import of this file alone; empty if they were not read
 */
public record FileId(String job, String target, String path, String content) {}
