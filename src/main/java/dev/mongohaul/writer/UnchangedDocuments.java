package dev.mongohaul.writer;

import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;

/**
 * Lets a Spring Data template store documents as they are: its own converter refuses field names with a dot, and writes
 * types that it does not know as nested documents with a {@code _class}.
 */
public final class UnchangedDocuments extends MappingMongoConverter {

    public UnchangedDocuments() {
        super(NoOpDbRefResolver.INSTANCE, new MongoMappingContext());
    }

    /** An id is what it is: a text of 24 hexadecimal digits is no ObjectId. */
    @Override
    public @Nullable Object convertId(@Nullable Object id, Class<?> targetType) {
        return id;
    }

    @Override
    public void write(Object source, Bson target) {
        ((Document) target).putAll((Document) source);
    }
}
