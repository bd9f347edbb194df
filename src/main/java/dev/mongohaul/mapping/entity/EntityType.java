package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.RefusedDocumentException;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;

/**
 * A class that records become, as Spring Data stores it. Immutable, for any number of threads.
 *
 * <p>Constructors, setters, records, nested classes and custom conversions are Spring Data's business. Versions
 * ({@code @Version}) and auditing are not: an import sets neither, and whoever writes an entity through a template with
 * a version gets the one that the template begins with.
 */
public final class EntityType<E> {

    private final Class<E> type;
    private final MappingMongoConverter converter;

    private EntityType(Class<E> type) {
        this.type = type;
        MongoCustomConversions conversions = EntityConverters.conversions();
        MongoMappingContext classes = new MongoMappingContext();
        classes.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
        classes.setAutoIndexCreation(false);
        classes.setInitialEntitySet(Set.of(type));
        classes.initialize();
        this.converter = EntityConverters.converter(conversions, classes);
    }

    /**
     * The class with what Spring Data knows of it.
     *
     * @throws MappingException where Spring Data cannot map the class: all problems, one line each
     */
    public static <E> EntityType<E> of(Class<E> type) {
        List<String> problems = ClassRules.problems(type);
        if (!problems.isEmpty()) {
            throw new MappingException(problems);
        }
        EntityType<E> entity = mapped(type);
        List<String> unmapped = ClassRules.problems(entity.root());
        if (!unmapped.isEmpty()) {
            throw new MappingException(unmapped);
        }
        return entity;
    }

    private static <E> EntityType<E> mapped(Class<E> type) {
        try {
            return new EntityType<>(type);
        } catch (RuntimeException | LinkageError e) {
            throw new MappingException("Spring Data cannot map " + type.getName() + ": " + Causes.told(e));
        }
    }

    public Class<E> type() {
        return type;
    }

    /** For Spring Data's templates, blocking and reactive: shared, not to be changed. */
    public MappingMongoConverter converter() {
        return converter;
    }

    /**
     * The entity of a document as it is stored.
     *
     * @throws RefusedDocumentException where the class does not take the values
     */
    public E read(Document document) {
        try {
            return converter.read(type, document);
        } catch (RuntimeException e) {
            throw new RefusedDocumentException(new Refusal(this, document).reason(e), e);
        }
    }

    /** The document that Spring Data stores of the entity. */
    public Document write(E entity) {
        Document document = new Document();
        converter.write(entity, document);
        return document;
    }

    private MongoPersistentEntity<?> root() {
        return converter.getMappingContext().getRequiredPersistentEntity(type);
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
