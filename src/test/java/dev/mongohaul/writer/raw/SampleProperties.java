package dev.mongohaul.writer.raw;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Classes with properties of all types that Spring Data stores and the encoder knows. */
@SuppressWarnings("unused") // the fields are read by reflection
final class SampleProperties {

    private SampleProperties() {}

    enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "grün";
            }
        }
    }

    static final class Scalars {
        Instant instant = Instant.ofEpochSecond(-1, 999_999_999);
        LocalDate date = LocalDate.of(1900, 1, 1);
        LocalDateTime dateTime = LocalDateTime.of(2026, 3, 29, 2, 30);
        LocalTime time = LocalTime.of(1, 2, 3, 999_999_999);
        Date legacy = Date.from(Instant.ofEpochMilli(-1));
        Duration duration = Duration.ofMinutes(90);
        Period period = Period.ofDays(3);
        ZoneId zone = ZoneId.of("Europe/Paris");
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        ObjectId objectId = new ObjectId(SampleEntities.HEX);
        Decimal128 decimal128 = Decimal128.NEGATIVE_ZERO;
        BigDecimal decimal = new BigDecimal("-0.10");
        BigInteger integer = new BigInteger("12345678901234567890123");
        byte[] bytes = {1, 2, -1};
        Binary binary = new Binary((byte) 5, new byte[] {1});
        byte b = 1;
        short s = 2;
        long l = 3;
        float f = 1.1f;
        double d = -0.0;
        char c = 'c';
        Character character = 'ß';
        Boolean yes = true;
        AtomicLong atomic = new AtomicLong(4);
        Color color = Color.GREEN;
        Locale locale = Locale.FRANCE;
        Currency currency = Currency.getInstance("EUR");
        URI uri = URI.create("mailto:a@b.c");
        Code code = new Code("f()");
        BsonTimestamp timestamp = new BsonTimestamp(1, 2);
        Object any = new SampleEntities.Part(SampleEntities.HEX, Map.of());
    }

    static final class Containers {
        List<@Nullable Object> list =
                new ArrayList<>(Arrays.asList("a", null, 1, List.of(new SampleEntities.Part("p", Map.of()))));
        Object[] array = {1, "x", new int[] {2}};
        int[] ints = {1, 2};
        char[] chars = {'a', 'ß'};
        byte[][] blobs = {{1}, {2}};
        Set<Color> colors = EnumSet.allOf(Color.class);
        Iterable<String> iterable = List.of("i");
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        Map<Color, Integer> byColor = new EnumMap<>(Map.of(Color.GREEN, 1));
        Map<Integer, List<Instant>> byNumber = new TreeMap<>(Map.of(2, List.of(Instant.EPOCH), 1, List.of()));
        Map<Locale, Map<String, BigDecimal>> deep = Map.of(Locale.FRANCE, Map.of("z.y", BigDecimal.TEN));
        Document document = new Document("z", 1).append("_id", null);

        Containers() {
            map.put("a.b", 1);
            map.put("nothing", null);
            map.put("$part", new SampleEntities.Part(SampleEntities.HEX, Map.of("n", new BigDecimal("1.0"))));
            map.put("array", new long[] {1});
            map.put("bytes", new byte[] {2});
            map.put("", Map.of());
        }
    }
}
