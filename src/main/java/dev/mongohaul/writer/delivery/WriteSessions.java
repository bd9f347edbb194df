package dev.mongohaul.writer.delivery;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerFacts.ServerKind;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.mongo.ServerStates.ServerState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.bson.BsonInt64;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Server sessions in which one writer changes documents that it finds by their keys. They ensure that a command without a
 * timely answer cannot overwrite what was written after it, even if the server executes it much later: a lock, a stalled
 * disk or the network may have delayed it.
 *
 * <ul>
 *   <li>A replica set executes the commands of a chunk in one transaction. A late command is never committed, and nothing
 *       else changes its documents until that is certain. The transaction costs the server less than the same commands
 *       without one. If the server refuses a document, or another client changes one at the same time, the chunk is sent
 *       again without a transaction, so that each document has an answer of its own.
 *   <li>Without a transaction, and on a sharded cluster, commands carry <a
 *       href="https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md">rising
 *       numbers of retryable writes</a>: the server refuses one that is lower than the last one of its session.
 *   <li>On all servers, including a standalone server, which supports neither, commands without an answer are killed, and
 *       their end is awaited, before anything is sent again.
 * </ul>
 *
 * <p>The next run of an import {@link #end ends} the sessions of the runs before it. Sessions are not returned to the
 * driver: they expire on the server, which has to remember their numbers until then.
 *
 * <p>Used by one thread, except for the commands of different sessions.
 */
public final class WriteSessions {

    /** Largest number of sends without a transaction after documents were refused in one. */
    private static final int MOST_WITHOUT_TRANSACTION = 32;

    /** Errors of a transaction after which the same commands succeed without one. */
    private static final Set<Integer> OF_TRANSACTIONS =
            Set.of(ServerState.WRITE_CONFLICT.code(), ServerState.LOCK_TIMEOUT.code());

    private static final long POLL_MILLIS = 20;

    private final MongoCluster client;
    private final ServerKind kind;
    private final TransactionOptions transaction;
    private final Owner owner;
    private final List<Session> sessions = new ArrayList<>();

    /** Run that writes. */
    public interface Owner {

        /** Run whose documents nothing else writes. */
        Owner ALONE = new Owner() {
            @Override
            public void check() {}

            @Override
            public void confirm() {}

            @Override
            public void begins(UUID session) {}
        };

        /** Fails if the import belongs to another process, as far as this process knows. Cheap. */
        void check();

        /** Fails if the import belongs to another process; asks the server. */
        void confirm();

        /** Saves the id of a session before it is used. */
        void begins(UUID session);
    }

    WriteSessions(MongoCluster client, ServerKind kind, WriteConcern writeConcern, Owner owner) {
        this.client = client;
        this.kind = kind;
        this.transaction = TransactionOptions.builder()
                .writeConcern(writeConcern)
                .readConcern(ReadConcern.LOCAL)
                .build();
        this.owner = owner;
    }

    /** Begins a session, for one thread at a time. */
    Session begin() {
        Session session = new Session(client.startSession(
                ClientSessionOptions.builder().causallyConsistent(false).build()));
        owner.begins(session.id());
        sessions.add(session);
        return session;
    }

    /**
     * Ends the commands without an answer, so that they can no longer write. To be called before anything else is sent.
     *
     * @throws MongoException if the server does not confirm their end
     */
    public void endUnconfirmed() {
        List<Session> unconfirmed =
                sessions.stream().filter(session -> session.unconfirmed).toList();
        if (unconfirmed.isEmpty()) {
            return;
        }
        owner.confirm();
        end(client, unconfirmed.stream().map(Session::id).toList(), RetryBudget.NONE);
        unconfirmed.forEach(Session::ended);
    }

    /**
     * Ends sessions with their transactions, and waits until none of their commands is being executed.
     *
     * @throws RuntimeException if the server does not confirm their end in time
     */
    public static void end(MongoCluster client, Collection<UUID> sessions, RetryBudget retries) {
        if (sessions.isEmpty()) {
            return;
        }
        List<Document> ids =
                sessions.stream().map(session -> new Document("id", session)).toList();
        MongoDatabase admin = client.getDatabase("admin");
        retries.run("end the commands of an earlier attempt", () -> {
            admin.runCommand(new Document("killSessions", ids));
            for (int polls = 0; areBusy(admin, sessions); polls++) {
                if (polls * POLL_MILLIS > 1000) {
                    throw new MongoException(
                            ServerState.LOCK_BUSY.code(), "a command of an earlier attempt does not end");
                }
                pause();
            }
        });
    }

    private static boolean areBusy(MongoDatabase admin, Collection<UUID> sessions) {
        return running(admin, Filters.in("lsid.id", sessions)).first() != null;
    }

    private static AggregateIterable<Document> running(MongoDatabase admin, Bson which) {
        return admin.aggregate(List.of(
                new Document("$currentOp", new Document()),
                Aggregates.match(Filters.and(which, Filters.exists("opid")))));
    }

    /**
     * Waits until the inserts into a collection that the server executes now have ended, as those of a process that was
     * killed. Other commands of a killed process end with its sessions. Inserts of other users are not seen.
     *
     * @throws RuntimeException if one does not end in time
     */
    public static void awaitInserts(MongoCluster client, MongoNamespace target, RetryBudget retries) {
        MongoDatabase admin = client.getDatabase("admin");
        Bson inserts = Filters.and(
                Filters.eq("command.$db", target.getDatabaseName()),
                Filters.eq("command.insert", target.getCollectionName()));
        List<Object> present = retries.call(
                "look for inserts",
                () -> running(admin, inserts)
                        .map(command -> command.get("opid"))
                        .into(new ArrayList<>()));
        if (present.isEmpty()) {
            return;
        }
        retries.run("end the inserts of an earlier process", () -> {
            if (running(admin, Filters.and(inserts, Filters.in("opid", present)))
                            .first()
                    != null) {
                throw new MongoException(ServerState.LOCK_BUSY.code(), "an insert into " + target + " does not end");
            }
        });
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

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoInterruptedException("interrupted while waiting for the end of commands", e);
        }
    }

    /** One session, which sends its commands one after the other. */
    public final class Session {

        private final ClientSession client;
        private boolean unconfirmed;
        private int refusals;
        private int withoutTransaction;

        private Session(ClientSession client) {
            this.client = client;
        }

        private UUID id() {
            return client.getServerSession().getIdentifier().getBinary("id").asUuid();
        }

        /** Returns the driver's session, in which every command has to be sent. */
        public ClientSession client() {
            return client;
        }

        boolean inTransaction() {
            return client.hasActiveTransaction();
        }

        /** Returns the number of a command outside of a transaction; null if the server supports none. */
        @Nullable
        BsonInt64 nextNumber() {
            return kind == ServerKind.STANDALONE || inTransaction()
                    ? null
                    : new BsonInt64(client.getServerSession().advanceTransactionNumber());
        }

        /**
         * Runs the sending of the commands of one chunk, or of a part of it.
         *
         * @param commands may be called twice: in a transaction, and without one if that fails
         * @throws MongoException if it is unknown what was written
         * @throws RuntimeException of {@code commands}, without a transaction
         */
        public <T> T write(Supplier<T> commands) {
            owner.check();
            if (kind != ServerKind.REPLICA_SET) {
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
                if (failure.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
                        && !isUnconfirmed(failure)) {
                    return withoutTransaction(failure, commands);
                }
                unconfirmed = true;
                throw failure;
            }
            refusals = 0;
            return result;
        }

        /** Sends again without a transaction: the failed one left nothing behind. */
        private <T> T withoutTransaction(RuntimeException failure, Supplier<T> commands) {
            Optional<MongoException> cause = ServerStates.driverException(failure);
            Optional<MongoException> unknownOutcome = cause.filter(WriteSessions::isUnconfirmed);
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
                throw failure;
            }
        }

        private void ended() {
            abort();
            unconfirmed = false;
        }

        private void abort() {
            if (inTransaction()) {
                client.abortTransaction();
            }
        }
    }
}
