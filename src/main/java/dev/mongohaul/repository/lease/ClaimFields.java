package dev.mongohaul.repository.lease;

import com.mongodb.client.model.Filters;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a stored claim: the random token of its owner, and its expiry in the server's time, since the clocks of
 * processes differ. Updates of a claim are pipelines, in which {@code $$NOW} is the server's time.
 *
 * @param token path of the token; every write of an owner filters by it
 * @param expiry path of the expiry
 */
public record ClaimFields(String token, String expiry) {

    /** The server's time, in an update that is a pipeline. */
    public static final String NOW = "$$NOW";

    /** Returns the filter for documents that have this token. */
    public Bson ownedBy(String owner) {
        return Filters.eq(token, owner);
    }

    /** Returns the filter for documents whose claim has expired, or that have no expiry. */
    public Bson expired() {
        return compared("$lt");
    }

    /** Returns the filter for documents whose claim has not expired. */
    public Bson alive() {
        return compared("$gte");
    }

    /**
     * Returns the filter for documents that an owner can claim: the former claim has expired, or an attempt of this owner
     * succeeded whose answer was lost.
     */
    public Bson freeFor(String owner) {
        return Filters.or(ownedBy(owner), expired());
    }

    private Bson compared(String operator) {
        return Filters.expr(new Document(operator, List.of("$" + expiry, NOW)));
    }

    /** Returns the values of a claim that begins now. */
    public Document claim(String owner, Duration duration) {
        return renewal(duration).append(token, owner);
    }

    /** Returns the value of an expiry after this duration from now. */
    public Document renewal(Duration duration) {
        return new Document(expiry, fromNow(duration));
    }

    /** Returns the server's time plus a duration. */
    public static Document fromNow(Duration duration) {
        return new Document("$add", List.of(NOW, duration.toMillis()));
    }

    /** Returns a value that the pipeline does not read, where a leading dollar would name a field. */
    public static Document literal(@Nullable Object value) {
        return new Document("$literal", value);
    }
}
