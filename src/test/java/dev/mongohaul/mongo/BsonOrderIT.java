package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class BsonOrderIT {

    private static final double[] DOUBLES = {
        0.0, -0.0, 1, -1, 0.1, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 9007199254740992.0, 1e300
    };
    private static final String[] DECIMALS = {
        "0",
        "-0",
        "0.1",
        "1",
        "1.0",
        "NaN",
        "Infinity",
        "-Infinity",
        "9007199254740993",
        "1E+300",
        "-1E-6000",
        "9E+6100"
    };

    private final Random random = new Random(7);

    @Test
    void orderIsThatOfAnIndex() {
        MongoDatabase database = TestServer.client().getDatabase(TestServer.database("order"));
        MongoCollection<BsonDocument> values = database.getCollection("values", BsonDocument.class);
        List<BsonDocument> documents = new ArrayList<>();
        for (int n = 0; n < 5000; n++) {
            documents.add(new BsonDocument("v", value(2)));
        }
        values.createIndex(Sorts.ascending("v"));
        values.insertMany(documents);

        List<BsonValue> sorted = values.find()
                .sort(Sorts.ascending("v"))
                .map(document -> document.get("v"))
                .into(new ArrayList<>());

        database.drop();
        assertThat(sorted).hasSize(5000).isSortedAccordingTo(BsonOrder.INSTANCE);
    }

    private BsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 15 : 13)) {
            case 0 -> new BsonInt32(random.nextInt(5) - 2);
            case 1 -> new BsonInt64(random.nextBoolean() ? random.nextInt(5) : random.nextLong());
            case 2 -> new BsonDouble(DOUBLES[random.nextInt(DOUBLES.length)]);
            case 3 -> new BsonDouble(random.nextGaussian());
            case 4 -> new BsonDecimal128(Decimal128.parse(DECIMALS[random.nextInt(DECIMALS.length)]));
            case 5 ->
                new BsonDecimal128(new Decimal128(new BigDecimal(random.nextGaussian()).round(MathContext.DECIMAL128)));
            case 6, 7 -> new BsonString(text());
            case 8 -> new BsonBinary((byte) (random.nextBoolean() ? 0 : 4), bytes());
            case 9 -> new BsonObjectId(new ObjectId(random.nextInt(), random.nextInt(3)));
            case 10 -> BsonBoolean.valueOf(random.nextBoolean());
            case 11 -> new BsonDateTime(random.nextLong());
            case 12 -> random.nextBoolean() ? new BsonTimestamp(random.nextLong()) : BsonNull.VALUE;
            default -> document(depth - 1);
        };
    }

    private BsonDocument document(int depth) {
        BsonDocument document = new BsonDocument();
        for (int field = random.nextInt(3); field >= 0; field--) {
            document.append(
                    random.nextBoolean() ? "a" + random.nextInt(2) : text() + field,
                    random.nextInt(8) == 0 ? new BsonArray(List.of(value(0), value(0))) : value(depth));
        }
        return document;
    }

    private String text() {
        String[] parts = {"", "a", "b", "\u00e9", "\uffee", "\ud83d\ude00"};
        return parts[random.nextInt(parts.length)] + parts[random.nextInt(parts.length)];
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(3)];
        random.nextBytes(bytes);
        return bytes;
    }
}
