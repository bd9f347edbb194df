package dev.mongohaul.mongo.session;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCluster;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerKind;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Server sessions in which a run changes documents, rejects and pre-images. They ensure that a command without a timely answer
 * cannot overwrite what was written after it, even if the server executes it much later: a lock, a stalled disk or the
 * network may have delayed it, or the process was paused before it sent the command.
 *
 * <ul>
 *   <li>The id of a session is saved before it is used. The process that takes over {@linkplain FormerSessions ends} the
 *       sessions of its predecessors before it changes anything.
 *   <li>A replica set executes the commands of a block in one transaction. A late command is never committed, and nothing
 *       else changes its documents until that is certain. The transaction costs the server less than the same commands
 *       without one. The right to write is checked again before the commit. If the server refuses a document, or another
 *       client changes one at the same time, the block is sent again without a transaction, so that each document has an
 *       answer of its own.
 *   <li>Without a transaction, and on a sharded cluster, commands carry <a
 *       href="https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md">rising
 *       numbers of retryable writes</a>: the server refuses one that is lower than the last one of its session.
 *   <li>On all servers, including a standalone server, which supports neither, commands without an answer are killed, and
 *       their end is awaited, before anything is sent again. On a replica set, their session gets a higher number.
 * </ul>
 *
 * <p>Sessions are not returned to the driver: they expire on the server, which has to remember their numbers until then.
 *
 * <p>Sessions may be begun by several threads; each of them is used by one.
 */
public final class WriteSessions implements AutoCloseable {

    private final MongoCluster client;
    private final ServerKind kind;
    private final @Nullable TransactionOptions transaction;
    private final SessionOwner owner;
    private final List<WriteSession> sessions = new CopyOnWriteArrayList<>();
    private @Nullable WriteSession first;

    private WriteSessions(
            MongoCluster client, ServerKind kind, @Nullable TransactionOptions transaction, SessionOwner owner) {
        this.client = client;
        this.kind = kind;
        this.transaction = transaction;
        this.owner = owner;
    }

    /** @param writeConcern of transactions */
    public WriteSessions(MongoCluster client, ServerKind kind, WriteConcern writeConcern, SessionOwner owner) {
        this(
                client,
                kind,
                TransactionOptions.builder()
                        .writeConcern(writeConcern)
                        .readConcern(ReadConcern.LOCAL)
                        .build(),
                owner);
    }

    /**
     * Returns sessions that use numbers of retryable writes only. In transactions, several partitions that add documents with
     * neighbouring ids, such as rejects, would need minutes: for each document the server passes all that the others have
     * added and not committed.
     */
    public static WriteSessions withoutTransactions(MongoCluster client, ServerKind kind, SessionOwner owner) {
        return new WriteSessions(client, kind, (TransactionOptions) null, owner);
    }

    /** Begins a session, for one thread at a time. */
    public WriteSession begin() {
        WriteSession session = session();
        owner.begins(session.id());
        sessions.add(session);
        return session;
    }

    private WriteSession session() {
        return new WriteSession(
                client.startSession(
                        ClientSessionOptions.builder().causallyConsistent(false).build()),
                kind,
                transaction,
                owner);
    }

    /** Begins the session of {@link #change}. The caller saves its id, with other data, before the first change. */
    public WriteSession openUnsaved() {
        WriteSession session = session();
        sessions.add(session);
        first = session;
        return session;
    }

    /**
     * Ends the commands without an answer, so that they can no longer write, even if the network delivers them later. Must be
     * called before anything else is sent, since that may use another session.
     *
     * @throws MongoException if the server does not confirm their end
     */
    public void endUnconfirmed() {
        List<WriteSession> unconfirmed =
                sessions.stream().filter(WriteSession::isUnconfirmed).toList();
        if (unconfirmed.isEmpty()) {
            return;
        }
        owner.confirm();
        FormerSessions.kill(client, unconfirmed.stream().map(WriteSession::id).toList(), RetryBudget.NONE);
        owner.refusesBelow(unconfirmed.stream().collect(Collectors.toMap(WriteSession::id, WriteSession::advance)));
        unconfirmed.forEach(WriteSession::ended);
    }

    /**
     * Makes a block of changes in one session, and repeats it after transient errors. For one thread.
     *
     * @param doing as for {@link RetryBudget#call}
     * @param block sends up to about 8 MiB, and has the same effect if it is repeated; called with and, if a document is
     *     refused, without a transaction
     */
    public <T> T change(String doing, RetryBudget retries, Function<WriteSession, T> block) {
        return retries.call(doing, () -> {
            endUnconfirmed();
            if (first == null) {
                first = begin();
            }
            WriteSession session = first;
            return session.write(() -> block.apply(session));
        });
    }

    /** Fails if the right to write belongs to another process; asks the server. */
    public void confirm() {
        owner.confirm();
    }

    /**
     * Lets the server refuse a command of these sessions that had no timely answer, and may still be on its way. Must be called
     * when all changes are made.
     */
    @Override
    public void close() {
        List<WriteSession> late =
                sessions.stream().filter(WriteSession::mayBeLate).toList();
        if (!late.isEmpty()) {
            owner.ends(late.stream().map(WriteSession::id).toList());
        }
    }
}
