package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.wire.WireCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where an import is vulnerable: a kind of command on a kind of collection. */
enum Point {
    /** A chunk before it reaches the server. */
    BEFORE_THE_WRITE("target", "insert update", false),
    /** A chunk that is written, before the program knows. */
    WRITTEN_NOT_KNOWN("target", "insert update", true),
    /** The last chunk, before or after it is written. */
    LAST_CHUNK("target", "insert update", null),
    /** A chunk is written, its checkpoint is not. */
    BEFORE_THE_CHECKPOINT("mongohaul_imports", "update", false),
    /** The checkpoint is written, and the program does not know. */
    AFTER_THE_CHECKPOINT("mongohaul_imports", "update", true),
    /** The lease is taken. */
    CLAIM("mongohaul_imports", "findAndModify insert", null),
    /** Rejects of a chunk are kept. */
    REJECTS("mongohaul_rejects", "update", null),
    /** Rejects of what will be read again are forgotten. */
    REJECTS_FORGOTTEN("mongohaul_rejects", "delete", null),
    /** Rejects are exported. */
    EXPORT("mongohaul_rejects", "find getMore", null),
    /** Spring Batch's record of jobs and steps is made or changed. */
    STATUS("BATCH_", "insert update findAndModify", null);

    private final String collection;
    /** Names, with blanks between them. */
    private final String commands;

    /** Null for either. */
    private final @Nullable Boolean reply;

    Point(String collection, String commands, @Nullable Boolean reply) {
        this.collection = collection;
        this.commands = commands;
        this.reply = reply;
    }

    boolean isMeant(WireCommand command) {
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

    /** Which of them, in an import of so many chunks. */
    int nth(Draw draw, int chunks) {
        return switch (this) {
            case LAST_CHUNK -> chunks;
            case CLAIM, REJECTS_FORGOTTEN, EXPORT -> 1;
            case STATUS -> draw.between(1, 15);
            case REJECTS -> draw.between(1, Math.max(1, chunks / 2));
            default -> draw.between(1, chunks);
        };
    }
}
