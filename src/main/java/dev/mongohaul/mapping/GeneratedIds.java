package dev.mongohaul.mapping;

import java.time.Instant;
import java.util.HexFormat;
import org.bson.types.ObjectId;

/**
 * Generator of the ObjectIds of one import. An id depends only on the record's offset, so that a record sent again has
 * the same id.
 *
 * <p>An id is a prefix of 7 bytes, created once per import, and 5 bytes of offset.
 *
 * @param seconds the import's creation since 1970, 4 unsigned bytes
 * @param instance 3 bytes
 */
public record GeneratedIds(int seconds, int instance) {

    /** 1 TiB: offsets, in bytes of all inputs, are below. */
    static final long OFFSET_LIMIT = 1L << 40;

    private static final int OFFSET_BITS = 40;
    private static final int INSTANCE_LIMIT = 1 << 24;
    private static final int PREFIX_BYTES = 7;

    public GeneratedIds {
        if (instance < 0 || instance >= INSTANCE_LIMIT) {
            throw new IllegalArgumentException(
                    "instance " + instance + " does not fit into 3 bytes: 0 to " + (INSTANCE_LIMIT - 1));
        }
    }

    /** Returns the ids of a new import; the instance's low 3 bytes distinguish it from others of the same second. */
    public static GeneratedIds of(Instant creation, long jobInstanceId) {
        long seconds = creation.getEpochSecond();
        if (seconds < 0 || seconds >>> Integer.SIZE != 0) {
            throw new IllegalArgumentException("an ObjectId cannot hold the time " + creation + ": 1970 to 2106");
        }
        return new GeneratedIds((int) seconds, (int) (jobInstanceId & (INSTANCE_LIMIT - 1)));
    }

    /** Returns the ids of the import with this {@link #prefix}. */
    public static GeneratedIds parse(String prefix) {
        if (prefix.length() != 2 * PREFIX_BYTES || !prefix.chars().allMatch(HexFormat::isHexDigit)) {
            throw new IllegalArgumentException("\"" + prefix + "\" is not an id prefix: 14 hexadecimal digits");
        }
        return new GeneratedIds(
                HexFormat.fromHexDigits(prefix, 0, 8), HexFormat.fromHexDigits(prefix, 8, 2 * PREFIX_BYTES));
    }

    /** Returns the beginning of all ids of the import, as 14 hexadecimal digits. */
    public String prefix() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(seconds) + hex.toHexDigits(instance, 6);
    }

    /** Returns the id of the record at the offset. */
    public ObjectId idOf(long offset) {
        HexFormat hex = HexFormat.of();
        return new ObjectId(hex.toHexDigits(seconds) + hex.toHexDigits(low(offset)));
    }

    /** Returns the last 8 bytes of the id of the record at the offset; {@link #seconds} are the first 4. */
    long low(long offset) {
        if (offset < 0 || offset >= OFFSET_LIMIT) {
            throw new IllegalArgumentException(
                    "offset " + offset + " has no generated id: an import of more than 1 TiB needs id columns");
        }
        return (long) instance << OFFSET_BITS | offset;
    }
}
