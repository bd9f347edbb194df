package dev.mongohaul.mongo.session;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNamespace;
import com.mongodb.WriteConcern;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.session.ServerSession;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.ServerState;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * End of the sessions of a process that must not write any longer, on one server. Thread-safe.
 *
 * <p>What the server executes is killed, and its end is awaited. What the network delivers later is refused on a replica set:
 * each session gets the highest <a
 * href="https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md">number of a
 * transaction</a>, and the server refuses commands with lower ones for as long as it remembers the session, which is 30
 * minutes. A number that is given by a write is also known to the next primary. On a server without the JobRepository, where
 * nothing else may be written, a read gives it, and an election forgets it.
 *
 * <p>Commands without a number are not refused: those that change the catalog, inserts, and all commands on standalone
 * servers and sharded clusters.
 */
public final class FormerSessions {

    /** Collection of one document, which is changed to give numbers. */
    public static final String COLLECTION = "mongohaul_fences";

    private static final long HIGHEST = Long.MAX_VALUE;
    private static final long POLL_MILLIS = 20;

    /**
     * ConflictingOperationInProgress, IncompleteTransactionHistory, TransactionTooOld and NoSuchTransaction: the session has the
     * number already, or a higher one.
     */
    private static final Set<Integer> CLOSED = Set.of(117, 217, 225, 251);

    private final MongoClient client;
    private final ServerKind kind;
    private final MongoNamespace fences;
    private final boolean writable;

    private FormerSessions(MongoConnection server, MongoNamespace fences, boolean writable) {
        this.client = server.client();
        this.kind = server.facts().kind();
        this.fences = fences;
        this.writable = writable;
    }

    /** Returns the sessions on the server of the JobRepository. */
    public static FormerSessions withRepository(MongoConnection server, String database) {
        return new FormerSessions(server, new MongoNamespace(database, COLLECTION), true);
    }

    /**
     * Returns the sessions on another server.
     *
     * @param readable collection that the user may read
     */
    public static FormerSessions on(MongoConnection server, MongoNamespace readable) {
        return new FormerSessions(server, readable, false);
    }

    /**
     * Ends sessions with their transactions, waits until none of their commands is being executed, and lets the server refuse
     * later ones.
     *
     * @throws RuntimeException if the server does not confirm their end in time
     */
    public void end(Collection<UUID> sessions, RetryBudget retries) {
        kill(client, sessions, retries);
        refuseBelow(sessions.stream().distinct().collect(Collectors.toMap(id -> id, id -> HIGHEST)), retries);
    }

    /**
     * Lets the server refuse later commands of sessions whose number is lower than the given one.
     *
     * @param numbers by sessions
     * @throws RuntimeException if the server does not confirm it in time
     */
    public void refuseBelow(Map<UUID, Long> numbers, RetryBudget retries) {
        if (kind == ServerKind.REPLICA_SET && !numbers.isEmpty()) {
            retries.run("refuse the commands of an earlier attempt", () -> refuse(numbers));
        }
    }

    /**
     * Ends sessions with their transactions, and waits until none of their commands is being executed. The sessions can be used
     * again.
     *
     * @throws RuntimeException if the server does not confirm their end in time
     */
    public static void kill(MongoCluster client, Collection<UUID> sessions, RetryBudget retries) {
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

    private void refuse(Map<UUID, Long> numbers) {
        MongoDatabase database = client.getDatabase(fences.getDatabaseName());
        try (ClientSession own = client.startSession()) {
            for (Map.Entry<UUID, Long> session : numbers.entrySet()) {
                long number = session.getValue();
                ClientSession former = as(session.getKey(), number, own);
                try {
                    if (writable) {
                        database.runCommand(former, write(number));
                    } else {
                        read(database, number, former);
                    }
                } catch (MongoCommandException e) {
                    if (!CLOSED.contains(e.getErrorCode())) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Returns a write that changes a document in any case, since the server forgets the number of any other. */
    private Document write(long number) {
        Document change = new Document("q", new Document("_id", "sessions"))
                .append("u", new Document("$inc", new Document("ended", 1L)))
                .append("upsert", true);
        return new Document("update", fences.getCollectionName())
                .append("updates", List.of(change))
                .append("txnNumber", number)
                .append("writeConcern", WriteConcern.MAJORITY.asDocument());
    }

    private void read(MongoDatabase database, long number, ClientSession former) {
        Document find = new Document("find", fences.getCollectionName())
                .append("filter", new Document("_id", new Document("$in", List.of())))
                .append("txnNumber", number)
                .append("startTransaction", true)
                .append("autocommit", false);
        Document abort =
                new Document("abortTransaction", 1).append("txnNumber", number).append("autocommit", false);
        database.runCommand(former, find);
        client.getDatabase("admin").runCommand(former, abort);
    }

    /** Returns a session of the driver that sends the id of another process's session. */
    private static ClientSession as(UUID id, long number, ClientSession own) {
        ServerSession server = new OtherSession(new BsonDocument("id", new BsonBinary(id)), number);
        return (ClientSession) Proxy.newProxyInstance(
                FormerSessions.class.getClassLoader(),
                new Class<?>[] {ClientSession.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getServerSession")) {
                        return server;
                    }
                    try {
                        return method.invoke(own, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private record OtherSession(BsonDocument id, long number) implements ServerSession {

        @Override
        public BsonDocument getIdentifier() {
            return id;
        }

        @Override
        public long getTransactionNumber() {
            return number;
        }

        @Override
        public long advanceTransactionNumber() {
            return number;
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public void markDirty() {}

        @Override
        public boolean isMarkedDirty() {
            return false;
        }
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
        List<@Nullable Object> present = retries.call(
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

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoInterruptedException("interrupted while waiting for the end of commands", e);
        }
    }
}
