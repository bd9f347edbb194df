package dev.mongohaul.writer.raw;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.ReadOnlyProperty;
import org.springframework.data.annotation.Transient;
import org.springframework.data.mongodb.core.mapping.Field;
import org.springframework.data.mongodb.core.mapping.FieldType;
import org.springframework.data.mongodb.core.mapping.MongoId;

/** Classes as applications have them, that differ in how their properties are declared. */
@SuppressWarnings("unused") // the fields are read by reflection
final class SampleEntities {

    static final String HEX = "507f1f77bcf86cd799439011";

    private SampleEntities() {}

    /** Set by a constructor, the id neither first nor annotated. */
    static final class Immutable {
        private final String name;
        private final @Nullable BigDecimal price;
        private final @Nullable Object id;
        private final boolean isOld;
        private final int xCount;
        private final String URLText = "u";

        Immutable(String name, @Nullable BigDecimal price, @Nullable Object id) {
            this.name = name;
            this.price = price;
            this.id = id;
            this.isOld = true;
            this.xCount = 1;
        }

        String getName() {
            return "not " + name;
        }
    }

    record Row(
            String sku, @Id @Nullable String key, @Nullable Integer count, List<String> tags, Part part) {
        String getLabel() {
            return sku;
        }
    }

    record Part(String id, Map<String, Object> attributes) {}

    /** With setters, and accessors that say something else. */
    static class Bean {
        private @Nullable String id;
        private @Nullable Double weight;
        private float height;
        private @Nullable Bean child;

        public void setId(String id) {
            this.id = id;
        }

        public void setWeight(Double weight) {
            this.weight = weight;
        }

        public void setHeight(float height) {
            this.height = height;
        }

        public void setChild(Bean child) {
            this.child = child;
        }

        public boolean isHeavy() {
            return true;
        }
    }

    static class Base<T> {
        static final String CONSTANT = "not stored";

        @Nullable
        T id;

        String inherited = "inherited";
        transient String volatileByJava = "stored";
    }

    static final class Derived extends Base<String> {
        String own = "own";
    }

    static final class Annotated {
        @Field("second")
        String first = "first";

        @Field("first")
        String second = "second";

        @Field(name = "early", order = 1)
        String late = "late";

        @Field(write = Field.Write.ALWAYS)
        @Nullable
        String kept;

        @Field(name = "a.b", nameType = org.springframework.data.mongodb.core.mapping.FieldName.Type.KEY)
        String dotted = "dotted";

        @Field(targetType = FieldType.DECIMAL128)
        BigDecimal price = new BigDecimal("1.0");

        @Transient
        String ignored = "ignored";

        @ReadOnlyProperty
        String readOnly = "read only";

        @MongoId
        String key = HEX;
    }

    /** An id without a meaning, for it has a name. */
    static final class NamedId {
        @Field("id")
        String id = HEX;
    }

    /** An id that the annotation gives away to another property. */
    static final class TwoIds {
        String name = "name";
        String id = HEX;

        @Id
        String key = HEX;
    }

    static final class AnyId {
        @Id
        @Nullable
        Object any;

        AnyId(@Nullable Object any) {
            this.any = any;
        }
    }

    static final class AnyMongoId {
        @MongoId
        Object any;

        AnyMongoId(Object any) {
            this.any = any;
        }
    }

    static final class ObjectIdFromText {
        @MongoId(FieldType.OBJECT_ID)
        String text;

        ObjectIdFromText(String text) {
            this.text = text;
        }
    }

    static final class Empty {}
}
