package dev.mongohaul.mongo;

/**
 * MongoDB error codes that describe a passing state of the server, or of its relation to this client: the same command is
 * sent again. Names and numbers are those of MongoDB's {@code src/mongo/base/error_codes.yml}.
 */
public enum ServerState {
    /** A server could not reach another one it needs. */
    HOST_UNREACHABLE(6),
    /** The name of another server is unknown. */
    HOST_NOT_FOUND(7),
    UNAUTHORIZED(13),
    AUTHENTICATION_FAILED(18),
    LOCK_TIMEOUT(24),
    /** The server that has the cursor is not the primary any more, or ended the cursor. */
    CURSOR_NOT_FOUND(43),
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
    ADMISSION_QUEUE_OVERFLOW(433, true),
    RATE_LIMIT_EXCEEDED(449, true),
    POOLED_CONNECTION_ACQUISITION_REJECTED(450, true),
    INTERRUPTED_DUE_TO_RESHARDING_CRITICAL_SECTION(453),
    INGRESS_REQUEST_RATE_LIMIT_EXCEEDED(462, true),
    /** Overload, since MongoDB 9.0. */
    OVERLOAD_463(463, true),
    /** The server stops work because it is overloaded, since MongoDB 9.0. */
    INTERRUPTED_DUE_TO_OVERLOAD(473, true),
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
    private final boolean overload;

    ServerState(int code) {
        this(code, false);
    }

    /** @param overload whether the server takes no more work for now */
    ServerState(int code, boolean overload) {
        this.code = code;
        this.overload = overload;
    }

    public int code() {
        return code;
    }

    boolean isOverload() {
        return overload;
    }
}
