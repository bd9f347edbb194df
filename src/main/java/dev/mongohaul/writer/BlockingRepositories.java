package dev.mongohaul.writer;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.repository.query.MongoEntityInformation;
import org.springframework.data.mongodb.repository.support.MongoRepositoryFactory;
import org.springframework.data.mongodb.repository.support.SimpleMongoRepository;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.core.RepositoryMetadata;
import org.springframework.util.ReflectionUtils;

/**
 * The blocking repository of one class of objects: the entity's own, custom fragments included, or Spring Data's.
 *
 * @param <T> the class
 */
public final class BlockingRepositories<T> {

    /** The method of a custom fragment that inserts a whole chunk. */
    private static final String BULK_INSERT = "bulkInsert";

    private final CrudRepository<T, ?> repository;
    private final Optional<Method> bulkInsert;

    private BlockingRepositories(CrudRepository<T, ?> repository, Optional<Method> bulkInsert) {
        this.repository = repository;
        this.bulkInsert = bulkInsert;
    }

    /**
     * Opens the repository.
     *
     * @throws RepositoryException where the entity's own cannot be used
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an entity's own repository is one of that entity
    public static <T> BlockingRepositories<T> open(StoredClass<T> stored, MongoTemplate template) {
        MongoEntityInformation<T, Object> information = stored.information(template.getConverter());
        Optional<OwnRepository<CrudRepository>> own =
                stored.isDocument() ? Optional.empty() : OwnRepository.of(stored.type(), "", CrudRepository.class);
        if (own.isEmpty()) {
            return new BlockingRepositories<>(new SimpleMongoRepository<>(information, template), Optional.empty());
        }
        Class<? extends CrudRepository> type = own.get().type();
        CrudRepository<T, ?> repository =
                factory(template, information).getRepository(type, own.get().fragments(template));
        return new BlockingRepositories<>(
                repository, Optional.ofNullable(ReflectionUtils.findMethod(type, BULK_INSERT, Collection.class)));
    }

    /** The repository itself. */
    public CrudRepository<T, ?> repository() {
        return repository;
    }

    /** {@code bulkInsert(Collection)} of the entity's own repository, if it has one. */
    public Optional<Consumer<List<T>>> bulkInsert() {
        return bulkInsert.map(method -> objects -> ReflectionUtils.invokeMethod(method, repository, objects));
    }

    private static MongoRepositoryFactory factory(MongoTemplate template, MongoEntityInformation<?, ?> information) {
        MongoRepositoryFactory factory = new MongoRepositoryFactory(template) {
            @Override
            public MongoEntityInformation<?, ?> getEntityInformation(RepositoryMetadata metadata) {
                return information;
            }
        };
        factory.setBeanClassLoader(information.getJavaType().getClassLoader());
        return factory;
    }
}
