package dev.mongohaul.sample;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.mapping.MongoId;

/**
 * Article of a catalogue, as Spring Data stores it. A property without a value has no field.
 *
 * @param id a generated ObjectId, a text or a document of several fields: stored as it is, since {@link MongoId} makes
 *     no ObjectId of a text that looks like one
 * @param attributes by name, in their order
 */
public record Product(
        @MongoId Object id,
        @Nullable String sku,
        @Nullable String name,
        @Nullable String category,
        @Nullable BigDecimal price,
        @Nullable Map<String, Object> attributes,
        @Nullable Instant createdAt) {}
