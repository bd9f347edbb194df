package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.origin.RecordOrigin;
import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldSpecs;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Random mappings and records, reproducible from the seed: most cells are valid, some blank, few invalid. */
final class RandomMapping {

    /** A text that no element contains. */
    private static final String SEPARATOR = "|;|";

    private static final List<String> TEXTS = List.of("x", "naïve", "漢字", "😀", " ", "\n", "\0", "\"", "$gt", "0");

    private final Random random;

    RandomMapping(long seed) {
        this.random = new Random(seed);
    }

    MappingSpec spec() {
        List<String> columns = columns(1 + random.nextInt(20));
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        for (String column : columns) {
            if (random.nextInt(5) > 0) {
                FieldSpec field = field(pick(List.of(FieldType.values())));
                fields.put(column, random.nextInt(5) > 0 ? field : field.to(FieldPath.of("to." + column, "é")));
            }
        }
        fields.put("constant.without.column", field(FieldType.CONSTANT));
        fields.put("source.without.column", field(FieldType.SOURCE));
        List<String> ids = new ArrayList<>(columns);
        Collections.shuffle(ids, random);
        return new MappingSpec(
                columns,
                fields,
                random.nextBoolean() ? Unlisted.KEEP : Unlisted.DROP,
                pick(List.of(Blanks.values())),
                random.nextBoolean() ? Set.of("") : Set.of("", "null", "N/A"),
                Set.of(),
                ids.subList(0, Math.min(ids.size(), random.nextInt(4))));
    }

    private FieldSpec field(FieldType type) {
        FieldType cell = type == FieldType.ARRAY
                ? pick(Stream.of(FieldType.values())
                        .filter(FieldType::isElement)
                        .toList())
                : type;
        return FieldSpecs.builder(type)
                .pattern(cell == FieldType.DATE ? DateFormat.ISO.pattern() : null)
                .encoding(cell == FieldType.BINARY ? pick(List.of(BinaryEncoding.values())) : null)
                .of(type == FieldType.ARRAY ? cell : null)
                .separator(type == FieldType.ARRAY ? SEPARATOR : null)
                .value(
                        switch (type) {
                            case CONSTANT -> pick(List.of("é", 5L, 1L << 40, 0.5, true));
                            case SOURCE -> pick(List.of(RecordOrigin.values())).word();
                            default -> null;
                        })
                .build();
    }

    /** Returns names of up to four levels, none within another, because only the last level has digits. */
    private List<String> columns(int count) {
        List<String> columns = new ArrayList<>();
        for (int column = 0; column < count; column++) {
            StringBuilder name = new StringBuilder();
            for (int level = random.nextInt(4); level > 0; level--) {
                name.append(pick(List.of("a", "b", "ç"))).append('.');
            }
            columns.add(name.append("f").append(column).toString());
        }
        return columns;
    }

    CsvRecord record(MappingSpec spec) {
        int cells = random.nextInt(20) > 0
                ? spec.columns().size()
                : random.nextInt(spec.columns().size() + 1);
        return CsvItems.record(spec.columns().stream()
                .limit(cells)
                .map(column -> cell(spec, column))
                .toArray(String[]::new));
    }

    private String cell(MappingSpec spec, String column) {
        if (random.nextInt(300) == 0) {
            return "wrong " + pick(TEXTS);
        }
        if (!spec.idColumns().contains(column) && random.nextInt(6) == 0) {
            return pick(List.copyOf(new TreeSet<>(spec.nulls())));
        }
        FieldSpec field = spec.fields().get(column);
        return valueOf(field == null ? FieldSpec.of(FieldType.STRING) : field);
    }

    private String valueOf(FieldSpec field) {
        return switch (field.type()) {
            case AUTO -> valueOf(FieldSpec.of(pick(List.of(FieldType.INT64, FieldType.DOUBLE, FieldType.STRING))));
            case OBJECTID -> hex(12);
            case UUID -> new UUID(random.nextLong(), random.nextLong()).toString();
            case BINARY ->
                field.encodingOrBase64() == BinaryEncoding.HEX
                        ? hex(random.nextInt(40))
                        : Base64.getEncoder().encodeToString(bytes(random.nextInt(40)));
            case ARRAY ->
                Stream.generate(() -> valueOf(field.element()))
                        .limit(1 + random.nextInt(5))
                        .filter(element -> !element.isEmpty())
                        .collect(Collectors.joining(SEPARATOR));
            case JSON -> new RandomJson(random).value(4);
            case INT32 -> Integer.toString(random.nextInt() >> random.nextInt(32));
            case INT64 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case DOUBLE -> random.nextBoolean() ? Double.toString(random.nextGaussian() * 1e6) : decimal(20);
            case DECIMAL -> decimal(30);
            case BOOLEAN -> pick(List.of("true", "False", "YES", "n", "0", "1"));
            case INSTANT ->
                Instant.ofEpochMilli(random.nextLong() >> (20 + random.nextInt(30)))
                        .toString();
            case DATE -> LocalDate.ofEpochDay(random.nextInt(100_000)).format(isoDate());
            default -> pick(TEXTS).repeat(1 + random.nextInt(30));
        };
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private String hex(int length) {
        return HexFormat.of().formatHex(bytes(length));
    }

    private static DateTimeFormatter isoDate() {
        return DateTimeFormatter.ofPattern(DateFormat.ISO.pattern());
    }

    private String decimal(int digits) {
        StringBuilder number = new StringBuilder(pick(List.of("", "-", "+")));
        int length = 1 + random.nextInt(digits);
        int point = random.nextInt(length + 1);
        for (int digit = 0; digit < length; digit++) {
            number.append(digit == point ? "." : "").append(random.nextInt(10));
        }
        return random.nextInt(4) == 0
                ? number.append('e').append(random.nextInt(200) - 100).toString()
                : number.toString();
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
