package dev.mongohaul.serve.security;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Tokens of programs, in the collection {@value #COLLECTION} of the JobRepository, so that all processes that serve accept
 * the same ones, and none accepts a revoked one. Thread-safe.
 *
 * <p>A secret has 256 random bits. They cannot be guessed, even with its hash, so that a fast hash without salt suffices.
 */
public final class Tokens {

    static final String COLLECTION = "mongohaul_tokens";

    /** Lets scanners of repositories recognize a secret. */
    private static final String PREFIX = "mh_";

    private static final int SECRET_BYTES = 32;
    private static final Pattern SECRET = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    /** Time for which an expired token is listed. */
    private static final long KEPT_DAYS = 30;

    private static final long LONGEST_LOOK_SECONDS = 3;

    private final MongoCollection<ApiToken> tokens;

    public Tokens(MongoDatabase database) {
        this.tokens = database.getCollection(COLLECTION, ApiToken.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /**
     * Stores a new token.
     *
     * @return its secret, which is stored nowhere
     * @throws InvalidAccessException if the name is invalid or taken
     */
    public String create(String name, Role role, Instant now, Duration lifetime) {
        User.problemOfName(name).ifPresent(problem -> {
            throw new InvalidAccessException("\"%s\" is not a valid name of a token: %s".formatted(name, problem));
        });
        tokens.createIndexes(List.of(
                new IndexModel(Indexes.ascending("hash"), new IndexOptions().unique(true)),
                new IndexModel(
                        Indexes.ascending("expires"), new IndexOptions().expireAfter(KEPT_DAYS, TimeUnit.DAYS))));
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        String secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        Instant created = now.truncatedTo(ChronoUnit.MILLIS);
        try {
            tokens.insertOne(new ApiToken(name, role.word(), hash(secret), created, created.plus(lifetime)));
        } catch (MongoWriteException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
                throw new InvalidAccessException(
                        "There is a token \"%s\" already: choose another name, or 'mongohaul token revoke %s' first"
                                .formatted(name, name));
            }
            throw e;
        }
        return secret;
    }

    /** Returns all tokens by name, expired ones too. */
    public List<ApiToken> list() {
        return tokens.find().sort(Sorts.ascending("_id")).into(new ArrayList<>());
    }

    /**
     * Removes a token.
     *
     * @throws InvalidAccessException if there is none of this name
     */
    public void revoke(String name) {
        if (tokens.deleteOne(Filters.eq(name)).getDeletedCount() == 0) {
            throw new InvalidAccessException(
                    "There is no token \"%s\"; 'mongohaul token list' lists them".formatted(name));
        }
    }

    /** Returns the token with a secret, even if it is expired; empty if there is none. */
    Optional<ApiToken> find(String secret) {
        return SECRET.matcher(secret).matches()
                ? Optional.ofNullable(tokens.withTimeout(LONGEST_LOOK_SECONDS, TimeUnit.SECONDS)
                        .find(Filters.eq("hash", hash(secret)))
                        .first())
                : Optional.empty();
    }

    private static String hash(String secret) {
        return DigestUtils.sha256Hex(secret.getBytes(StandardCharsets.US_ASCII));
    }
}
