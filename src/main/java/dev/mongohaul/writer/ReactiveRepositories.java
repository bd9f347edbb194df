package dev.mongohaul.writer;

import java.io.Serializable;
import java.util.Optional;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.repository.ReactiveMongoRepository;
import org.springframework.data.mongodb.repository.query.MongoEntityInformation;
import org.springframework.data.mongodb.repository.support.ReactiveMongoRepositoryFactory;
import org.springframework.data.mongodb.repository.support.SimpleReactiveMongoRepository;
import org.springframework.data.repository.core.RepositoryMetadata;

/** The reactive repository of one class of objects: the entity's own, custom fragments included, or Spring Data's. */
public final class ReactiveRepositories {

    private ReactiveRepositories() {}

    /**
     * Opens the repository.
     *
     * @throws RepositoryException where the entity's own cannot be used
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an entity's own repository is one of that entity
    public static <T> ReactiveMongoRepository<T, ?> open(StoredClass<T> stored, ReactiveMongoTemplate template) {
        MongoEntityInformation<T, Serializable> information = stored.information(template.getConverter());
        Optional<OwnRepository<ReactiveMongoRepository>> own = stored.isDocument()
                ? Optional.empty()
                : OwnRepository.of(stored.type(), "Reactive", ReactiveMongoRepository.class);
        if (own.isEmpty()) {
            return new SimpleReactiveMongoRepository<>(information, template);
        }
        return factory(template, information)
                .getRepository(own.get().type(), own.get().fragments(template));
    }

    private static ReactiveMongoRepositoryFactory factory(
            ReactiveMongoTemplate template, MongoEntityInformation<?, ?> information) {
        ReactiveMongoRepositoryFactory factory = new ReactiveMongoRepositoryFactory(template) {
            @Override
            public MongoEntityInformation<?, ?> getEntityInformation(RepositoryMetadata metadata) {
                return information;
            }
        };
        factory.setBeanClassLoader(information.getJavaType().getClassLoader());
        return factory;
    }
}
