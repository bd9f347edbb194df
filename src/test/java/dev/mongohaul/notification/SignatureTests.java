package dev.mongohaul.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignatureTests {

    /** Result of Python: {@code hmac.new(secret, b'1763605800.{"job":"products"}', hashlib.sha256).hexdigest()}. */
    private static final String DIGEST = "a6144448c78342bf7462ed237322dbd836aad025e892ed7f9042365cb72fc187";

    @Test
    void timeAndBodyAreSigned() {
        byte[] body = "{\"job\":\"products\"}".getBytes(StandardCharsets.UTF_8);

        assertThat(WebhookSender.signature(body, "s3cr\u00e9t", Instant.ofEpochSecond(1_763_605_800)))
                .isEqualTo("t=1763605800,v1=" + DIGEST);
    }
}
