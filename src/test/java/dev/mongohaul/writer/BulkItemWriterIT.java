package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.List;
import java.util.OptionalInt;
import org.bson.Document;

class BulkItemWriterIT extends EveryOperationContract<Document> implements CommandPerChunkContract<Document> {

    BulkItemWriterIT() {
        super(Rendering.DOCUMENT, "bulk");
    }

    /** The driver sends upserts and replacements by one command, and merges and updates by another. */
    @Override
    public OptionalInt fewestCommands(RandomOperations drawn, List<Integer> sent) {
        return OptionalInt.of(drawn.commands(sent, operation -> switch (operation) {
            case UPSERT -> WriteOperation.REPLACE;
            case MERGE -> WriteOperation.UPDATE;
            default -> operation;
        }));
    }
}
