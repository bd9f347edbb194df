package dev.mongohaul.writer;

import org.bson.Document;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.mongodb.core.convert.MongoConverter;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;
import org.springframework.data.mongodb.repository.query.MongoEntityInformation;

/**
 * The objects that a repository stores, and where.
 *
 * @param type of the objects: {@link Document} or an entity
 * @param collection they go to, whatever the entity itself says
 * @param inserts whether every object is new, though its id is set: a repository would otherwise send a replacement for
 *     each
 * @param <T> of the objects
 */
public record StoredClass<T>(Class<T> type, String collection, boolean inserts) {

    /** Whether the objects are plain documents. */
    boolean isDocument() {
        return type == Document.class;
    }

    /** What Spring Data's repositories ask of the objects. */
    @SuppressWarnings("unchecked") // the entity of a class is of that class
    <I> MongoEntityInformation<T, I> information(MongoConverter converter) {
        if (isDocument()) {
            return (MongoEntityInformation<T, I>) (Object) new DocumentInformation(collection, inserts);
        }
        MappingContext<? extends MongoPersistentEntity<?>, MongoPersistentProperty> entities =
                converter.getMappingContext();
        MongoPersistentEntity<T> entity = (MongoPersistentEntity<T>) entities.getRequiredPersistentEntity(type);
        return (MongoEntityInformation<T, I>) new StoredObjects<>(entity, collection, inserts);
    }
}
