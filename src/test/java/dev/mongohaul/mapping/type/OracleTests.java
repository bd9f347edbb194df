package dev.mongohaul.mapping.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldSpecs;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.Rounding;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares our readers of bytes with those of the JDK and the driver, which are correct but slow. */
class OracleTests {

    private static final int ROUNDS = TestSize.of("oracle.rounds", 4_000, 200_000);

    /** Each has a pattern, for twenty cells. */
    private static final int PATTERNS = ROUNDS / 20;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void doubleEqualsThatOfTheJdkBitForBit(long seed) {
        Random random = new Random(seed);
        ReadCell rounding = new ReadCell(
                FieldSpecs.builder(FieldType.DOUBLE).rounding(Rounding.ALLOW).build());
        ReadCell reader = new ReadCell(FieldSpec.of(FieldType.DOUBLE));
        for (int number = 0; number < ROUNDS; number++) {
            String text = decimal(random, 25, 330);
            Object expected = doubleOf(text);

            assertThat(rounding.read(text)).as("seed %d: %s", seed, text).isEqualTo(expected);
            assertThat(reader.read(text))
                    .as("seed %d: %s, without rounding", seed, text)
                    .isEqualTo(expected != null && isRounded(text, (double) expected) ? null : expected);
        }
    }

    private static boolean isRounded(String text, double value) {
        if (value == 0) {
            return false;
        }
        BigDecimal exact = new BigDecimal(text).stripTrailingZeros();
        boolean whole = exact.scale() <= 0 && !text.matches(".*[eE].*[1-9].*");
        return (whole || exact.precision() > 17) && exact.compareTo(new BigDecimal(value)) != 0;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void everyDoubleIsReadBackFrom17Digits(long seed) {
        Random random = new Random(seed);
        ReadCell reader = new ReadCell(FieldSpec.of(FieldType.DOUBLE));
        for (int number = 0; number < ROUNDS; number++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String text = new BigDecimal(value).round(new MathContext(17)).toString();
                assertThat(reader.read(text)).as("seed %d: %s", seed, text).isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void decimalIsThatOfTheDriver(long seed) {
        Random random = new Random(seed);
        ReadCell reader = new ReadCell(FieldSpec.of(FieldType.DECIMAL));
        for (int number = 0; number < ROUNDS; number++) {
            String text = decimal(random, 38, 6200);
            Object expected = decimalOf(text);

            Object value = reader.read(text);

            assertThat(value).as("seed %d: %s", seed, text).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void wholeNumberIsThatOfTheJdk(long seed) {
        Random random = new Random(seed);
        ReadCell int32 = new ReadCell(FieldSpec.of(FieldType.INT32));
        ReadCell int64 = new ReadCell(FieldSpec.of(FieldType.INT64));
        for (int number = 0; number < ROUNDS; number++) {
            String text = nearBound(random);

            assertThat(int32.read(text)).as("seed %d: %s", seed, text).isEqualTo(orNull(Integer::valueOf, text));
            assertThat(int64.read(text)).as("seed %d: %s", seed, text).isEqualTo(orNull(Long::valueOf, text));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void instantIsThatOfTheJdk(long seed) {
        Random random = new Random(seed);
        ReadCell reader = new ReadCell(FieldSpec.of(FieldType.INSTANT));
        for (int number = 0; number < ROUNDS; number++) {
            String text = instant(random);

            assertThat(reader.read(text)).as("seed %d: %s", seed, text).isEqualTo(instantOf(text));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void dateOfAPatternIsThatOfTheJdk(long seed) {
        Random random = new Random(seed);
        for (int number = 0; number < PATTERNS; number++) {
            String pattern = datePattern(random);
            String zone = pick(random, "Z", "+05:30", "-11:00", "UTC", "Europe/Berlin");
            DateTimeFormatterBuilder builder =
                    new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern(pattern);
            DateTimeFormatter formatter = (pattern.contains("y")
                            ? builder.parseDefaulting(ChronoField.ERA, 1)
                            : builder)
                    .toFormatter(Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT);
            ReadCell reader = new ReadCell(FieldSpecs.builder(FieldType.DATE)
                    .pattern(pattern)
                    .zone(ZoneId.of(zone))
                    .build());
            for (int cell = 0; cell < 20; cell++) {
                String text = dateLike(random, pattern);

                assertThat(reader.read(text))
                        .as("seed %d: %s, %s, %s", seed, pattern, zone, text)
                        .isEqualTo(dateOf(formatter, ZoneId.of(zone), text));
            }
        }
    }

    /** Returns a valid number, or one with a corrupt character. */
    private static String decimal(Random random, int digits, int exponents) {
        StringBuilder text = new StringBuilder();
        text.append(pick(random, "", "", "-", "+"));
        int length = 1 + random.nextInt(digits);
        int point = random.nextInt(2 * length);
        int zeros = random.nextInt(3);
        for (int digit = 0; digit < length; digit++) {
            text.append(digit == point ? "." : "");
            text.append(digit < zeros || digit > length - zeros ? 0 : random.nextInt(10));
        }
        if (random.nextInt(2) == 0) {
            int exponent = random.nextInt(random.nextBoolean() ? 40 : exponents);
            text.append(pick(random, "e", "E"))
                    .append(pick(random, "", "-", "+"))
                    .append(exponent);
        }
        if (random.nextInt(20) == 0) {
            text.setCharAt(random.nextInt(text.length()), ".-+eE x,0".charAt(random.nextInt(9)));
        }
        return text.toString();
    }

    private static @Nullable Object doubleOf(String text) {
        try {
            double value = Double.parseDouble(text);
            boolean zero = text.matches("[^1-9eE]*([eE].*)?");
            boolean vanished = value == 0 && !zero;
            return vanished || Double.isInfinite(value) || text.contains(" ") ? null : value;
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    private static @Nullable Object decimalOf(String text) {
        try {
            BigDecimal exact = new BigDecimal(text);
            return exact.precision() > 34 ? null : Decimal128.parse(text);
        } catch (NumberFormatException noNumberOrInexact) {
            return null;
        }
    }

    private static String nearBound(Random random) {
        BigInteger bound = BigInteger.ONE.shiftLeft(random.nextInt(70));
        BigInteger number = bound.add(BigInteger.valueOf(random.nextInt(7) - 3));
        String text = pick(random, "", "-", "+") + "0".repeat(random.nextInt(3)) + number;
        return random.nextInt(20) == 0 ? text.replaceFirst("[0-9]", pick(random, "", " ", "x", "-", "/", ":")) : text;
    }

    private static <T> @Nullable T orNull(Function<String, T> parse, String text) {
        try {
            return parse.apply(text);
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    /** Returns dates with fractions and offsets, and days and hours that may not exist. */
    private static String instant(Random random) {
        String date = "%04d-%02d-%02d"
                .formatted(random.nextInt(3000), random.nextInt(14), random.nextInt(random.nextInt(4) == 0 ? 33 : 29));
        String time = "T%02d:%02d:%02d".formatted(random.nextInt(25), random.nextInt(61), random.nextInt(61));
        String fraction = pick(random, "", ".5", ".123", ".120000", ".123456789", ".000000001", ".");
        String offset = pick(random, "Z", "+00:00", "-11:30", "+18:00", "+18:01", "+05:45", "-03:60", "");
        return date + time + fraction + offset;
    }

    @SuppressWarnings("JavaUtilDate") // what the driver gives for a BSON date
    private static @Nullable Date instantOf(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            boolean endOfDay = text.contains("T24");
            boolean noFraction = text.matches(".*[.][^0-9].*");
            boolean finer = !instant.truncatedTo(ChronoUnit.MILLIS).equals(instant);
            return endOfDay || noFraction || finer ? null : Date.from(instant);
        } catch (DateTimeException noInstant) {
            return null;
        }
    }

    private static String datePattern(Random random) {
        List<String> numbers = new ArrayList<>(List.of(pick(random, "yyyy", "uuuu"), "MM", "dd"));
        numbers.addAll(List.of("HH", "mm", "ss", "SSS")
                .subList(0, pick(random, "", "12", "123", "1234").length()));
        if (random.nextInt(4) == 0) {
            Collections.swap(numbers, 0, random.nextInt(numbers.size()));
        }
        return numbers.stream()
                .reduce(
                        "",
                        (text, next) -> text
                                + (text.isEmpty() ? "" : pick(random, "-", "/", ".", "", "", " ", "'T'", "':x'"))
                                + next);
    }

    /** Returns a cell of the pattern, or one with a corrupt character or a number that may be too large. */
    private static String dateLike(Random random, String pattern) {
        StringBuilder text = new StringBuilder(pattern.replace("'", "")
                .replaceAll("[yu]{4}", pick(random, "2024", "2023", "1900", "0001", "0000", "9999"))
                .replace("MM", pick(random, "02", "10", "12", "13", "00"))
                .replace("dd", pick(random, "01", "28", "29", "31", "00"))
                .replace("HH", pick(random, "00", "09", "23", "24"))
                .replace("mm", pick(random, "00", "59", "60"))
                .replace("ss", pick(random, "00", "59", "60"))
                .replace("SSS", "%03d".formatted(random.nextInt(1000))));
        if (random.nextInt(4) == 0) {
            text.setCharAt(random.nextInt(text.length()), "0+- t:٣/".charAt(random.nextInt(8)));
        }
        return random.nextInt(10) == 0 ? text.substring(1) : text.toString();
    }

    @SuppressWarnings("JavaUtilDate") // what the driver gives for a BSON date
    private static @Nullable Date dateOf(DateTimeFormatter formatter, ZoneId zone, String text) {
        try {
            TemporalAccessor parsed = formatter.parse(text);
            LocalTime time = parsed.query(TemporalQueries.localTime());
            LocalDate date = LocalDate.from(parsed);
            ZonedDateTime start =
                    time == null ? date.atStartOfDay(zone) : date.atTime(time).atZone(zone);
            boolean skipped = time != null && !start.toLocalTime().equals(time);
            return skipped ? null : Date.from(start.toInstant());
        } catch (DateTimeException noDate) {
            return null;
        }
    }

    private static String pick(Random random, String... texts) {
        return texts[random.nextInt(texts.length)];
    }
}
