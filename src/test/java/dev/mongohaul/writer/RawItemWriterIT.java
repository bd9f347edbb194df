package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import org.bson.Document;

class RawItemWriterIT extends EveryOperationContract<Document> implements CommandPerChunkContract<Document> {

    RawItemWriterIT() {
        super(Rendering.DOCUMENT, "raw");
    }
}
