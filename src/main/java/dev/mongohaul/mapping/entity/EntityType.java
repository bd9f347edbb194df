package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.DocumentSink.RefusedDocumentException;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.Document;
import org.springframework.core.convert.ConversionFailedException;
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

    /**
     * Why a class does not take a document.
     *
     * @param type the class
     * @param document as it is stored
     */
    record Refusal(EntityType<?> type, Document document) {

        /** One line, with the field and its value where they can be found out. */
        String reason(RuntimeException thrown) {
            Optional<ConversionFailedException> conversion = Causes.first(ConversionFailedException.class, thrown);
            if (conversion.isEmpty()) {
                return "the record cannot become a " + type + ": " + Causes.told(thrown);
            }
            ConversionFailedException failed = conversion.get();
            return '"' + Printable.excerpt(String.valueOf(failed.getValue())) + '"'
                    + culprit()
                            .map(field -> " of the field \"" + Printable.excerpt(field) + '"')
                            .orElse("")
                    + " cannot become a " + failed.getTargetType().getType().getName() + ": " + Causes.told(failed);
        }

        /** The field without which the conversions succeed. */
        private Optional<String> culprit() {
            return document.keySet().stream().filter(this::isConvertedWithout).findFirst();
        }

        private boolean isConvertedWithout(String field) {
            Document rest = new Document(document);
            rest.remove(field);
            try {
                type.converter().read(type.type(), rest);
                return true;
            } catch (RuntimeException e) {
                return Causes.first(ConversionFailedException.class, e).isEmpty();
            }
        }
    }

    /** What lies beneath an exception of Spring Data. */
    static final class Causes {

        private Causes() {}

        /** What the innermost cause says, fit for a message. */
        static String told(Throwable thrown) {
            Throwable innermost = causes(thrown).reduce(thrown, (outer, inner) -> inner);
            String message = innermost.getMessage();
            if (innermost instanceof ClassNotFoundException || innermost instanceof NoClassDefFoundError) {
                return "the class " + String.valueOf(message).replace('/', '.') + " is missing";
            }
            return message == null ? innermost.getClass().getSimpleName() : Printable.excerpt(message);
        }

        static <T extends Throwable> Optional<T> first(Class<T> type, Throwable thrown) {
            return causes(thrown).filter(type::isInstance).map(type::cast).findFirst();
        }

        private static Stream<Throwable> causes(Throwable thrown) {
            return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause);
        }
    }
}
