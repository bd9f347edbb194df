package dev.mongohaul.mapping.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.mapping.RandomJson;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonTypeTests {

    private static final JsonMapper ORACLE = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final ReadCell json = new ReadCell(FieldSpec.of(FieldType.JSON));

    static LongStream seeds() {
        return TestSize.seeds("json", 200, 1, 2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void valuesEqualThoseOfJacksonsTree(long seed) {
        RandomJson random = new RandomJson(new Random(seed));
        for (int number = 0; number < 2_000; number++) {
            String text = random.value(6);

            assertThat(plain(json.read(text))).as("seed %d: %s", seed, text).isEqualTo(plain(ORACLE.readTree(text)));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void corruptTextIsReadOrRefusedWithoutAnException(long seed) {
        Random random = new Random(seed);
        RandomJson texts = new RandomJson(random);
        for (int number = 0; number < 5_000; number++) {
            StringBuilder text = new StringBuilder(texts.value(3));
            int at = random.nextInt(text.length());
            text.replace(at, at + random.nextInt(2), String.valueOf("{}[]\",:\\0e-.x $é".charAt(random.nextInt(16))));

            json.read(text.toString());
        }
    }

    @Test
    void nestingHasALimit() {
        assertThat(json.read("[".repeat(100) + "]".repeat(100))).isInstanceOf(List.class);
        assertThat(json.read("{\"a\":".repeat(99) + "{}" + "}".repeat(99))).isInstanceOf(Document.class);
        assertThat(json.refusal("[".repeat(101) + "]".repeat(101)))
                .isEqualTo("is not JSON that a document can hold: at character 101, objects and arrays nest deeper than"
                        + " 100 levels");
        assertThat(json.refusal("[".repeat(1_000_000))).contains("at character 101");
    }

    /** Strings with the same hash make keys with the same hash; keys of earlier records must not matter. */
    @Test
    void keysWithClashingHashesAreKeys() {
        for (int record = 0; record < 20; record++) {
            int seed = record;
            List<String> keys = IntStream.range(0, 1000)
                    .mapToObj(number -> Integer.toBinaryString(1024 + number)
                                    .replace("0", "Aa")
                                    .replace("1", "BB")
                            + seed)
                    .toList();
            String text = keys.stream().map(key -> "\"" + key + "\":1").collect(Collectors.joining(",", "{", "}"));

            assertThat(((Document) json.read(text)).keySet()).containsExactlyElementsOf(keys);
        }
    }

    @Test
    void keysMayBeMoreThanAreKept() {
        for (int record = 0; record < 3000; record++) {
            assertThat(json.read("{\"key" + record + "\": " + record + "}"))
                    .isEqualTo(new Document("key" + record, record));
        }
    }

    @Test
    void giantTextsKeysAndNumbersAreReadToTheirEnd() {
        String giant = "x".repeat(3_000_000);

        assertThat(json.read('"' + giant + '"')).isEqualTo(giant);
        assertThat(json.read("{\"" + giant + "\": 1}")).isEqualTo(new Document(giant, 1));
        assertThat(json.refusal("1".repeat(3_000_000)))
                .endsWith("a number has 3000000 digits: a decimal has at most 34, and nothing is rounded");
        assertThat(json.refusal("0." + "1".repeat(3_000_000))).contains("a number has 3000000 digits");
    }

    @Test
    void refusalLeavesNoTraceInTheNextValue() {
        assertThat(json.read("[[{\"a\": [1, {\"b\": ")).isNull();
        assertThat(json.read("{\"a\": [2]}")).isEqualTo(new Document("a", List.of(2)));
    }

    private static Object plain(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT ->
                node.properties().stream()
                        .map(member -> List.of(member.getKey(), plain(member.getValue())))
                        .toList();
            case ARRAY ->
                node.values().stream().map(JsonTypeTests::plain).collect(Collectors.toCollection(ArrayList::new));
            case NUMBER -> node.decimalValue().stripTrailingZeros();
            case STRING -> "text " + node.stringValue();
            default -> node.toString();
        };
    }

    private static Object plain(Object value) {
        if (value instanceof Document document) {
            return document.entrySet().stream()
                    .map(member -> List.of(member.getKey(), plain(member.getValue())))
                    .toList();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(JsonTypeTests::plain).collect(Collectors.toCollection(ArrayList::new));
        }
        if (value instanceof Decimal128 number) {
            return number.bigDecimalValue().stripTrailingZeros();
        }
        if (value instanceof Number number) {
            return new BigDecimal(number.toString()).stripTrailingZeros();
        }
        return value instanceof String text ? "text " + text : String.valueOf(value);
    }
}
