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
import java.util.stream.Collectors;

/**
 * Classification of errors: errors of the server's state are transient, and the same documents may be sent again; others are
 * errors of a document.
 */
public final class ServerStates {

    private static final Map<Integer, ServerState> BY_CODE =
            Arrays.stream(ServerState.values()).collect(Collectors.toMap(ServerState::code, Function.identity()));

    /** Labels by which the server or the driver marks operations that may be sent again, regardless of the code. */
    private static final Set<String> LABELS = Set.of(
            MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL,
            "RetryableWriteError",
            "RetryableError",
            "SystemOverloadedError");

    private ServerStates() {}

    public static boolean isServerState(int code) {
        return BY_CODE.containsKey(code);
    }

    /** Returns the name of the code for messages; empty if the code is not in the list. */
    public static Optional<ServerState> of(int code) {
        return Optional.ofNullable(BY_CODE.get(code));
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
        return driverException(failure).filter(cause -> isConnectionFailure(cause) || isServerAnswer(cause));
    }

    private static boolean isConnectionFailure(MongoException e) {
        return e instanceof MongoSocketException
                || e instanceof MongoTimeoutException
                || e instanceof MongoConnectionPoolClearedException
                || e instanceof MongoSecurityException;
    }

    private static boolean isServerAnswer(MongoException e) {
        return e instanceof MongoNotPrimaryException
                || e instanceof MongoNodeIsRecoveringException
                || e instanceof MongoWriteConcernException
                || (e instanceof MongoBulkWriteException bulk && hasServerState(bulk))
                || (e instanceof ClientBulkWriteException bulk && hasServerState(bulk))
                || isServerState(e.getCode())
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

    /** Returns the driver's exception in the chain of causes; empty if there is none. */
    public static Optional<MongoException> driverException(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof MongoException)) {
            cause = cause.getCause();
        }
        return Optional.ofNullable((MongoException) cause);
    }
}
