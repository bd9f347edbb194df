package dev.mongohaul.mapping.entity;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.PersistenceCreator;
import org.springframework.data.annotation.ReadOnlyProperty;
import org.springframework.data.annotation.Transient;
import org.springframework.data.mongodb.core.mapping.Field;
import org.springframework.data.mongodb.core.mapping.MongoId;

/** Classes of the kinds that teams write, for tests of entities. */
@SuppressWarnings("unused") // Spring Data reads the fields
public final class Shop {

    private Shop() {}

    public enum Size {
        SMALL,
        LARGE
    }

    /** Setters, a field of another name, a nested class. */
    public static class Article {

        private String name;
        private BigDecimal price;

        @Id
        private String id;

        @Field("c")
        private Integer count;

        @Field("m.w")
        private Double width;

        @Field("m.h")
        private Double height;

        private Maker maker;
        private Size size;
        private Map<String, Object> attributes;

        @Transient
        private String note;

        @ReadOnlyProperty
        private String seen;

        public String getId() {
            return id;
        }

        public void setId(String id) {
            this.id = id;
        }

        public void setName(String name) {
            this.name = name;
        }

        public void setPrice(BigDecimal price) {
            this.price = price;
        }
    }

    /** A nested class with an id and a class of its own. */
    public static class Maker {

        private String country;
        private String id;
        private Map<String, BigDecimal> rates;
        private Founder founder;
    }

    public record Founder(@Field("n") String name, LocalDate born, Character initial) {}

    /** A record whose id is a class. */
    public record Sale(
            LinkedHashMap<String, Object> more,
            Instant at,
            LocalDateTime local,
            Date old,
            LocalDate day,
            @Id Key key,
            Integer number,
            String shop,
            Long amount,
            Decimal128 total,
            Boolean paid,
            Object anything) {}

    public record Key(@Field("s") String shop, Integer number) {}

    /** A constructor and final fields; the id is kept as it is. */
    public static final class Customer {

        private final String name;

        @MongoId
        private final String number;

        private final Size size;

        public Customer(String number) {
            this(number, "unknown", null);
        }

        @PersistenceCreator
        public Customer(String number, String name, Size size) {
            this.number = number;
            this.name = name;
            this.size = size;
        }

        public String getNumber() {
            return number;
        }
    }

    /** A class that refuses values itself. */
    public record Strict(ObjectId id, BigDecimal price) {

        public Strict {
            if (price != null && price.signum() < 0) {
                throw new IllegalArgumentException("a price is never negative, unlike " + price);
            }
        }
    }
}
