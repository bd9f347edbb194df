package dev.mongohaul.writer;

import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.repository.support.MappingMongoEntityInformation;

/**
 * Tells a repository of entities where they go, and that each is new where they are inserted.
 *
 * @param <T> the entity
 */
final class StoredObjects<T> extends MappingMongoEntityInformation<T, Object> {

    private final boolean inserts;

    StoredObjects(MongoPersistentEntity<T> entity, String collection, boolean inserts) {
        super(entity, collection);
        this.inserts = inserts;
    }

    @Override
    public boolean isNew(T entity) {
        return inserts;
    }
}
