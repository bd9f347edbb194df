package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.writer.delivery.WriteSessions;
import dev.mongohaul.writer.delivery.WriteSettings;
import dev.mongohaul.writer.delivery.WriteTarget;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;

/**
 * Where objects go as documents, and what Spring Data needs to send them there.
 *
 * @param write where and how
 * @param rendering what the objects are
 * @param <D> the same
 */
record ObjectTarget<D>(WriteTarget write, Rendering<D> rendering) {

    Class<D> type() {
        return rendering.type();
    }

    WriteSettings settings() {
        return write.settings();
    }

    /** How Spring Data makes documents of the objects. */
    MappingMongoConverter converter() {
        return rendering.entity().map(EntityType::converter).orElseGet(UnchangedDocuments::new);
    }

    StoredClass<D> stored() {
        return new StoredClass<>(type(), settings().collection(), settings().insertsOnly());
    }

    /** @param session by which changes are sent; null for inserts */
    MongoTemplate template(WriteSessions.@Nullable Session session) {
        MongoDatabaseFactory databases =
                session == null ? write.databases() : write.databases().withSession(session.client());
        MongoTemplate template = new MongoTemplate(databases, converter()) {
            @Override
            public String getCollectionName(Class<?> entityClass) {
                return entityClass.equals(type()) ? settings().collection() : super.getCollectionName(entityClass);
            }
        };
        template.setWriteConcern(settings().writeConcern());
        return template;
    }

    ReactiveMongoTemplate reactiveTemplate() {
        ReactiveMongoTemplate template = new ReactiveMongoTemplate(
                write.reactiveDatabases().get(), converter()) {
            @Override
            public String getCollectionName(Class<?> entityClass) {
                return entityClass.equals(type()) ? settings().collection() : super.getCollectionName(entityClass);
            }
        };
        template.setWriteConcern(settings().writeConcern());
        return template;
    }
}
