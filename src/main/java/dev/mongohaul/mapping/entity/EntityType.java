package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.DocumentSink.RefusedDocumentException;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.text.Printable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.BsonBinarySubType;
import org.bson.Document;
import org.bson.types.Binary;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.mongodb.core.convert.DefaultMongoTypeMapper;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions.BigDecimalRepresentation;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;

/**
 * A class that records become, with its converter of Spring Data. Immutable, for any number of threads.
 *
 * <p>The converter writes no {@code _class}, decimals as Decimal128, dates in UTC, UUIDs as subtype 4 and the keys of
 * maps unchanged, independent of the machine and the driver. Spring Data handles constructors, setters, records, nested
 * classes and custom conversions. An import sets no version ({@code @Version}) and no auditing property; a writer that
 * uses a template stores the template's first version.
 */
public final class EntityType<E> {

    private static final int UUID_BYTES = 16;

    private final Class<E> type;
    private final MappingMongoConverter converter;

    private EntityType(Class<E> type) {
        this.type = type;
        MongoCustomConversions conversions =
                MongoCustomConversions.create(adapter -> adapter.bigDecimal(BigDecimalRepresentation.DECIMAL128)
                        .useNativeDriverJavaTimeCodecs()
                        .registerConverter(new BinaryToUuid())
                        .registerConverter(new UuidToBinary()));
        MongoMappingContext classes = new MongoMappingContext();
        classes.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
        classes.setAutoIndexCreation(false);
        classes.setInitialEntitySet(Set.of(type));
        classes.initialize();
        this.converter = new MappingMongoConverter(NoOpDbRefResolver.INSTANCE, classes);
        converter.setCustomConversions(conversions);
        converter.setTypeMapper(new DefaultMongoTypeMapper(null));
        converter.preserveMapKeys(true);
        converter.afterPropertiesSet();
    }

    /**
     * Returns the entity of a class.
     *
     * @throws MappingException with all problems if Spring Data cannot map the class
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
            throw new MappingException("Spring Data cannot map " + type.getName() + ": " + rootMessage(e));
        }
    }

    public Class<E> type() {
        return type;
    }

    /** Returns the converter for Spring Data's templates, blocking and reactive. It is shared and must not be changed. */
    public MappingMongoConverter converter() {
        return converter;
    }

    MongoPersistentEntity<?> root() {
        return converter.getMappingContext().getRequiredPersistentEntity(type);
    }

    /**
     * Returns the entity of a stored document.
     *
     * @throws RefusedDocumentException if the class refuses the values
     */
    public E read(Document document) {
        try {
            return converter.read(type, document);
        } catch (RuntimeException e) {
            throw new RefusedDocumentException(refusal(document, e), e);
        }
    }

    /** Returns the document that Spring Data stores for the entity. */
    public Document write(E entity) {
        Document document = new Document();
        converter.write(entity, document);
        return document;
    }

    private String refusal(Document document, RuntimeException thrown) {
        Optional<ConversionFailedException> conversion = conversionFailure(thrown);
        if (conversion.isEmpty()) {
            return "the record cannot become a " + type.getName() + ": " + rootMessage(thrown);
        }
        ConversionFailedException failed = conversion.get();
        String field = document.keySet().stream()
                .filter(name -> isConvertedWithout(name, document))
                .findFirst()
                .map(name -> " of the field \"" + Printable.excerpt(name) + '"')
                .orElse("");
        return '"' + Printable.excerpt(String.valueOf(failed.getValue())) + '"' + field + " cannot become a "
                + failed.getTargetType().getType().getName() + ": " + rootMessage(failed);
    }

    private boolean isConvertedWithout(String field, Document document) {
        Document rest = new Document(document);
        rest.remove(field);
        try {
            converter.read(type, rest);
            return true;
        } catch (RuntimeException e) {
            return conversionFailure(e).isEmpty();
        }
    }

    private static Optional<ConversionFailedException> conversionFailure(Throwable thrown) {
        return causes(thrown)
                .filter(ConversionFailedException.class::isInstance)
                .map(ConversionFailedException.class::cast)
                .findFirst();
    }

    /** Returns the message of the innermost cause. */
    private static String rootMessage(Throwable thrown) {
        Throwable innermost = causes(thrown).reduce(thrown, (outer, inner) -> inner);
        String message = innermost.getMessage();
        if (innermost instanceof ClassNotFoundException || innermost instanceof NoClassDefFoundError) {
            return "the class " + String.valueOf(message).replace('/', '.') + " is missing";
        }
        return message == null ? innermost.getClass().getSimpleName() : Printable.excerpt(message);
    }

    private static Stream<Throwable> causes(Throwable thrown) {
        return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause);
    }

    @Override
    public String toString() {
        return type.getName();
    }

    /** Reads a UUID from its bytes in their order, as subtype 4 has them. */
    @ReadingConverter
    private static final class BinaryToUuid implements Converter<Binary, UUID> {

        @Override
        public UUID convert(Binary binary) {
            if (binary.length() != UUID_BYTES) {
                throw new IllegalArgumentException("a UUID has 16 bytes, not " + binary.length());
            }
            ByteBuffer bytes = ByteBuffer.wrap(binary.getData());
            return new UUID(bytes.getLong(), bytes.getLong());
        }
    }

    /** Writes a UUID as subtype 4. */
    @WritingConverter
    private static final class UuidToBinary implements Converter<UUID, Binary> {

        @Override
        public Binary convert(UUID uuid) {
            ByteBuffer bytes = ByteBuffer.allocate(UUID_BYTES)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits());
            return new Binary(BsonBinarySubType.UUID_STANDARD, bytes.array());
        }
    }
}
