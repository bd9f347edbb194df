package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.MappingSpec;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class RefusedMappingTests {

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void allProblemsAreReportedAtOnce(String name, JsonNode refused) {
        MappingSpec spec = MappingYaml.spec(refused);

        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Mapping.of(spec))
                .satisfies(e -> assertThat(e.problems()).isEqualTo(MappingYaml.texts(refused.get("problems"))))
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSameSizeAs(e.problems()));
    }

    static Stream<Arguments> allProblemsAreReportedAtOnce() {
        return MappingYaml.cases("refused.yaml").stream()
                .map(refused -> Arguments.of(refused.get("name").stringValue(), refused));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { type: int32, decimal-comma: true }  | decimal-comma does not go with int32: double and decimal have it
            { type: instant, pattern: yyyy }      | pattern, zone and locale do not go with instant: date has them
            { type: int32, zone: Europe/Paris }   | pattern, zone and locale do not go with int32: date has them
            { type: date, pattern: ' ' }          | a date's pattern is empty: write one such as yyyy-MM-dd, or epoch-seconds or epoch-millis
            { type: array }                       | an array needs the type of its elements (of) and the text between them (separator)
            { type: json, of: int32, separator: x } | of and separator do not go with json: array has them
            { type: array, of: array, separator: x } | an array cannot be of array: name the type of one element
            { type: array, of: json, separator: x } | an array cannot be of json: name the type of one element
            { type: array, of: int32, separator: '' } | an array's separator is empty: write the text between two elements
            { type: array, of: int32, separator: x, decimal-comma: true } | decimal-comma does not go with int32: double and decimal have it
            { type: string, encoding: hex }       | encoding does not go with string: binary has it
            { type: array, of: uuid, separator: x, encoding: base64 } | encoding does not go with uuid: binary has it
            { type: constant }                    | a constant needs its value
            { type: string, value: x }            | a value does not go with string: constant has one
            { to: [], type: string }              | a field needs a name: its list of names is empty
            """)
    void optionOfAnotherTypeIsRefused(String field, String message) {
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Specs.fields(List.of("a"), "a: " + field))
                .withMessage(message);
    }

    @Test
    void constantOfAnotherJavaTypeIsAProgrammingError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FieldSpec(null, FieldType.CONSTANT, false, null, null, null, 5))
                .withMessage("no constant is a class java.lang.Integer");
    }

    @Test
    void overlongNameIsRefused() {
        String longest = "é".repeat(500);

        assertThat(Mapping.of(Specs.text(longest)).generatesIds()).isTrue();
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Mapping.of(Specs.text(longest + "x")))
                .withMessageContaining("gives a field whose name has 1001 bytes: at most 1000")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }

    @Test
    void tooDeepNestingIsRefused() {
        String deepest = "a" + ".a".repeat(99);

        assertThat(Mapping.of(Specs.text(deepest)).generatesIds()).isTrue();
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Mapping.of(Specs.text(deepest + ".a")))
                .withMessageContaining("nests 101 levels deep: at most 100");
    }

    @Test
    void repeatedColumnIsRefused() {
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Specs.text("a", "b", "a"))
                .withMessage("column \"a\" occurs more than once in the header");
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Specs.yaml("{columns: [a, b], id: [b, b]}"))
                .withMessage("column \"b\" occurs more than once in the id");
    }

    @Test
    void fileWithoutColumnsIsRefused() {
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Specs.text())
                .withMessage("the file has no columns");
    }

    @Test
    void longHeaderIsListedInPart() {
        List<String> columns =
                IntStream.range(0, 10_000).mapToObj(index -> "column" + index).toList();

        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Mapping.of(Specs.fields(columns, "x: string")))
                .withMessageEndingWith("\"column28\", \"column29\" and 9970 more");
    }
}
