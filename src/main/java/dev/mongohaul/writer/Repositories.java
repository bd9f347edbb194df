package dev.mongohaul.writer;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.convert.MongoConverter;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;
import org.springframework.data.mongodb.core.query.Collation;
import org.springframework.data.mongodb.repository.ReactiveMongoRepository;
import org.springframework.data.mongodb.repository.query.MongoEntityInformation;
import org.springframework.data.mongodb.repository.support.MappingMongoEntityInformation;
import org.springframework.data.mongodb.repository.support.MongoRepositoryFactory;
import org.springframework.data.mongodb.repository.support.ReactiveMongoRepositoryFactory;
import org.springframework.data.mongodb.repository.support.SimpleMongoRepository;
import org.springframework.data.mongodb.repository.support.SimpleReactiveMongoRepository;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.core.RepositoryMetadata;
import org.springframework.data.repository.core.support.RepositoryComposition.RepositoryFragments;
import org.springframework.data.repository.core.support.RepositoryFragment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Spring Data repositories of one class of objects: the entity's own, with its custom fragments, or Spring Data's.
 *
 * <p>The entity's own is found by its name, as are the classes of its fragments: for {@code Product}, {@code
 * ProductRepository} or {@code ReactiveProductRepository} in the same package, and for a fragment {@code
 * ProductRepositoryCustom} its {@code ProductRepositoryCustomImpl}.
 *
 * @param type of the objects: {@link Document} or an entity
 * @param collection of the documents, regardless of the entity's annotations
 * @param inserts whether every object is new, though its id is set: a repository would otherwise send a replacement for
 *     each, and {@code saveAll} one command a document instead of one a chunk
 * @param <T> the class
 */
record Repositories<T>(Class<T> type, String collection, boolean inserts) {

    /** The method of a custom fragment that inserts a whole chunk. */
    private static final String BULK_INSERT = "bulkInsert";

    /** @throws RepositoryException if the entity's own repository cannot be used */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an entity's own repository is one of that entity
    Blocking<T> blocking(MongoTemplate template) {
        MongoEntityInformation<T, Object> information = information(template.getConverter());
        Optional<Class<? extends CrudRepository>> own = ownRepository("", CrudRepository.class);
        if (own.isEmpty()) {
            return new Blocking<>(new SimpleMongoRepository<>(information, template), Optional.empty());
        }
        MongoRepositoryFactory factory = new MongoRepositoryFactory(template) {
            @Override
            public MongoEntityInformation<?, ?> getEntityInformation(RepositoryMetadata metadata) {
                return information;
            }
        };
        factory.setBeanClassLoader(type.getClassLoader());
        CrudRepository<T, ?> repository = factory.getRepository(own.get(), fragments(own.get(), template));
        Optional<Method> bulkInsert =
                Optional.ofNullable(ReflectionUtils.findMethod(own.get(), BULK_INSERT, Collection.class));
        return new Blocking<>(
                repository,
                bulkInsert.map(method -> objects -> ReflectionUtils.invokeMethod(method, repository, objects)));
    }

    /** @throws RepositoryException if the entity's own repository cannot be used */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an entity's own repository is one of that entity
    ReactiveMongoRepository<T, ?> reactive(ReactiveMongoTemplate template) {
        MongoEntityInformation<T, Object> information = information(template.getConverter());
        Optional<Class<? extends ReactiveMongoRepository>> own =
                ownRepository("Reactive", ReactiveMongoRepository.class);
        if (own.isEmpty()) {
            return new SimpleReactiveMongoRepository<>((MongoEntityInformation) information, template);
        }
        ReactiveMongoRepositoryFactory factory = new ReactiveMongoRepositoryFactory(template) {
            @Override
            public MongoEntityInformation<?, ?> getEntityInformation(RepositoryMetadata metadata) {
                return information;
            }
        };
        factory.setBeanClassLoader(type.getClassLoader());
        return factory.getRepository(own.get(), fragments(own.get(), template));
    }

    @SuppressWarnings("unchecked") // the entity of a class is of that class
    private MongoEntityInformation<T, Object> information(MongoConverter converter) {
        if (type == Document.class) {
            return (MongoEntityInformation<T, Object>) (Object) new DocumentInformation(collection, inserts);
        }
        MappingContext<? extends MongoPersistentEntity<?>, MongoPersistentProperty> entities =
                converter.getMappingContext();
        MongoPersistentEntity<T> entity = (MongoPersistentEntity<T>) entities.getRequiredPersistentEntity(type);
        return new MappingMongoEntityInformation<>(entity, collection) {
            @Override
            public boolean isNew(T object) {
                return inserts;
            }
        };
    }

    private <R extends Repository<?, ?>> Optional<Class<? extends R>> ownRepository(String prefix, Class<R> kind) {
        if (type == Document.class) {
            return Optional.empty();
        }
        // A nested class keeps the name of its outer class, as in the name of the class file.
        String simpleName = ClassUtils.getShortName(type).replace('.', '$');
        return find("%s.%s%sRepository".formatted(type.getPackageName(), prefix, simpleName), type)
                .filter(found -> found.isInterface() && kind.isAssignableFrom(found))
                .map(found -> found.asSubclass(kind));
    }

    /** Creates the implementations of a repository's own methods. */
    private static RepositoryFragments fragments(Class<?> repository, Object template) {
        List<RepositoryFragment<?>> fragments = new ArrayList<>();
        for (Class<?> fragment : repository.getInterfaces()) {
            find(fragment.getName() + "Impl", repository)
                    .ifPresent(implementation ->
                            fragments.add(RepositoryFragment.implemented(create(implementation, template))));
        }
        return RepositoryFragments.from(fragments);
    }

    private static Object create(Class<?> implementation, Object template) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("mongoTemplate", template);
        try {
            return beans.autowire(implementation, AutowireCapableBeanFactory.AUTOWIRE_CONSTRUCTOR, false);
        } catch (BeansException e) {
            throw new RepositoryException(
                    "%s cannot be created: %s. Its constructor may only take a MongoOperations or ReactiveMongoOperations"
                            .formatted(
                                    implementation.getName(),
                                    e.getMostSpecificCause().getMessage()),
                    e);
        }
    }

    private static Optional<Class<?>> find(String name, Class<?> neighbour) {
        try {
            return Optional.of(Class.forName(name, true, neighbour.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** A repository of an entity cannot be used; the message is for the author of the entity. */
    static final class RepositoryException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private RepositoryException(String message, Exception cause) {
            super(message, cause);
        }
    }

    /** Entity information of plain documents. */
    private record DocumentInformation(String getCollectionName, boolean inserts)
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
}
