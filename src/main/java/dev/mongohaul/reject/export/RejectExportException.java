package dev.mongohaul.reject.export;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Failure of an export. Nothing is lost: the rejects are in MongoDB. */
public final class RejectExportException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RejectExportException(Path directory, long instance, IOException cause) {
        super(
                beginning(instance) + directory + ": " + describe(cause)
                        + ". They are kept in MongoDB: export them again when this is fixed.",
                cause);
    }

    private RejectExportException(String message) {
        super(message);
    }

    private RejectExportException(String message, IOException cause) {
        super(message, cause);
    }

    static RejectExportException ofHeld(Path directory, long instance, IOException cause) {
        return new RejectExportException(
                "The list of the documents that import %d spares cannot be written to %s: %s. None of them was changed."
                        .formatted(instance, directory, describe(cause)),
                cause);
    }

    /** Returns the failure of an import that has lost rejects. */
    public static RejectExportException ofCount(long instance, long counted, long stored) {
        return new RejectExportException(
                ("Import %d counted %,d rejects, but %,d are stored: the reject file does not have every record that is"
                                + " not in the collection. Compare the collection with the input, or load all of it again.")
                        .formatted(instance, counted, stored));
    }

    /** Returns whether the failure message of a run has this failure in it. */
    public static boolean isIn(String reason, long instance) {
        return reason.contains(beginning(instance));
    }

    private static String beginning(long instance) {
        return "The rejects of import " + instance + " cannot be written to ";
    }

    /** Returns what went wrong: exceptions of {@code java.nio.file} have a path for a message, or no reason. */
    private static String describe(IOException cause) {
        if (cause instanceof FileSystemException problem && problem.getFile() != null) {
            return problem.getFile() + ": " + reason(problem);
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }

    private static String reason(FileSystemException problem) {
        if (problem.getReason() != null) {
            return problem.getReason();
        } else if (problem instanceof AccessDeniedException) {
            return "permission denied";
        } else if (problem instanceof NoSuchFileException) {
            return "no such file";
        }
        return problem instanceof FileAlreadyExistsException
                ? "is in the way"
                : problem.getClass().getSimpleName();
    }
}
