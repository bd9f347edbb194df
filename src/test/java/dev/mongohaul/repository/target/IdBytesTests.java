package dev.mongohaul.repository.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.BsonOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class IdBytesTests {

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final Random random = new Random(11);

    @Test
    void orderIsThatOfTheValues() {
        List<BsonValue> values = values(300);

        for (BsonValue one : values) {
            for (BsonValue other : values) {
                assertThat(Integer.signum(IdBytes.compare(IdBytes.of(one), IdBytes.of(other))))
                        .as("%s and %s", one, other)
                        .isEqualTo(Integer.signum(BsonOrder.INSTANCE.compare(one, other)));
            }
        }
    }

    @Test
    void bytesAreThoseOfTheDocumentsId() {
        for (BsonValue value : values(500)) {
            byte[] id = IdBytes.of(value);
            assertThat(IdBytes.value(id)).isEqualTo(value);
            assertThat(IdBytes.of(raw(new BsonDocument("_id", value).append("n", new BsonInt32(1)))))
                    .isEqualTo(id);
            assertThat(IdBytes.of(raw(new BsonDocument("n", new BsonInt32(1)).append("_id", value))))
                    .isEqualTo(id);
            assertThat(IdBytes.of(raw(new BsonDocument("_ida", value)))).isNull();
        }
        assertThat(IdBytes.of(raw(new BsonDocument()))).isNull();
    }

    @Test
    void blockHasItsIdsOnce() {
        List<byte[]> ids =
                new ArrayList<>(values(2000).stream().map(IdBytes::of).toList());
        ids.add(IdBytes.of(new BsonString("long".repeat(4000))));
        ids.add(IdBytes.of(new BsonString("long".repeat(4000) + "x".repeat(300))));
        ids.addAll(ids.subList(0, 100));
        ids.sort(IdBytes::compare);
        IdBlock block = new IdBlock();
        List<byte[]> expected = new ArrayList<>();
        for (byte[] id : ids) {
            block.add(id);
            if (expected.isEmpty() || !Arrays.equals(expected.get(expected.size() - 1), id)) {
                expected.add(id);
            }
        }

        List<byte[]> read = read(new BsonDocument(SeenIds.IDS, block.toBinary()));

        assertThat(read).hasSameSizeAs(expected);
        for (int index = 0; index < read.size(); index++) {
            assertThat(read.get(index)).isEqualTo(expected.get(index));
        }
    }

    @Test
    void idsThatFollowOneAnotherTakeFewBytes() {
        IdBlock block = new IdBlock();
        int count = 0;
        while (!block.isFull()) {
            block.add(IdBytes.of(new BsonString("SKU-%07d".formatted(count++))));
        }

        assertThat(block.toBinary().getData()).hasSizeBetween(IdBlock.BYTES, IdBlock.BYTES + 20);
        assertThat(count).isGreaterThan(IdBlock.BYTES / 4);
    }

    private static List<byte[]> read(BsonDocument block) {
        List<byte[]> ids = new ArrayList<>();
        Iterator<byte[]> stored = IdBlock.stored(block);
        stored.forEachRemaining(ids::add);
        return ids;
    }

    private static RawBsonDocument raw(BsonDocument document) {
        return new RawBsonDocument(document, CODEC);
    }

    private List<BsonValue> values(int count) {
        List<BsonValue> values = new ArrayList<>(List.of(
                new BsonInt32(Integer.MIN_VALUE),
                new BsonInt32(Integer.MAX_VALUE),
                new BsonInt64(Long.MIN_VALUE),
                new BsonInt64(Long.MAX_VALUE),
                new BsonDateTime(-1),
                new BsonDateTime(0),
                new BsonMinKey(),
                new BsonMaxKey()));
        while (values.size() < count) {
            values.add(value(2));
        }
        Collections.shuffle(values, random);
        return values;
    }

    private BsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 17 : 12)) {
            case 0 -> new BsonInt32(random.nextInt(5) - 2);
            case 1 -> new BsonInt64(random.nextBoolean() ? random.nextInt(5) - 2 : random.nextLong());
            case 2 -> new BsonDouble(random.nextBoolean() ? random.nextInt(3) : random.nextGaussian());
            case 3 -> new BsonDecimal128(Decimal128.parse(random.nextInt(3) + ".0"));
            case 4, 5 -> new BsonString(text());
            case 6 -> new BsonBinary((byte) (random.nextBoolean() ? 0 : 4), text().getBytes(StandardCharsets.UTF_8));
            case 7 -> new BsonObjectId(new ObjectId(random.nextInt(), random.nextInt(3)));
            case 8 -> BsonBoolean.valueOf(random.nextBoolean());
            case 9 -> new BsonDateTime(random.nextBoolean() ? random.nextInt(3) - 1 : random.nextLong());
            case 10 -> random.nextBoolean() ? new BsonTimestamp(random.nextLong()) : BsonNull.VALUE;
            case 11 -> new BsonInt32(random.nextInt());
            default -> document(depth - 1);
        };
    }

    private BsonDocument document(int depth) {
        BsonDocument document = new BsonDocument();
        for (int field = random.nextInt(4); field > 0; field--) {
            document.append(random.nextInt(4) == 0 ? text() : "a" + field, value(depth));
        }
        return document;
    }

    private String text() {
        String[] parts = {"", "a", "b", "a", "\u00e9", "\uffee", "\ud83d\ude00", "\u007f"};
        return parts[random.nextInt(parts.length)] + parts[random.nextInt(parts.length)];
    }
}
