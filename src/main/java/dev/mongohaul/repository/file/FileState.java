package dev.mongohaul.repository.file;

/** What is known of a file. The names are stored. */
public enum FileState {
    /** Its import is completed. */
    COMPLETED,
    /** It could not be imported; the reason is stored. */
    FAILED,
    /** It was imported, and a user wants it to be imported again. */
    FORGOTTEN
}
