package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.sink.RefusedDocumentException;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.text.Printable;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.mapping.InstanceCreatorMetadata;
import org.springframework.data.mongodb.core.convert.DefaultMongoTypeMapper;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions.BigDecimalRepresentation;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/**
 * A class that records become, with its converter of Spring Data. Immutable, for any number of threads.
 *
 * <p>The converter writes no {@code _class}, decimals as Decimal128, dates in UTC, UUIDs as subtype 4 and the keys of
 * maps unchanged, independent of the machine and the driver. Spring Data handles constructors, setters, records, nested
 * classes and custom conversions. An import sets no version ({@code @Version}) and no auditing property; a writer that
 * uses a template stores the template's first version.
 */
public final class EntityType<E> {

    private final Class<E> type;
    private final MappingMongoConverter converter;

    private EntityType(Class<E> type) {
        this.type = type;
        MongoCustomConversions conversions =
                MongoCustomConversions.create(adapter -> adapter.bigDecimal(BigDecimalRepresentation.DECIMAL128)
                        .useNativeDriverJavaTimeCodecs()
                        .registerConverter(new BinaryToUuid())
                        .registerConverter(new UuidToBinary())
                        .registerConverter(new DecimalWithoutSignedZero()));
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

    /** Returns the entity of a class, or throws a {@link MappingException} with all problems that Spring Data has with it. */
    public static <E> EntityType<E> of(Class<E> type) {
        List<String> problems = problems(type);
        if (!problems.isEmpty()) {
            throw new MappingException(problems);
        }
        EntityType<E> entity = mapped(type);
        List<String> unmapped = problems(entity.root());
        if (!unmapped.isEmpty()) {
            throw new MappingException(unmapped);
        }
        return entity;
    }

    /** Returns why the class is not an entity at all, before Spring Data sees it. */
    private static List<String> problems(Class<?> type) {
        String what = kind(type);
        return what == null
                ? List.of()
                : List.of(type.getName() + " is " + what + ": entity names a class or a record with properties");
    }

    private static @Nullable String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "an annotation";
        }
        if (type.isInterface()) {
            return "an interface, of which there are no objects";
        }
        if (type.isEnum()) {
            return "an enum";
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "an inner class, whose objects need one of the outer class (make it static)";
        }
        return Modifier.isAbstract(type.getModifiers()) ? "abstract, so that there are no objects of it" : null;
    }

    /** Returns why Spring Data cannot make objects of the class, or would lose {@code _id}. */
    private static List<String> problems(MongoPersistentEntity<?> entity) {
        List<String> problems = new ArrayList<>();
        String name = entity.getType().getName();
        InstanceCreatorMetadata<MongoPersistentProperty> creator = entity.getInstanceCreatorMetadata();
        if (creator == null) {
            problems.add(name + " has several constructors and none without arguments: mark the one to use with"
                    + " @PersistenceCreator");
        } else if (creator.getParameters().stream().anyMatch(parameter -> parameter.getName() == null)) {
            problems.add(name + " was compiled without the names of its constructor's parameters: compile it with"
                    + " -parameters");
        }
        if (entity.getIdProperty() == null) {
            problems.add(name + " has no id property, so that _id would be lost: annotate one with @Id or @MongoId, or"
                    + " call one id");
        }
        return problems;
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

    /** Returns the entity of a stored document, or throws a {@link RefusedDocumentException} if the class refuses it. */
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

    /**
     * Returns the document as Spring Data stores it for the entity that it becomes.
     *
     * @throws RefusedDocumentException if the class refuses it
     */
    public Document rewritten(Document document) {
        return write(read(document));
    }

    /**
     * Returns how the class stores the values of the document as others, a sentence for each field; none if it refuses the
     * document.
     */
    public List<String> changes(Document document) {
        try {
            List<String> changes = new ArrayList<>();
            collectChanges("", document.toBsonDocument(), rewritten(document).toBsonDocument(), changes);
            return changes;
        } catch (RefusedDocumentException itsRecordIsAReject) {
            return List.of();
        }
    }

    private void collectChanges(String path, BsonDocument document, BsonDocument stored, List<String> changes) {
        document.forEach((name, value) -> {
            BsonValue kept = stored.get(name);
            if (value.isDocument() && kept != null && kept.isDocument()) {
                collectChanges(path + name + ".", value.asDocument(), kept.asDocument(), changes);
            } else if (!value.equals(kept) && !isZero(value, kept)) {
                changes.add("\"%s\" is %s by the job, but %s"
                        .formatted(Printable.excerpt(path + name), word(value), change(value, kept)));
            }
        });
    }

    private String change(BsonValue value, @Nullable BsonValue kept) {
        if (kept == null) {
            return type.getName() + " does not store it: name another property with to, or leave the column out";
        }
        return value.getBsonType() == kept.getBsonType()
                ? type.getName() + " stores another value for it: give the property a class that holds all of "
                        + Printable.excerpt(value.toString())
                : type.getName() + " stores it as " + word(kept)
                        + ": list its column under fields with that type, or give the property another class";
    }

    /** Returns whether both are zero: a {@link BigDecimal} loses the sign of a zero. */
    private static boolean isZero(BsonValue value, @Nullable BsonValue kept) {
        return value instanceof BsonDecimal128 one
                && kept instanceof BsonDecimal128 other
                && one.getValue().isNegative()
                && one.getValue().toString().equals("-" + other.getValue());
    }

    /** Returns the type of a column with such values. */
    private static String word(BsonValue value) {
        return switch (value.getBsonType()) {
            case DECIMAL128 -> "decimal";
            case DATE_TIME -> "instant or date";
            case OBJECT_ID -> "objectid";
            case BINARY -> "uuid or binary";
            case DOCUMENT -> "json";
            default -> value.getBsonType().name().toLowerCase(Locale.ROOT);
        };
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
            return new BsonBinary(BsonBinarySubType.UUID_STANDARD, binary.getData()).asUuid();
        }
    }

    /** Reads a decimal, also a negative zero, whose sign a {@link BigDecimal} cannot hold. */
    @ReadingConverter
    private static final class DecimalWithoutSignedZero implements Converter<Decimal128, BigDecimal> {

        @Override
        public BigDecimal convert(Decimal128 decimal) {
            return decimal.isNegative() ? new BigDecimal(decimal.toString()) : decimal.bigDecimalValue();
        }
    }

    /** Writes a UUID as subtype 4. */
    @WritingConverter
    private static final class UuidToBinary implements Converter<UUID, Binary> {

        @Override
        public Binary convert(UUID uuid) {
            return new Binary(BsonBinarySubType.UUID_STANDARD, new BsonBinary(uuid).getData());
        }
    }
}
