package dev.mongohaul.mapping.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutoTypeTests {

    private final ReadCell auto = new ReadCell(FieldSpec.of(FieldType.AUTO));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void textOfEveryNumberCanBeRestored(long seed) {
        Random random = new Random(seed);
        for (int number = 0; number < 20_000; number++) {
            String text = text(random);

            Object value = auto.read(text);

            assertThat(again(value)).as("seed %d: %s", seed, text).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shortestDecimalOfADoubleIsTheDouble(long seed) {
        Random random = new Random(seed);
        for (int number = 0; number < 2_000; number++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (!Double.isFinite(value)) {
                continue;
            }
            String shortest = shortest(value);

            assertThat(auto.read(shortest)).as("seed %d", seed).isEqualTo(value);
            assertThat(auto.read(shortest + "1")).as("seed %d", seed).isNotEqualTo(value);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void wholeNumbersAreTheSmallestTypeThatHoldsThem(long seed) {
        Random random = new Random(seed);
        for (int number = 0; number < 20_000; number++) {
            long value = random.nextLong() >> random.nextInt(64);

            Object expected = value == (int) value ? (Object) (int) value : (Object) value;
            assertThat(auto.read(Long.toString(value))).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(22); length > 0; length--) {
            text.append("0123456789012345678900.-".charAt(random.nextInt(text.length() == 0 ? 24 : 23)));
        }
        return text.toString();
    }

    private static String again(Object value) {
        return value instanceof Double number ? shortest(number) : value.toString();
    }

    /** Finds the fewest digits that are read as the double; the nearest of several, the even of two. */
    private static String shortest(double value) {
        if (value == 0) {
            return Double.toString(value);
        }
        int digits = 1;
        while (rounded(value, digits).doubleValue() != value) {
            digits++;
        }
        String plain = rounded(value, digits).stripTrailingZeros().toPlainString();
        return plain.contains(".") ? plain : plain + ".0";
    }

    private static BigDecimal rounded(double value, int digits) {
        return new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }
}
