package dev.mongohaul.writer.raw;

import static com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility.ANY;
import static com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility.NONE;
import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.PropertyAccessor;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.RawBsonDocument;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.mapping.MappingException;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions.MongoConverterConfigurationAdapter;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.module.SimpleSerializers;

/**
 * Encoder of chunks of documents or entities as BSON, by Jackson and one bson4jackson generator for each chunk.
 *
 * <p>The bytes are those of the driver's codec for a {@link org.bson.Document}, and of Spring Data for an entity (no {@code
 * _class}, dates in UTC, decimals as Decimal128, UUIDs of subtype 4, map keys with their dots), with {@code _id} first.
 * Custom conversions of an application do not apply; Jackson's annotations do, where Spring Data has none. A value that
 * cannot be written like that is refused.
 * Instances may be shared by threads.
 */
public final class ChunkEncoder<T> {

    /** Limits the initial buffer, so that one giant document does not enlarge that of the next chunk; a buffer grows. */
    private static final int LARGEST_ROOM = 1 << 20;

    private final ObjectWriter writer;

    /** Bytes of a document of the last chunk, to estimate the buffer of the next one; races do no harm. */
    private int usualSize = 256;

    private ChunkEncoder(ObjectWriter writer) {
        this.writer = writer;
    }

    /**
     * Returns an encoder of {@link org.bson.Document}, or of entities of any class.
     *
     * @throws IllegalArgumentException if Spring Data cannot map the class, or stores properties of it, at any depth, in a
     *     way that the encoder does not support
     */
    public static <T> ChunkEncoder<T> of(Class<T> type) {
        return of(type, ZoneOffset.UTC);
    }

    /**
     * As {@link #of(Class)}.
     *
     * @param zone of dates and times that have none
     */
    public static <T> ChunkEncoder<T> of(Class<T> type, ZoneId zone) {
        MongoMappingContext mapping = new MongoMappingContext();
        mapping.setSimpleTypeHolder(
                MongoCustomConversions.create(MongoConverterConfigurationAdapter::useNativeDriverJavaTimeCodecs)
                        .getSimpleTypeHolder());
        if (!ForeignTypes.includes(type)) {
            EntityCheck.check(entities(type, mapping));
        }
        return new ChunkEncoder<>(mapper(mapping, zone).writer());
    }

    /** Returns a Jackson mapper that sees objects as Spring Data does. */
    private static JsonMapper mapper(MongoMappingContext mapping, ZoneId zone) {
        return JsonMapper.builder(new ChunkFactory())
                .addModule(new SimpleModule()
                        .setSerializers(new BsonTypes(zone))
                        .setKeySerializers(new SimpleSerializers().addSerializer(Object.class, new KeySerializer())))
                .annotationIntrospector(new SpringDataIntrospector(mapping))
                .changeDefaultVisibility(visible ->
                        visible.withVisibility(PropertyAccessor.ALL, NONE).withVisibility(PropertyAccessor.FIELD, ANY))
                .changeDefaultPropertyInclusion(included -> included.withValueInclusion(NON_NULL))
                .disable(
                        MapperFeature.SORT_PROPERTIES_ALPHABETICALLY,
                        MapperFeature.SORT_CREATOR_PROPERTIES_FIRST,
                        MapperFeature.FIX_FIELD_NAME_UPPER_CASE_PREFIX)
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .enable(SerializationFeature.WRITE_CHAR_ARRAYS_AS_JSON_ARRAYS)
                .build();
    }

    /**
     * Returns the objects as documents, in their order. The documents share one array, which is not reused.
     *
     * @throws IllegalArgumentException with the field and the reason, if an object cannot be encoded
     */
    public List<RawBsonDocument> encode(List<T> objects) {
        ChunkBuffer buffer = new ChunkBuffer((int) Math.min(LARGEST_ROOM, (long) objects.size() * usualSize));
        try (JsonGenerator generator = writer.createGenerator(buffer);
                SequenceWriter documents = writer.writeValues(generator)) {
            objects.forEach(documents::write);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(reason(e), e);
        }
        usualSize = buffer.size() / Math.max(1, objects.size()) + 1;
        return buffer.documents();
    }

    /** As {@link #encode(List)}, for one object. */
    public RawBsonDocument encode(T object) {
        return encode(List.of(object)).get(0);
    }

    /** Returns the class and all classes of its properties, at any depth. */
    private static Collection<MongoPersistentEntity<?>> entities(Class<?> type, MongoMappingContext mapping) {
        try {
            mapping.getRequiredPersistentEntity(type);
        } catch (MappingException e) {
            throw new IllegalArgumentException(
                    "Spring Data cannot map %s: %s"
                            .formatted(
                                    type.getName(),
                                    NestedExceptionUtils.getMostSpecificCause(e).getMessage()),
                    e);
        }
        return mapping.getPersistentEntities();
    }

    private static String reason(JacksonException e) {
        String path = e.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "" + step.getIndex() : step.getPropertyName())
                .collect(Collectors.joining("."));
        String reason = e.getOriginalMessage();
        return path.isEmpty() ? reason : "\"%s\": %s".formatted(path.replace("\0", "\\0"), reason);
    }
}
