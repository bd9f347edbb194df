package dev.mongohaul.mapping.entity;

import com.mongodb.MongoClientSettings;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.convert.ObjectPath;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/** Converter that also reads a value without the object that it belongs to. */
final class EntityTrials extends MappingMongoConverter {

    private static final DocumentCodec CODEC = new DocumentCodec(MongoClientSettings.getDefaultCodecRegistry());

    private @Nullable ConversionContext context;

    EntityTrials(MappingMongoConverter like) {
        super(NoOpDbRefResolver.INSTANCE, like.getMappingContext());
    }

    /** Returns whether a property keeps a value of a document, so that its stored document has the same bytes. */
    boolean keep(Object value, PropertyPlace place) {
        if (context == null) {
            read(Document.class, new Document());
        }
        try {
            Object held = Objects.requireNonNull(context).convert(value, place.type());
            MongoPersistentProperty property = place.property();
            Object kept = property != null && place.isId() && !property.isEntity()
                    ? convertId(held, property.getFieldType())
                    : convertToMongoType(held, place.type());
            return bytes(value).equals(bytes(kept));
        } catch (RuntimeException noConversion) {
            return false;
        }
    }

    private static ByteBuffer bytes(@Nullable Object value) {
        return new RawBsonDocument(new Document("value", value), CODEC)
                .getByteBuffer()
                .asNIO();
    }

    @Override
    protected ConversionContext getConversionContext(ObjectPath path) {
        context = super.getConversionContext(path);
        return context;
    }
}
