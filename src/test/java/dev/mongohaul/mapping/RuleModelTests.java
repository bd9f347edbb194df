package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldSpecs;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random rules and cells: all renderings take and refuse what a plain model in Java does, and store its values. */
class RuleModelTests {

    private static final GeneratedIds IDS = GeneratedIds.of(Instant.EPOCH, 1);
    private static final List<String> PATTERNS =
            List.of("[0-9.;]+", "-?\\d.*", ".{1,5}", "[A-Z]{2}(-\\d+)?", "(?i)[a-z]+|.*2.*", "[^x]*");
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("dd.MM.uuuu").withResolverStyle(ResolverStyle.STRICT);

    private static final Map<FieldType, List<String>> CELLS = new LinkedHashMap<>();

    static {
        CELLS.put(FieldType.INT32, List.of("-2", "0", "1", "5", "007", "10", "2147483647", "x", "1.0"));
        CELLS.put(FieldType.INT64, List.of("-5", "3", "0003", "9999999999", "9223372036854775807", "y"));
        CELLS.put(FieldType.DOUBLE, List.of("0.5", ".5", "-1.25", "3e2", "300", "1e-300", "z"));
        CELLS.put(
                FieldType.DECIMAL,
                List.of("1.50", "1.5", "0", "-3.10", "100", "1E+2", "0.05", "12345678901234567890.5", "1E-40", "abc"));
        CELLS.put(FieldType.DATE, List.of("01.02.2020", "31.12.1999", "29.02.2024", "30.02.2024", "15.07.2021"));
        CELLS.put(
                FieldType.INSTANT,
                List.of("2020-01-01T00:00:00Z", "2020-01-01T01:00:00+01:00", "1999-01-01T00:00:00Z", "now"));
        CELLS.put(FieldType.BOOLEAN, List.of("true", "Y", "no", "0", "maybe"));
        CELLS.put(FieldType.STRING, List.of("DE", "de", "FR", "AB-12", "x y", "é", "12"));
        CELLS.put(FieldType.ARRAY, List.of("1", "1;2", "5;007", "9;-4;9", "1;x"));
    }

    /** Class with a property for each column. */
    @SuppressWarnings({"unused", "checkstyle:VisibilityModifier"}) // Spring Data reads and sets the fields
    static final class Goods {
        private ObjectId id;
        private Integer int32;
        private Long int64;
        private Double doubled;
        private BigDecimal decimal;
        private Date date;
        private Instant instant;
        private Boolean flag;
        private String string;
        private List<Integer> array;
    }

    static LongStream seeds() {
        return TestSize.seeds("rules", 1_000, 1, 2, 3, 5, 8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void renderingsDoWhatTheModelDoes(long seed) {
        Random random = new Random(seed);
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        List<FieldType> types = new ArrayList<>(CELLS.keySet());
        Collections.shuffle(types, random);
        types.forEach(type -> fields.put(nameOf(type), field(type, random)));
        MappingSpec spec = new MappingSpec(
                List.copyOf(fields.keySet()), fields, Unlisted.KEEP, Blanks.OMIT, Set.of(""), Set.of(), List.of());
        EntityType<Goods> entity = EntityType.of(Goods.class);
        DocumentMapper<RawBsonDocument> toBson = Mapping.of(spec, null).to(Rendering.BSON, IDS);
        DocumentMapper<Document> toDocument = Mapping.of(spec, null).to(Rendering.DOCUMENT, IDS);
        Mapping ofClass = Mapping.of(spec, entity);
        DocumentMapper<RawBsonDocument> toBsonOfClass =
                ofClass.to(Rendering.of(entity).asBytes(), IDS);
        DocumentMapper<Goods> toObject = ofClass.to(Rendering.of(entity), IDS);
        int accepted = 0;

        for (int number = 0; number < 400; number++) {
            List<String> cells = types.stream()
                    .map(type -> cell(type, fields.get(nameOf(type)), random))
                    .toList();
            CsvRecord record = CsvItems.record(cells.toArray(new String[0]));
            String where = "seed " + seed + ", record " + number + " " + cells + ", " + fields;
            Map<String, Object> expected = new LinkedHashMap<>();
            List<String> refused = new ArrayList<>();
            judge(types, fields, cells, expected, refused);

            MappedItem<RawBsonDocument> bytes = toBson.map(record);
            MappedItem<Document> document = toDocument.map(record);
            MappedItem<RawBsonDocument> bytesOfClass = toBsonOfClass.map(record);
            MappedItem<Goods> object = toObject.map(record);

            if (refused.isEmpty()) {
                accepted++;
                assertThat(bytes).as(where).isInstanceOf(MappedDocument.class);
                Document stored =
                        ((MappedDocument<RawBsonDocument>) bytes).content().decode(new DocumentCodec());
                stored.remove("_id");
                assertThat(stored).as(where).containsExactlyEntriesOf(expected);
                assertThat(Rendered.bytes(document)).as(where).isEqualTo(Rendered.bytes(bytes));
                assertThat(Rendered.written(entity, object)).as(where).isEqualTo(Rendered.bytes(bytesOfClass));
                Document ofObject = ((MappedDocument<RawBsonDocument>) bytesOfClass)
                        .content()
                        .decode(new DocumentCodec());
                ofObject.remove("_id");
                assertThat(ofObject).as(where).isEqualTo(stored);
            } else {
                assertThat(bytes).as(where).isInstanceOf(UnmappedRecord.class);
                UnmappedRecord<RawBsonDocument> reject = (UnmappedRecord<RawBsonDocument>) bytes;
                assertThat(reject.columnName()).as(where).isEqualTo(refused.get(0));
                assertThat(refused.stream().skip(1).map("\", \"%s\", "::formatted))
                        .as(where)
                        .allSatisfy(name -> assertThat(reject.reason()).contains(name.substring(1)));
                assertThat((Object) document).as(where).isEqualTo(reject);
                assertThat(bytesOfClass).as(where).isInstanceOf(UnmappedRecord.class);
                assertThat((Object) object).as(where).isEqualTo(bytesOfClass);
            }
        }
        System.out.printf("seed %d: %d of 400 records accepted%n", seed, accepted);
    }

    private static String nameOf(FieldType type) {
        return switch (type) {
            case DOUBLE -> "doubled";
            case BOOLEAN -> "flag";
            default -> type.word();
        };
    }

    /** Returns a cell that keeps the rules, nine times out of ten if there is one. */
    private static String cell(FieldType type, FieldSpec field, Random random) {
        List<String> all =
                Stream.concat(CELLS.get(type).stream(), Stream.of("")).toList();
        List<String> allowed = all.stream()
                .filter(cell -> cell.isEmpty()
                        ? !field.isRequired() && field.defaultCell() == null
                        : isAllowed(type, field, cell))
                .toList();
        return pick(allowed.isEmpty() || random.nextInt(10) == 0 ? all : allowed, random);
    }

    private static FieldSpec field(FieldType type, Random random) {
        List<String> valid = CELLS.get(type).stream()
                .filter(cell -> type == FieldType.ARRAY
                        ? !cell.contains(";")
                        : value(type, cell).isPresent())
                .toList();
        FieldSpecs field = FieldSpecs.builder(type)
                .pattern(type == FieldType.DATE ? "dd.MM.yyyy" : null)
                .of(type == FieldType.ARRAY ? FieldType.INT32 : null)
                .separator(type == FieldType.ARRAY ? ";" : null)
                .skip(random.nextInt(6) == 0);
        boolean ordered = type != FieldType.STRING && type != FieldType.BOOLEAN;
        if (ordered && random.nextInt(3) == 0) {
            field.min(pick(valid, random));
        }
        if (ordered && random.nextInt(3) == 0) {
            field.max(pick(valid, random));
        }
        if (random.nextInt(5) == 0) {
            field.oneOf(Stream.generate(() -> pick(valid, random))
                    .limit(3)
                    .distinct()
                    .toList());
        }
        if (random.nextInt(5) == 0) {
            field.matches(pick(PATTERNS, random));
        }
        if (random.nextInt(4) == 0) {
            field.defaultCell(pick(CELLS.get(type), random));
        } else {
            field.required(random.nextInt(4) == 0);
        }
        return field.build();
    }

    /** Judges a record: the fields of its document, and the columns that refuse it in the order of the reject. */
    private static void judge(
            List<FieldType> types,
            Map<String, FieldSpec> fields,
            List<String> cells,
            Map<String, Object> expected,
            List<String> refused) {
        List<String> refusedBySkipped = new ArrayList<>();
        for (int column = 0; column < types.size(); column++) {
            FieldType type = types.get(column);
            FieldSpec field = fields.get(nameOf(type));
            String cell = cells.get(column).isEmpty()
                    ? Objects.requireNonNullElse(field.defaultCell(), "")
                    : cells.get(column);
            boolean accepted = cell.isEmpty() ? !field.isRequired() : isAllowed(type, field, cell);
            boolean isChecked = !field.isSkipped() || field.refusesCells();
            if (!accepted && isChecked) {
                (field.isSkipped() ? refusedBySkipped : refused).add(nameOf(type));
            } else if (!cell.isEmpty() && !field.isSkipped()) {
                expected.put(nameOf(type), stored(type, cell));
            }
        }
        refused.addAll(refusedBySkipped);
    }

    private static boolean isAllowed(FieldType type, FieldSpec field, String cell) {
        return type == FieldType.ARRAY
                ? Stream.of(cell.split(";", -1)).allMatch(element -> keepsRules(FieldType.INT32, field, element))
                : keepsRules(type, field, cell);
    }

    private static boolean keepsRules(FieldType type, FieldSpec field, String cell) {
        Function<String, Integer> compare = bound ->
                value(type, cell).orElseThrow().compareTo(value(type, bound).orElseThrow());
        return value(type, cell).isPresent()
                && (field.min() == null || compare.apply(field.min()) >= 0)
                && (field.max() == null || compare.apply(field.max()) <= 0)
                && (field.oneOf() == null || field.oneOf().stream().anyMatch(one -> compare.apply(one) == 0))
                && (field.matches() == null || cell.matches(field.matches()));
    }

    /** Returns the value of a cell, which is compared with others of its type; empty for none. */
    @SuppressWarnings("unchecked")
    private static Optional<Comparable<Object>> value(FieldType type, String cell) {
        try {
            Comparable<?> value = switch (type) {
                case INT32 -> Integer.valueOf(cell);
                case INT64 -> Long.valueOf(cell);
                case DOUBLE -> Double.valueOf(cell);
                case DECIMAL -> new BigDecimal(cell);
                case DATE -> LocalDate.parse(cell, DAY);
                case INSTANT -> OffsetDateTime.parse(cell).toInstant();
                case BOOLEAN ->
                    Map.of("true", true, "Y", true, "no", false, "0", false).get(cell);
                default -> cell;
            };
            return Optional.ofNullable((Comparable<Object>) value);
        } catch (RuntimeException noValue) {
            return Optional.empty();
        }
    }

    private static Object stored(FieldType type, String cell) {
        Object value = type == FieldType.ARRAY ? "" : value(type, cell).orElseThrow();
        return switch (type) {
            case DECIMAL -> Decimal128.parse(cell);
            case DATE ->
                Date.from(((LocalDate) value).atStartOfDay(ZoneOffset.UTC).toInstant());
            case INSTANT -> Date.from((Instant) value);
            case ARRAY -> Stream.of(cell.split(";", -1)).map(Integer::valueOf).toList();
            default -> value;
        };
    }

    private static <T> T pick(List<T> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }
}
