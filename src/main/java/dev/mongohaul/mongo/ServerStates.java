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

    /** The server's message, which goes on with the whole command. */
    private static final Pattern NOT_AUTHORIZED =
            Pattern.compile("not authorized on (\\S+) to execute command \\{ (\\w+):");

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
        return refused.find()
                ? Optional.of(
                        "the user is not authorized on %1$s to execute %2$s; give it the role readWrite on %1$s, or the one of docs/security.md"
                                .formatted(refused.group(1), refused.group(2)))
                : Optional.empty();
    }

    /** Returns the driver's exception in the chain of causes; empty if there is none. */
    public static Optional<MongoException> driverException(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof MongoException)) {
            cause = cause.getCause();
        }
        return Optional.ofNullable((MongoException) cause);
    }

    /**
     * Closed list of MongoDB error codes that describe the state of the server, or of its relation to this client, and not the
     * document: such a document is never a reject. Names and numbers are those of MongoDB's
     * {@code src/mongo/base/error_codes.yml}.
     */
    public enum ServerState {
        /** A server could not reach another one it needs. */
        HOST_UNREACHABLE(6),
        /** The name of another server is unknown. */
        HOST_NOT_FOUND(7),
        UNAUTHORIZED(13),
        AUTHENTICATION_FAILED(18),
        LOCK_TIMEOUT(24),
        LOCK_BUSY(46),
        /** The operation's time limit passed: the server is slow. */
        MAX_TIME_MS_EXPIRED(50),
        /** The write concern was not satisfied in time: the documents are written, and not confirmed. */
        WRITE_CONCERN_TIMEOUT(64),
        /** The replica set does not know the write concern's mode: the documents are written, and not confirmed. */
        UNKNOWN_REPL_WRITE_CONCERN(79),
        NETWORK_TIMEOUT(89),
        /** The server was shut down before it executed the operation. */
        CALLBACK_CANCELED(90),
        SHUTDOWN_IN_PROGRESS(91),
        /** The replica set has been initiated on no server yet. */
        NOT_YET_INITIALIZED(94),
        /** The replica set has too few members for the write concern: the documents are written, and not confirmed. */
        UNSATISFIABLE_WRITE_CONCERN(100),
        /** Another operation changed the same document or its index at the same time. */
        WRITE_CONFLICT(112),
        /** Another operation, such as moving a shard, excludes this one for now. */
        CONFLICTING_OPERATION_IN_PROGRESS(117),
        /** No member of the wanted kind is there to read from. */
        FAILED_TO_SATISFY_READ_PREFERENCE(133),
        /** A majority has not confirmed anything yet, just after a start. */
        READ_CONCERN_MAJORITY_NOT_AVAILABLE_YET(134),
        EXCEEDED_MEMORY_LIMIT(146),
        /** The router's knowledge of the shards is out of date (before MongoDB 6.0). */
        STALE_EPOCH(150),
        PRIMARY_STEPPED_DOWN(189),
        NETWORK_INTERFACE_EXCEEDED_TIME_LIMIT(202),
        DATABASE_DROP_PENDING(215),
        ELECTION_IN_PROGRESS(216),
        /** The router's knowledge of the database is out of date. */
        STALE_DB_VERSION(249),
        TOO_MANY_LOGICAL_SESSIONS(261),
        EXCEEDED_TIME_LIMIT(262),
        TOO_MANY_FILES_OPEN(264),
        MIGRATION_CONFLICT(272),
        CLIENT_DISCONNECT(279),
        /** The server's storage engine is being exchanged, as in an initial sync. */
        INTERRUPTED_DUE_TO_STORAGE_CHANGE(355),
        /** The storage engine's cache is full for now. */
        TEMPORARILY_UNAVAILABLE(365),
        USER_WRITES_BLOCKED(371),
        REAUTHENTICATION_REQUIRED(391),
        RESOURCE_EXHAUSTED(402),
        POOLED_CONNECTION_ACQUISITION_EXCEEDED_TIME_LIMIT(407),
        /** The server takes no more work for now. */
        ADMISSION_QUEUE_OVERFLOW(433),
        RATE_LIMIT_EXCEEDED(449),
        POOLED_CONNECTION_ACQUISITION_REJECTED(450),
        INTERRUPTED_DUE_TO_RESHARDING_CRITICAL_SECTION(453),
        INGRESS_REQUEST_RATE_LIMIT_EXCEEDED(462),
        SOCKET_EXCEPTION(9001),
        /** The server is not the primary (servers before MongoDB 2.6, and proxies). */
        LEGACY_NOT_PRIMARY(10058),
        NOT_WRITABLE_PRIMARY(10107),
        INTERRUPTED_AT_SHUTDOWN(11600),
        /** The operation was interrupted, with killOp for example. */
        INTERRUPTED(11601),
        INTERRUPTED_DUE_TO_REPL_STATE_CHANGE(11602),
        /** The router's knowledge of the shards is out of date. */
        STALE_CONFIG(13388),
        /** The server is not the primary, and was not asked as a secondary. */
        NOT_PRIMARY_NO_SECONDARY_OK(13435),
        /** The server is neither primary nor secondary: it is starting or recovering. */
        NOT_PRIMARY_OR_SECONDARY(13436),
        OUT_OF_DISK_SPACE(14031),
        CLIENT_MARKED_KILLED(46841),
        /** A router could not reach the servers that know the shards. */
        CONFIG_SERVER_UNREACHABLE(56846),
        /** A shard's passing error, forwarded by another server. */
        RETRIABLE_REMOTE_COMMAND_FAILURE(91331),
        /** The servers are being upgraded. */
        INTERRUPTED_DUE_TO_FCV_CHANGE(10045600);

        private final int code;

        ServerState(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }
}
