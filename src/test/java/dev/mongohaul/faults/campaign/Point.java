package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.wire.WireCommand;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A point at which an import is killed: a kind of command on a kind of collection. */
enum Point {
    /** A chunk is sent, but not written. */
    BEFORE_THE_WRITE("target", "insert update", false),
    /** A chunk is written, but the program has no reply. */
    WRITTEN_NOT_KNOWN("target", "insert update", true),
    /** The last chunk is sent or written. */
    LAST_CHUNK("target", "insert update", null),
    /** A chunk is written, but its checkpoint is not. */
    BEFORE_THE_CHECKPOINT("mongohaul_partitions", "update", false),
    /** The checkpoint is written, but the program has no reply. */
    AFTER_THE_CHECKPOINT("mongohaul_partitions", "update", true),
    /** The partitions of a run are stored. */
    CUT("mongohaul_partitions", "insert", null),
    /** Those of the run before are taken over or removed. */
    TAKEOVER("mongohaul_partitions", "delete", null),
    /** The lease is acquired. */
    CLAIM("mongohaul_imports", "findAndModify insert", null),
    /** Rejects of a chunk are stored. */
    REJECTS("mongohaul_rejects", "update", null),
    /** Rejects of records that are read again are deleted. */
    REJECTS_FORGOTTEN("mongohaul_rejects", "delete", null),
    /** Rejects are exported. */
    EXPORT("mongohaul_rejects", "find getMore", null),
    /** A document of the JobRepository is inserted or updated. */
    STATUS("BATCH_", "insert update findAndModify", null),
    /** The collection that replaces the target, or an index of it, is created. */
    STAGED("target__", "create createIndexes", null),
    /** It replaces the target. */
    SWAP("", "renameCollection", null);

    private final String collection;

    /** Names of commands, separated by spaces. */
    private final String commands;

    /** Whether the reply is held; false for the command, null for either. */
    private final @Nullable Boolean reply;

    Point(String collection, String commands, @Nullable Boolean reply) {
        this.collection = collection;
        this.commands = commands;
        this.reply = reply;
    }

    /** Returns the points of an import whose documents replace the target, or are written into it. */
    static List<Point> of(boolean swaps) {
        return Stream.of(values())
                .filter(point -> swaps || (point != STAGED && point != SWAP))
                .toList();
    }

    boolean matches(WireCommand command) {
        return command.collection().startsWith(collection)
                && List.of(commands.split(" ", -1)).contains(command.name());
    }

    boolean needsRejects() {
        return collection.equals("mongohaul_rejects");
    }

    boolean holdsReply(Draw draw) {
        boolean drawn = draw.chance(0.5);
        return reply == null ? drawn : reply;
    }

    /** Returns which of the commands is held, in an import with this number of chunks. */
    int nth(Draw draw, int chunks) {
        return switch (this) {
            case LAST_CHUNK -> chunks;
            case CUT, TAKEOVER, CLAIM, REJECTS_FORGOTTEN, EXPORT, SWAP -> 1;
            case STAGED -> draw.between(1, 3);
            case STATUS -> draw.between(1, 15);
            case REJECTS -> draw.between(1, Math.max(1, chunks / 2));
            default -> draw.between(1, chunks);
        };
    }
}
