package dev.mongohaul.reject;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** Rejects for tests, of a file {@code data/products.csv} whose records all are on lines of their own. */
public final class SampleRejects {

    private SampleRejects() {}

    /** A record refused for its price. */
    public static Reject unmappable(long offset, String bytes) {
        return reject(
                offset,
                bytes.getBytes(UTF_8),
                RejectReason.of(
                        RejectStage.UNMAPPABLE,
                        "'12,5x' is no decimal: digits and a point are",
                        new RejectedCell(3, "price", "12,5x")));
    }

    public static Reject reject(long offset, byte[] bytes, RejectReason reason) {
        return new Reject(record(offset, bytes.length, new Binary(bytes)), reason);
    }

    /** A record too long to be kept. */
    public static Reject tooLong(long offset, long length) {
        return new Reject(
                record(offset, length, null),
                RejectReason.of(RejectStage.MALFORMED, "a quote opens and never closes", null));
    }

    /** So many small rejects, one every hundred bytes. */
    public static Stream<Reject> many(int count) {
        return LongStream.range(0, count).mapToObj(number -> unmappable(100 * number, "record " + number));
    }

    private static RejectedRecord record(long offset, long length, @Nullable Binary bytes) {
        return new RejectedRecord("data/products.csv", 2 + offset / 100, offset, length, bytes);
    }
}
