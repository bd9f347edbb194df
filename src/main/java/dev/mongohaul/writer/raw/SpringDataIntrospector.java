package dev.mongohaul.writer.raw;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Introspector that shows Jackson the fields of an entity as Spring Data stores them: their names, their order, and the id.
 *
 * <p>It uses Spring Data's own mapping, which knows more than the annotations (an id without one, the order of inherited
 * fields). If the mapping does not rename a field, Jackson's annotations can.
 */
final class SpringDataIntrospector extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    private final transient MongoMappingContext mapping;

    SpringDataIntrospector(MongoMappingContext mapping) {
        this.mapping = mapping;
    }

    @Override
    public boolean hasIgnoreMarker(MapperConfig<?> config, AnnotatedMember member) {
        return super.hasIgnoreMarker(config, member) || (member instanceof AnnotatedField field && !isStored(field));
    }

    private boolean isStored(AnnotatedField field) {
        MongoPersistentProperty property = property(field);
        return property != null && property.isWritable();
    }

    /** Returns null for getters and parameters, regardless of their annotations: only fields are stored. */
    @Override
    public @Nullable PropertyName findNameForSerialization(MapperConfig<?> config, Annotated annotated) {
        MongoPersistentProperty property = property(annotated);
        if (property == null) {
            return null;
        }
        String name = storedName(property);
        if (!name.equals(property.getName())) {
            return PropertyName.construct(name);
        }
        PropertyName byJackson = super.findNameForSerialization(config, annotated);
        return byJackson == null ? PropertyName.USE_DEFAULT : byJackson;
    }

    @Override
    public @Nullable PropertyName findNameForDeserialization(MapperConfig<?> config, Annotated annotated) {
        return null;
    }

    @Override
    public String @Nullable [] findSerializationPropertyOrder(MapperConfig<?> config, AnnotatedClass type) {
        MongoPersistentEntity<?> entity = entity(type.getRawType());
        if (entity == null) {
            return null;
        }
        EntityCheck.check(List.of(entity));
        List<String> names = new ArrayList<>();
        entity.forEach(property -> names.add(entity.isIdProperty(property) ? 0 : names.size(), storedName(property)));
        return names.toArray(String[]::new);
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
        MongoPersistentProperty property = property(annotated);
        boolean id = property != null && property.isIdProperty() && property.getFieldType() == ObjectId.class;
        return id ? new IdSerializer() : super.findSerializer(config, annotated);
    }

    @Override
    public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated annotated) {
        MongoPersistentProperty property = property(annotated);
        return property != null && property.writeNullValues()
                ? JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, null)
                : super.findPropertyInclusion(config, annotated);
    }

    private static String storedName(MongoPersistentProperty property) {
        return property.getMongoField().getName().name();
    }

    private @Nullable MongoPersistentProperty property(Annotated annotated) {
        if (!(annotated instanceof AnnotatedField field)) {
            return null;
        }
        MongoPersistentEntity<?> entity = entity(field.getDeclaringClass());
        return entity == null ? null : entity.getPersistentProperty(field.getName());
    }

    private @Nullable MongoPersistentEntity<?> entity(Class<?> type) {
        return ForeignTypes.includes(type) ? null : mapping.getPersistentEntity(type);
    }

    /** Serializer of ids, as Spring Data stores them: 24 hexadecimal digits as an ObjectId, other ids unchanged. */
    static final class IdSerializer extends ValueSerializer<Object> {

        @Override
        public void serialize(Object id, JsonGenerator generator, SerializationContext context) {
            String digits = digits(id);
            if (ObjectId.isValid(digits)) {
                ((ChunkGenerator) generator).writeObjectId(new ObjectId(digits));
            } else {
                context.writeValue(generator, id);
            }
        }

        private static String digits(Object id) {
            if (id instanceof BigInteger number) {
                return number.toString(16);
            }
            return id instanceof String text ? text : "";
        }
    }
}
