package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import org.bson.Document;

class BulkItemWriterIT extends EveryOperationContract<Document> implements CommandPerChunkContract<Document> {

    BulkItemWriterIT() {
        super(Rendering.DOCUMENT, "bulk");
    }
}
