package dev.mongohaul.notification;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows a receiver that a notice comes from whoever knows the secret, and when it was sent.
 *
 * <p>It is the scheme of Stripe's webhooks (docs.stripe.com/webhooks, "Verify webhook signatures manually"), for which most
 * languages have a library: the time is signed with the body, so that a notice cannot be sent again later by another.
 */
final class Signature {

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /** The header's value: {@code t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" in hex>}. */
    static String of(byte[] body, String secret, Instant time) {
        long seconds = time.getEpochSecond();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
