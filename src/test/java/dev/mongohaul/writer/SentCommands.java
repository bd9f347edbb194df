package dev.mongohaul.writer;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The reading and writing commands that a client sent, in order, and those among them that failed. */
final class SentCommands implements CommandListener {

    private static final Set<String> RECORDED = Set.of("insert", "update", "find", "delete", "bulkWrite");

    private final List<String> names = new CopyOnWriteArrayList<>();
    private final List<BsonValue> writeConcerns = new CopyOnWriteArrayList<>();
    private int failuresLeft = Integer.MAX_VALUE;
    private Runnable afterFailures = () -> {};

    List<String> names() {
        return List.copyOf(names);
    }

    /** The {@code w} of the writing commands, in their order. */
    List<BsonValue> writeConcerns() {
        return List.copyOf(writeConcerns);
    }

    /** Forgets what was sent. */
    void clear() {
        names.clear();
        writeConcerns.clear();
        afterFailures(Integer.MAX_VALUE, () -> {});
    }

    /** Sets an action for when this number of commands failed. */
    void afterFailures(int count, Runnable action) {
        failuresLeft = count;
        afterFailures = action;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        boolean recorded = RECORDED.contains(event.getCommandName());
        if (recorded) {
            names.add(event.getCommandName());
        }
        if (recorded || event.getCommandName().equals("commitTransaction")) {
            BsonDocument concern = event.getCommand().getDocument("writeConcern", new BsonDocument());
            if (concern.containsKey("w")) {
                writeConcerns.add(concern.get("w"));
            }
        }
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        if (RECORDED.contains(event.getCommandName()) && --failuresLeft == 0) {
            afterFailures.run();
        }
    }
}
