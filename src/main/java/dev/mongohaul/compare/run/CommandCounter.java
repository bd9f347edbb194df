package dev.mongohaul.compare.run;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * Counts the commands that write to one database, and their bytes. It costs time, so that what is counted is not timed
 * where that can be helped. Thread-safe.
 */
final class CommandCounter implements CommandListener {

    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "bulkWrite", "findAndModify");
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final AtomicLong commands = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private volatile String database = "";

    /** Begins anew. */
    void count(String newDatabase) {
        commands.set(0);
        bytes.set(0);
        database = newDatabase;
    }

    long commands() {
        return commands.get();
    }

    long bytes() {
        return bytes.get();
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (event.getDatabaseName().equals(database) && WRITES.contains(event.getCommandName())) {
            commands.incrementAndGet();
            bytes.addAndGet(size(event.getCommand()));
        }
    }

    private static long size(BsonDocument command) {
        if (command instanceof RawBsonDocument raw) {
            return raw.getByteBuffer().remaining();
        }
        try (BasicOutputBuffer buffer = new BasicOutputBuffer();
                BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            CODEC.encode(writer, command, EncoderContext.builder().build());
            return buffer.getSize();
        }
    }
}
