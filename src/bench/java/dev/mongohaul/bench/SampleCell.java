package dev.mongohaul.bench;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.BsonBinary;
import org.bson.BsonWriter;
import org.bson.json.JsonReader;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Kind of cell in the benchmarks: its field, random cells, and the parser of the JDK or the driver. */
public enum SampleCell {
    STRING(type(FieldType.STRING), random -> "SKU-" + random.nextInt(10_000_000), BsonWriter::writeString),
    STRING_NOT_ASCII(
            type(FieldType.STRING), random -> "größe " + random.nextInt(10_000_000), BsonWriter::writeString),
    STRING_QUOTED(
            type(FieldType.STRING),
            random -> "\"shelf, " + random.nextInt(100) + "\"\" wide\"",
            BsonWriter::writeString),
    INT32(
            type(FieldType.INT32),
            random -> Integer.toString(random.nextInt()),
            (writer, text) -> writer.writeInt32(Integer.parseInt(text))),
    INT64(
            type(FieldType.INT64),
            random -> Long.toString(random.nextLong()),
            (writer, text) -> writer.writeInt64(Long.parseLong(text))),
    DOUBLE(
            type(FieldType.DOUBLE),
            random -> hundredths(random).toString(),
            (writer, text) -> writer.writeDouble(Double.parseDouble(text))),
    DOUBLE_LONG(
            type(FieldType.DOUBLE),
            random -> Double.toString(random.nextDouble()),
            (writer, text) -> writer.writeDouble(Double.parseDouble(text))),
    DECIMAL(type(FieldType.DECIMAL), random -> hundredths(random).toString(), SampleCell::writeDecimal),
    DECIMAL_LONG(
            type(FieldType.DECIMAL),
            random -> new BigDecimal(new BigInteger(110, random), 10).toPlainString(),
            SampleCell::writeDecimal),
    BOOLEAN(
            type(FieldType.BOOLEAN),
            random -> Boolean.toString(random.nextBoolean()),
            (writer, text) -> writer.writeBoolean(Boolean.parseBoolean(text))),
    INSTANT(
            type(FieldType.INSTANT),
            random -> instant(random).toString(),
            (writer, text) -> writer.writeDateTime(Instant.parse(text).toEpochMilli())),
    DATE(
            type(FieldType.DATE),
            random -> date(random).toString(),
            (writer, text) -> writeDate(writer, LocalDate.parse(text))),
    DATE_PATTERN(
            FieldSpec.of(FieldType.DATE, "dd.MM.yyyy"),
            random -> Dates.DAY.format(date(random)),
            (writer, text) -> writeDate(writer, LocalDate.parse(text, Dates.DAY))),
    DATE_TIME_PATTERN(
            FieldSpec.of(FieldType.DATE, "dd.MM.yyyy HH:mm:ss"),
            random -> Dates.TIME.format(instant(random).atOffset(ZoneOffset.UTC)),
            (writer, text) -> writer.writeDateTime(LocalDateTime.parse(text, Dates.TIME)
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli())),
    DATE_WORDS(
            FieldSpec.of(FieldType.DATE, "MMM d, yyyy"),
            random -> '"' + Dates.WORDS.format(date(random)) + '"',
            (writer, text) -> writeDate(writer, LocalDate.parse(text, Dates.WORDS))),
    OBJECTID(
            type(FieldType.OBJECTID),
            random -> new ObjectId(random.nextInt(), random.nextInt(1 << 24)).toHexString(),
            (writer, text) -> writer.writeObjectId(new ObjectId(text))),
    UUID_STANDARD(
            type(FieldType.UUID),
            random -> new UUID(random.nextLong(), random.nextLong()).toString(),
            (writer, text) -> writer.writeBinaryData(new BsonBinary(UUID.fromString(text)))),
    BINARY(
            type(FieldType.BINARY),
            random -> Base64.getEncoder().encodeToString(bytes(random)),
            (writer, text) ->
                    writer.writeBinaryData(new BsonBinary(Base64.getDecoder().decode(text)))),
    ARRAY(
            array(),
            random -> random.ints(5, 0, 1_000_000).mapToObj(Integer::toString).collect(Collectors.joining(";")),
            SampleCell::writeArray),
    JSON(
            type(FieldType.JSON),
            random -> "\"{\"\"name\"\": \"\"shelf\"\", \"\"sizes\"\": [%d, %d], \"\"price\"\": %s}\""
                    .formatted(random.nextInt(100), random.nextInt(100), hundredths(random)),
            (writer, text) -> writer.pipe(new JsonReader(text))),
    AUTO_WHOLE(
            type(FieldType.AUTO),
            random -> Integer.toString(random.nextInt()),
            (writer, text) -> writer.writeInt32(Integer.parseInt(text))),
    AUTO_FRACTION(
            type(FieldType.AUTO),
            random -> random.nextInt(10_000) + ".5",
            (writer, text) -> writer.writeDouble(Double.parseDouble(text))),
    AUTO_TEXT(type(FieldType.AUTO), random -> "SKU-" + random.nextInt(10_000_000), BsonWriter::writeString);

    private final FieldSpec field;
    private final Function<Random, String> cells;
    private final BiConsumer<BsonWriter, String> parser;

    SampleCell(FieldSpec field, Function<Random, String> cells, BiConsumer<BsonWriter, String> parser) {
        this.field = field;
        this.cells = cells;
        this.parser = parser;
    }

    FieldSpec field() {
        return field;
    }

    /** Returns a random cell as it stands in a file, with its quotes. */
    String text(Random random) {
        return cells.apply(random);
    }

    /** Writes the value of a cell without quotes as other programs do. */
    void write(BsonWriter writer, String text) {
        parser.accept(writer, text);
    }

    private static FieldSpec type(FieldType type) {
        return FieldSpec.of(type);
    }

    private static FieldSpec array() {
        return FieldSpec.array(FieldType.INT32, ";");
    }

    private static BigDecimal hundredths(Random random) {
        // No zero at the end, which a double would not keep.
        return BigDecimal.valueOf(random.nextInt(1_000_000) * 10L + 5, 2);
    }

    private static Instant instant(Random random) {
        return Instant.ofEpochMilli(random.nextInt(1_000_000_000) * 1_000L);
    }

    private static LocalDate date(Random random) {
        return LocalDate.ofEpochDay(random.nextInt(20_000));
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[24];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void writeDecimal(BsonWriter writer, String text) {
        writer.writeDecimal128(new Decimal128(new BigDecimal(text)));
    }

    private static void writeDate(BsonWriter writer, LocalDate date) {
        writer.writeDateTime(date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli());
    }

    private static void writeArray(BsonWriter writer, String text) {
        writer.writeStartArray();
        for (String element : text.split(";")) {
            writer.writeInt32(Integer.parseInt(element));
        }
        writer.writeEndArray();
    }

    private static final class Dates {

        static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("dd.MM.yyyy", Locale.ENGLISH);
        static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd.MM.yyyy HH:mm:ss", Locale.ENGLISH);
        static final DateTimeFormatter WORDS = DateTimeFormatter.ofPattern("MMM d, yyyy", Locale.ENGLISH);
    }
}
