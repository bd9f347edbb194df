package dev.mongohaul.mongo.session;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.ServerState;
import dev.mongohaul.mongo.ServerStates;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/** Session that sends its commands one after the other, see {@link WriteSessions}. For one thread at a time. */
public final class WriteSession {

    /** Largest number of sends without a transaction after documents were refused in one. */
    private static final int MOST_WITHOUT_TRANSACTION = 32;

    /** Errors of a transaction after which the same commands succeed without one. */
    private static final Set<Integer> OF_TRANSACTIONS =
            Set.of(ServerState.WRITE_CONFLICT.code(), ServerState.LOCK_TIMEOUT.code());

    /** TransactionTooOld: the process that took over has ended the session. */
    private static final int ENDED_BY_ANOTHER = 225;

    private final ClientSession client;
    private final ServerKind kind;
    private final @Nullable TransactionOptions transaction;
    private final SessionOwner owner;
    private boolean unconfirmed;
    private boolean mayBeLate;
    private int refusals;
    private int withoutTransaction;

    WriteSession(ClientSession client, ServerKind kind, @Nullable TransactionOptions transaction, SessionOwner owner) {
        this.client = client;
        this.kind = kind;
        this.transaction = transaction;
        this.owner = owner;
    }

    /** Returns the id by which a successor ends the session. */
    public UUID id() {
        return client.getServerSession().getIdentifier().getBinary("id").asUuid();
    }

    /** Returns the driver's session, in which every command has to be sent. */
    public ClientSession client() {
        return client;
    }

    /** Fails if the right to write belongs to another process; asks the server. For commands outside of transactions. */
    public void confirm() {
        owner.confirm();
    }

    public boolean inTransaction() {
        return client.hasActiveTransaction();
    }

    boolean isUnconfirmed() {
        return unconfirmed;
    }

    /** Returns whether a command had no timely answer. */
    boolean mayBeLate() {
        return mayBeLate || unconfirmed;
    }

    /** Returns the number of a command outside of a transaction; null if the server supports none. */
    public @Nullable BsonInt64 nextNumber() {
        return kind == ServerKind.STANDALONE || inTransaction()
                ? null
                : new BsonInt64(client.getServerSession().advanceTransactionNumber());
    }

    /**
     * Runs the sending of the commands of one block.
     *
     * @param commands may be called twice: in a transaction, and without one if that fails
     * @throws MongoException if it is unknown what was written
     * @throws RuntimeException of {@code commands}, without a transaction
     */
    public <T> T write(Supplier<T> commands) {
        owner.check();
        if (kind != ServerKind.REPLICA_SET || transaction == null) {
            return attempt(commands);
        }
        if (withoutTransaction > 0) {
            withoutTransaction--;
            return attempt(commands);
        }
        client.startTransaction(transaction);
        T result;
        try {
            result = commands.get();
            owner.check();
        } catch (RuntimeException failure) {
            return withoutTransaction(failure, commands);
        }
        try {
            client.commitTransaction();
        } catch (MongoException failure) {
            if (failure.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL) && !isUnconfirmed(failure)) {
                return withoutTransaction(failure, commands);
            }
            unconfirmed = true;
            throw failure;
        }
        refusals = 0;
        return result;
    }

    /**
     * Runs the sending of inserts of one block, whose commands carry numbers: without a transaction, since the server takes
     * longer for one, and each document needs an answer of its own.
     *
     * @throws RuntimeException of {@code commands}
     */
    public <T> T insert(Supplier<T> commands) {
        owner.check();
        return attempt(commands);
    }

    /** Sends again without a transaction: the failed one left nothing behind. */
    private <T> T withoutTransaction(RuntimeException failure, Supplier<T> commands) {
        Optional<MongoException> cause = ServerStates.driverException(failure);
        Optional<MongoException> unknownOutcome = cause.filter(WriteSession::isUnconfirmed);
        if (unknownOutcome.isPresent()) {
            unconfirmed = true;
            throw unknownOutcome.get();
        }
        abort();
        if (cause.isEmpty() || cause.get() instanceof MongoInterruptedException) {
            throw failure;
        }
        withoutTransaction = Math.min(1 << Math.min(refusals++, 30), MOST_WITHOUT_TRANSACTION) - 1;
        owner.confirm();
        return attempt(commands);
    }

    private <T> T attempt(Supplier<T> commands) {
        try {
            return commands.get();
        } catch (RuntimeException failure) {
            unconfirmed |= ServerStates.isServerState(failure);
            if (ServerStates.driverException(failure)
                    .filter(error -> error.getCode() == ENDED_BY_ANOTHER)
                    .isPresent()) {
                owner.confirm();
            }
            throw failure;
        }
    }

    /** Returns whether it is unknown what the server did. The errors of single documents are certain. */
    private static boolean isUnconfirmed(MongoException failure) {
        if (failure instanceof MongoBulkWriteException || failure instanceof ClientBulkWriteException) {
            return false;
        }
        return failure.getCode() > 0
                ? ServerStates.isServerState(failure.getCode()) && !OF_TRANSACTIONS.contains(failure.getCode())
                : ServerStates.isServerState(failure);
    }

    /** Returns a number that no command of this session had. */
    long advance() {
        return client.getServerSession().advanceTransactionNumber();
    }

    void ended() {
        abort();
        mayBeLate = true;
        unconfirmed = false;
    }

    private void abort() {
        if (inTransaction()) {
            client.abortTransaction();
        }
    }
}
