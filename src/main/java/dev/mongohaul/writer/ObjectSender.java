package dev.mongohaul.writer;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.result.UpdateResult;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mongo.session.WriteSession;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.repository.ReactiveMongoRepository;
import org.springframework.util.ReflectionUtils;

/**
 * Writer that sends objects by Spring Data, which converts them to documents.
 *
 * @param <D> {@link Document} or an entity
 */
abstract class ObjectSender<D> implements DocumentSender<D> {

    private final WriteTarget target;
    private final Rendering<D> rendering;
    private final @Nullable WriteSession session;

    ObjectSender(WriteTarget target, Rendering<D> rendering) {
        this.target = target;
        this.rendering = rendering;
        this.session = target.begin();
    }

    /** Runs the sending; changes of existing documents run in a session that keeps late commands from taking effect. */
    final SendResult inSession(Supplier<SendResult> sending) {
        return session == null ? sending.get() : session.write(sending);
    }

    final Class<D> type() {
        return rendering.type();
    }

    /** Called with the result of each replacement that the template sends. */
    void replaced(UpdateResult result) {}

    /**
     * Returns the same writes, each of one document at most. The driver gives no number to a bulk write with others, so that the
     * server would not refuse a late one. Filters name one document.
     */
    private static WriteModel<?> ofOneDocument(WriteModel<?> model) {
        if (model instanceof UpdateManyModel<?> update) {
            return update.getUpdate() == null
                    ? new UpdateOneModel<>(
                            update.getFilter(), Objects.requireNonNull(update.getUpdatePipeline()), update.getOptions())
                    : new UpdateOneModel<>(update.getFilter(), update.getUpdate(), update.getOptions());
        }
        return model instanceof DeleteManyModel<?> delete
                ? new DeleteOneModel<>(delete.getFilter(), delete.getOptions())
                : model;
    }

    private static @Nullable Object[] ofOneDocument(Method method, @Nullable Object[] arguments) {
        @Nullable Object[] changed = arguments;
        if (method.getName().equals("bulkWrite")) {
            changed = Arrays.stream(arguments)
                    .map(argument -> argument instanceof List<?> models
                            ? models.stream()
                                    .map(model -> ofOneDocument((WriteModel<?>) model))
                                    .toList()
                            : argument)
                    .toArray();
        }
        return changed;
    }

    /** Returns a template of the target collection that sends by the session, if there is one. */
    final MongoTemplate template() {
        MongoDatabaseFactory databases =
                session == null ? target.databases() : target.databases().withSession(session.client());
        MongoTemplate template = new MongoTemplate(databases, converter()) {
            @Override
            protected MongoCollection<Document> prepareCollection(MongoCollection<Document> collection) {
                return observed(super.prepareCollection(collection));
            }

            @Override
            public String getCollectionName(Class<?> entityClass) {
                return entityClass.equals(type())
                        ? target.settings().collection()
                        : super.getCollectionName(entityClass);
            }
        };
        template.setWriteConcern(target.settings().writeConcern());
        return template;
    }

    /**
     * Returns a collection that writes one document at a time, and reports replacements: the methods that save return only the
     * object.
     */
    @SuppressWarnings("unchecked") // a proxy of the collection's own type
    private MongoCollection<Document> observed(MongoCollection<Document> collection) {
        return (MongoCollection<Document>) Proxy.newProxyInstance(
                ObjectSender.class.getClassLoader(),
                new Class<?>[] {MongoCollection.class},
                (proxy, method, arguments) -> {
                    Object result = ReflectionUtils.invokeMethod(method, collection, ofOneDocument(method, arguments));
                    if (result instanceof MongoCollection<?> changed) {
                        return observed((MongoCollection<Document>) changed);
                    }
                    if (result instanceof UpdateResult update) {
                        replaced(update);
                    }
                    return result;
                });
    }

    private ReactiveMongoTemplate reactiveTemplate() {
        ReactiveMongoTemplate template =
                new ReactiveMongoTemplate(target.reactiveDatabases().get(), converter()) {
                    @Override
                    public String getCollectionName(Class<?> entityClass) {
                        return entityClass.equals(type())
                                ? target.settings().collection()
                                : super.getCollectionName(entityClass);
                    }
                };
        template.setWriteConcern(target.settings().writeConcern());
        return template;
    }

    private MappingMongoConverter converter() {
        return rendering.entity().map(EntityType::converter).orElseGet(UnchangedDocuments::new);
    }

    /** Opens the blocking repository of the objects. */
    final Blocking<D> repository() {
        return repositories().blocking(template());
    }

    /** Opens the reactive repository of the objects. */
    final ReactiveMongoRepository<D, ?> reactiveRepository() {
        return repositories().reactive(reactiveTemplate());
    }

    private Repositories<D> repositories() {
        WriteSettings settings = target.settings();
        return new Repositories<>(type(), settings.collection(), settings.insertsOnly());
    }

    /** Returns why a repository's {@code save} cannot apply the settings; empty if it can. */
    static Optional<String> cannotSave(WriteSettings settings, Rendering<?> rendering) {
        if (settings.insertsOnly()) {
            return Optional.empty();
        }
        if (!settings.operations().equals(Set.of(WriteOperation.UPSERT))) {
            return Optional.of(
                    "saving stores whole documents, and inserts what it does not find: set write.operation to insert, add or upsert, or use direct");
        }
        if (!settings.matchesById()) {
            return Optional.of("saving finds documents by _id alone: leave write.match out, or use direct");
        }
        return Optional.empty();
    }

    /** Returns why {@code insert} cannot apply the settings; empty if it can. */
    static Optional<String> cannotReplace(WriteSettings settings, Rendering<?> rendering) {
        return settings.insertsOnly()
                ? Optional.empty()
                : Optional.of("it inserts, and does nothing else: set write.operation to insert or add, or use direct");
    }

    @Override
    public RawBsonDocument encode(D object) {
        return rendering.encode(object);
    }

    @Override
    public boolean stopsAtFirstError() {
        return true;
    }

    /**
     * Converter that stores documents unchanged. Spring Data's own converter refuses field names with a dot, and writes
     * unknown types as nested documents with a {@code _class}.
     */
    private static final class UnchangedDocuments extends MappingMongoConverter {

        UnchangedDocuments() {
            super(NoOpDbRefResolver.INSTANCE, new MongoMappingContext());
        }

        /** Returns the id unchanged: a text of 24 hexadecimal digits does not become an ObjectId. */
        @Override
        public @Nullable Object convertId(@Nullable Object id, Class<?> targetType) {
            return id;
        }

        @Override
        public void write(Object source, Bson target) {
            ((Document) target).putAll((Document) source);
        }
    }
}
