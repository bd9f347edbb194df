package dev.mongohaul.reject;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Rejects could not be exported. None is lost: they are still in MongoDB. */
public final class RejectExportException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RejectExportException(Path directory, long instance, IOException cause) {
        super(
                beginning(instance) + directory + ": " + describe(cause)
                        + ". They are kept in MongoDB: export them again when this is mended.",
                cause);
    }

    /** Whether the reason of a run has this failure in it. */
    public static boolean isIn(String reason, long instance) {
        return reason.contains(beginning(instance));
    }

    private static String beginning(long instance) {
        return "The rejects of import " + instance + " cannot be written to ";
    }

    /** The exceptions of {@code java.nio.file} give a path for a message, or a reason that is {@code null}. */
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
        }
        if (problem instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (problem instanceof NoSuchFileException) {
            return "no such file";
        }
        if (problem instanceof FileAlreadyExistsException) {
            return "is in the way";
        }
        return problem.getClass().getSimpleName();
    }
}
