package dev.mongohaul.mapping.entity;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.types.ObjectId;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.DBRef;
import org.springframework.data.mongodb.core.mapping.Field;
import org.springframework.data.mongodb.core.mapping.FieldType;
import org.springframework.data.mongodb.core.mapping.MongoId;
import org.springframework.data.mongodb.core.mapping.Unwrapped;

/** Classes that no import, or not every column, can fill. */
@SuppressWarnings("unused") // Spring Data reads the fields
public final class Unfit {

    private Unfit() {}

    public record NoId(String name) {}

    public record Types(
            ObjectId id,
            BigDecimal price,
            Integer count,
            Long total,
            Double ratio,
            Boolean paid,
            LocalDate day,
            OffsetDateTime at,
            List<String> tags,
            Set<String> marks,
            Map<String, Object> attributes,
            Map<Integer, String> numbered,
            HashMap<String, String> shuffled,
            Shop.Size size,
            Currency currency,
            Shop.Founder founder) {}

    public static class Primitives {

        private ObjectId id;
        private int stock;
        private boolean paid;
    }

    public static class Always {

        private ObjectId id;

        @Field(write = Field.Write.ALWAYS)
        private String name;
    }

    public static class Defaults {

        private ObjectId id;
        private String name;
        private String status = "NEW";
        private List<String> tags = List.of();
        private Inner inner;
    }

    public static class Inner {

        private String name;
        private Integer times = 1;
    }

    public static class Targets {

        private ObjectId id;

        @DBRef
        private Shop.Founder founder;

        @Unwrapped(onEmpty = Unwrapped.OnEmpty.USE_NULL)
        private Inner inner;

        @Field(targetType = FieldType.STRING)
        private Long number;

        private final String fixed = null;

        private String name;
    }

    public record KeptText(@MongoId String id, String name) {}

    public record TypedId(@MongoId(FieldType.INT32) String id, String name) {}

    public record AnyId(@Id Object id, java.time.Instant at) {}

    public record NumberId(@Id Integer id, String name) {}

    public static class TwoConstructors {

        private ObjectId id;
        private String name;

        public TwoConstructors(ObjectId id) {
            this.id = id;
        }

        public TwoConstructors(ObjectId id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    public interface Contract {}

    public abstract static class Half {}

    @SuppressWarnings("ClassCanBeStatic") // what a team may forget
    public class NotStatic {}
}
