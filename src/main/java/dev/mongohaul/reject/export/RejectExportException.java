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
    private static final String BEGINNING = "The rejects of the import cannot be written to ";

    RejectExportException(Path directory, IOException cause) {
        super(
                BEGINNING + directory + ": " + describe(cause)
                        + ". They are kept in MongoDB: export them again when this is fixed.",
                cause);
    }

    private RejectExportException(String message) {
        super(message);
    }

    private RejectExportException(String message, IOException cause) {
        super(message, cause);
    }

    static RejectExportException ofHeld(Path directory, IOException cause) {
        return new RejectExportException(
                "The list of the documents that the import spares cannot be written to %s: %s. None of them was changed."
                        .formatted(directory, describe(cause)),
                cause);
    }

    /** Returns the failure of an import that has lost rejects. */
    public static RejectExportException ofCount(long counted, long stored) {
        return new RejectExportException(
                ("The import counted %,d rejects, but %,d are stored: the reject file does not have every record that is"
                                + " not in the collection. Compare the collection with the input, or load all of it again.")
                        .formatted(counted, stored));
    }

    /** Returns whether the failure message of a run has this failure in it. */
    public static boolean isIn(String reason) {
        return reason.contains(BEGINNING);
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
