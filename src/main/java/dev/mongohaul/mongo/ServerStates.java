package dev.mongohaul.mongo;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Classification of errors: those of a document make it a reject; after those of the server's state the same documents are sent
 * again; all others stop the import.
 */
public final class ServerStates {

    private static final Map<Integer, ServerState> BY_CODE =
            Arrays.stream(ServerState.values()).collect(Collectors.toMap(ServerState::code, Function.identity()));

    private static final Set<Integer> DOCUMENT_ERRORS =
            Arrays.stream(DocumentError.values()).map(DocumentError::code).collect(Collectors.toUnmodifiableSet());

    /** Labels by which the server or the driver marks operations that may be sent again, regardless of the code. */
    private static final Set<String> LABELS =
            Set.of(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL, "RetryableWriteError");

    /** Labels by which a server says that it did not execute a command because it has too much to do. */
    private static final Set<String> OVERLOAD_LABELS = Set.of("RetryableError", "SystemOverloadedError");

    /** The server's message, which goes on with the whole command. */
    private static final Pattern NOT_AUTHORIZED =
            Pattern.compile("not authorized on (\\S+) to execute command \\{ (\\w+):");

    private ServerStates() {}

    public static boolean isServerState(int code) {
        return BY_CODE.containsKey(code);
    }

    /** Returns whether the server refused the document itself, and not because of its own state. */
    public static boolean isDocumentError(int code) {
        return DOCUMENT_ERRORS.contains(code);
    }

    /** Returns whether the server takes no more work for now. */
    static boolean isOverload(MongoException error) {
        ServerState state = BY_CODE.get(error.getCode());
        return (state != null && state.isOverload()) || OVERLOAD_LABELS.stream().anyMatch(error::hasErrorLabel);
    }

    /**
     * Returns whether the exception, or the driver's exception that it wraps, is an error of the server's state. True for a
     * bulk write with at least one such error, or an error of the write concern: its other errors have to be checked one by
     * one. False for an interruption of this thread, after which nothing must be sent again.
     */
    public static boolean isServerState(Throwable failure) {
        return transientError(failure).isPresent();
    }

    /** Returns the driver's exception in the chain of causes if it is an error of the server's state; else empty. */
    public static Optional<MongoException> transientError(Throwable failure) {
        return driverException(failure).filter(ServerStates::isTransient);
    }

    private static boolean isTransient(MongoException e) {
        return e instanceof MongoSocketException
                || e instanceof MongoTimeoutException
                || e instanceof MongoConnectionPoolClearedException
                || e instanceof MongoSecurityException
                || e instanceof MongoNotPrimaryException
                || e instanceof MongoNodeIsRecoveringException
                || e instanceof MongoWriteConcernException
                || (e instanceof MongoBulkWriteException bulk && hasServerState(bulk))
                || (e instanceof ClientBulkWriteException bulk && hasServerState(bulk))
                || isServerState(e.getCode())
                || isOverload(e)
                || LABELS.stream().anyMatch(e::hasErrorLabel);
    }

    private static boolean hasServerState(MongoBulkWriteException bulk) {
        return bulk.getWriteConcernError() != null
                || bulk.getWriteErrors().stream().anyMatch(error -> isServerState(error.getCode()));
    }

    private static boolean hasServerState(ClientBulkWriteException bulk) {
        return (bulk.getCause() != null && isServerState(bulk.getCause()))
                || !bulk.getWriteConcernErrors().isEmpty()
                || bulk.getWriteErrors().values().stream().anyMatch(error -> isServerState(error.getCode()));
    }

    /** Returns whether the user lacks a right, which no repetition gives. */
    public static boolean isMissingRight(MongoException e) {
        return isMissingRight(e.getCode())
                || (e instanceof MongoBulkWriteException bulk
                        && bulk.getWriteErrors().stream().anyMatch(error -> isMissingRight(error.getCode())))
                || (e instanceof ClientBulkWriteException bulk
                        && (bulk.getWriteErrors().values().stream().anyMatch(error -> isMissingRight(error.getCode()))
                                || (bulk.getCause() != null && isMissingRight(bulk.getCause()))));
    }

    private static boolean isMissingRight(int code) {
        return code == ServerState.UNAUTHORIZED.code();
    }

    /** Returns what the user may not do, and the role that is missing; empty if the server does not say it. */
    public static Optional<String> missingRight(String message) {
        Matcher refused = NOT_AUTHORIZED.matcher(message);
        if (!refused.find()) {
            return Optional.empty();
        }
        if (refused.group(2).equals("renameCollection")) {
            return Optional.of(
                    "the user may not rename the collection of a swap; on the database of the data, give it the role readWrite, or the privileges of docs/security.md with dropCollection");
        }
        return Optional.of(
                "the user is not authorized on %1$s to execute %2$s; give it the role readWrite on %1$s, or the one of docs/security.md"
                        .formatted(refused.group(1), refused.group(2)));
    }

    /** Returns the driver's exception in the chain of causes; empty if there is none. */
    public static Optional<MongoException> driverException(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof MongoException)) {
            cause = cause.getCause();
        }
        return Optional.ofNullable((MongoException) cause);
    }
}
