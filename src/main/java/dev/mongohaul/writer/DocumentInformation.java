package dev.mongohaul.writer;

import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.query.Collation;
import org.springframework.data.mongodb.repository.query.MongoEntityInformation;

/**
 * Lets a Spring Data repository work on plain documents.
 *
 * <p>For an insert every document is new, though its id is set: a repository would otherwise send a replacement for
 * each, and {@code saveAll} one command a document instead of one a chunk.
 *
 * @param getCollectionName of the documents
 * @param inserts whether every document is new
 */
record DocumentInformation(String getCollectionName, boolean inserts)
        implements MongoEntityInformation<Document, Object> {

    @Override
    public boolean isNew(Document document) {
        return inserts;
    }

    @Override
    public @Nullable Object getId(Document document) {
        return document.get("_id");
    }

    @Override
    public Class<Object> getIdType() {
        return Object.class;
    }

    @Override
    public Class<Document> getJavaType() {
        return Document.class;
    }

    @Override
    public String getIdAttribute() {
        return "_id";
    }

    @Override
    public @Nullable Collation getCollation() {
        return null;
    }
}
