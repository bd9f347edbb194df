package dev.mongohaul.serve.security;

import java.time.Instant;
import org.bson.codecs.pojo.annotations.BsonId;

/**
 * Token of a program that uses the API, as it is stored.
 *
 * @param name unique
 * @param role word of a {@link Role}
 * @param hash of the secret: SHA-256 as hexadecimal digits; never printed
 * @param expires when it stops to be valid
 */
public record ApiToken(@BsonId String name, String role, String hash, Instant created, Instant expires) {

    @Override
    public String toString() {
        return name + ":" + role;
    }
}
