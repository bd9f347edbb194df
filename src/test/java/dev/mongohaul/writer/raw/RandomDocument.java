package dev.mongohaul.writer.raw;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Documents of all types and sizes, some larger than a page of bson4jackson; the same for the same seed. */
final class RandomDocument {

    private static final List<String> TEXTS =
            List.of("x", "naïve", "漢字", "😀", " ", "\n", "\0", "\"", "$gt", "0", ".", "\uffff", "\u07ff", "\u0800");
    private static final int TYPES = 16;

    private final Random random;

    RandomDocument(long seed) {
        random = new Random(seed);
    }

    Document next() {
        return document(0);
    }

    private Document document(int depth) {
        Document document = new Document();
        for (int field = random.nextInt(12); field > 0; field--) {
            document.append(text(4).replace("\0", ""), value(depth + 1));
        }
        return depth == 0 || random.nextInt(10) == 0 ? document.append("_id", value(3)) : document;
    }

    private List<@Nullable Object> list(int depth) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int element = random.nextInt(12); element > 0; element--) {
            list.add(value(depth + 1));
        }
        return list;
    }

    private @Nullable Object value(int depth) {
        return switch (random.nextInt(depth > 3 ? TYPES - 2 : TYPES)) {
            case 0 -> null;
            case 1 -> random.nextInt() >> random.nextInt(32);
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> Double.longBitsToDouble(random.nextLong());
            case 4 -> random.nextBoolean();
            case 5 -> Date.from(Instant.ofEpochMilli(random.nextLong() >> random.nextInt(64)));
            case 6 -> new ObjectId(bytes(12));
            case 7 -> Decimal128.fromIEEE754BIDEncoding(random.nextLong(), random.nextLong());
            case 8 -> new BigDecimal(new BigInteger(100, random), random.nextInt(100) - 50);
            case 9 -> new UUID(random.nextLong(), random.nextLong());
            case 10 -> new Binary((byte) random.nextInt(256), bytes(random.nextInt(200)));
            case 11 -> new BsonTimestamp(random.nextLong());
            case 12 -> random.nextInt(20) == 0 ? text(40_000) : new MinKey();
            case 13 -> text(60);
            case 14 -> document(depth);
            default -> list(depth);
        };
    }

    private String text(int longest) {
        StringBuilder text = new StringBuilder();
        for (int part = random.nextInt(longest + 1); part > 0; part--) {
            text.append(TEXTS.get(random.nextInt(TEXTS.size())));
        }
        return text.toString();
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
