package dev.mongohaul.compare.server;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Counter of the write commands to one database, and of their bytes. Counting costs time, so counted runs are not timed if
 * possible. Thread-safe.
 */
public final class CommandCounter implements CommandListener {

    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "bulkWrite", "findAndModify");

    private final AtomicLong commands = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private volatile String database = "";

    public void count(String newDatabase) {
        commands.set(0);
        bytes.set(0);
        database = newDatabase;
    }

    public long commands() {
        return commands.get();
    }

    public long bytes() {
        return bytes.get();
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (event.getDatabaseName().equals(database) && WRITES.contains(event.getCommandName())) {
            commands.incrementAndGet();
            BsonDocument command = event.getCommand();
            RawBsonDocument raw = command instanceof RawBsonDocument known
                    ? known
                    : new RawBsonDocument(command, new BsonDocumentCodec());
            bytes.addAndGet(raw.getByteBuffer().remaining());
        }
    }
}
