package dev.mongohaul.mapping.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldSpecs;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.UuidRepresentation;
import org.bson.types.Binary;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares our readers with the JDK and the driver: texts that these write are read back, others are refused. */
class BytesOracleTests {

    private static final String CHARACTERS = "AQgw059azAZ+/=-_ \n";

    private final ReadCell base64 = new ReadCell(FieldSpec.of(FieldType.BINARY));
    private final ReadCell hex = new ReadCell(
            FieldSpecs.builder(FieldType.BINARY).encoding(BinaryEncoding.HEX).build());
    private final ReadCell uuid = new ReadCell(FieldSpec.of(FieldType.UUID));
    private final ReadCell objectId = new ReadCell(FieldSpec.of(FieldType.OBJECTID));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void bytesAreReadBack(long seed) {
        Random random = new Random(seed);
        for (int length = 0; length < 1000; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            Binary expected = new Binary(bytes);

            assertThat(base64.read(Base64.getEncoder().encodeToString(bytes)))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            assertThat(hex.read(HexFormat.of().formatHex(bytes)))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void onlyExactBase64IsAccepted(long seed) {
        Random random = new Random(seed);
        int accepted = 0;
        for (int number = 0; number < 50_000; number++) {
            String text = text(random);
            Binary value = (Binary) base64.read(text);
            accepted += value == null ? 0 : 1;

            assertThat(value == null ? null : Base64.getEncoder().encodeToString(value.getData()))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(isBase64(text) ? text : null);
        }
        assertThat(accepted).as("seed %d", seed).isPositive();
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(9); length > 0; length--) {
            text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        return text.toString();
    }

    /** Matches RFC 4648, including the unused bits of the last character. */
    private static boolean isBase64(String text) {
        return text.matches("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void idsAreThoseOfTheJdkAndTheDriver(long seed) {
        Random random = new Random(seed);
        for (int number = 0; number < 10_000; number++) {
            UUID value = new UUID(random.nextLong(), random.nextLong());
            byte[] id = new byte[12];
            random.nextBytes(id);

            assertThat(uuid.read(value.toString())).as("seed %d", seed).isEqualTo(standard(value));
            assertThat(objectId.read(HexFormat.of().withUpperCase().formatHex(id)))
                    .as("seed %d", seed)
                    .isEqualTo(new ObjectId(id));
        }
    }

    private static Binary standard(UUID value) {
        BsonBinary binary = new BsonBinary(value, UuidRepresentation.STANDARD);
        return new Binary(binary.getType(), binary.getData());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void corruptIdsAreRefused(long seed) {
        Random random = new Random(seed);
        for (int number = 0; number < 10_000; number++) {
            StringBuilder text = new StringBuilder(new UUID(random.nextLong(), random.nextLong()).toString());
            int at = random.nextInt(text.length());
            char spoilt = "-0gG:é１ \0".charAt(random.nextInt(9));
            boolean same = text.charAt(at) == '-' ? spoilt == '-' : spoilt == '0';
            text.setCharAt(at, spoilt);

            assertThat(isNull(uuid.read(text.toString())))
                    .as("seed %d: %s", seed, text)
                    .isNotEqualTo(same);
        }
    }

    private static boolean isNull(@Nullable Object value) {
        return value == null;
    }
}
