package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mongohaul.mapping.spec.FieldSpecs;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.text.InvalidSettingsException;
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
                .isThrownBy(() -> Mapping.of(spec, null))
                .satisfies(e -> assertThat(e.problems()).isEqualTo(MappingYaml.texts(refused.get("problems"))))
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSameSizeAs(e.problems()));
    }

    static Stream<Arguments> allProblemsAreReportedAtOnce() {
        return MappingYaml.cases("refused.yaml").stream()
                .map(refused -> Arguments.of(refused.get("name").stringValue(), refused));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { type: int32, decimal-comma: true }  | decimal-comma: belongs to double and decimal and means nothing for int32
            { type: string, locale: de }          | locale: belongs to date, int32, int64, double and decimal and means nothing for string
            { type: auto, strip: [€] }            | strip: belongs to int32, int64, double and decimal and means nothing for auto
            { type: double, decimal-comma: true, locale: de } | decimal-comma: contradicts locale, which says what separates the fraction: leave one of the two out
            { type: int32, strip: [] }            | strip: lists no text: leave it out
            { type: int32, strip: [''] }          | strip: "" is not a text to strip, such as "€": it has a character or more, no digit, sign, bracket or separator of numbers, and no blank at its ends. For negative numbers such as (5), write negative: parentheses; for 5-, negative: trailing
            { type: int32, strip: [m2] }          | strip: "m2" is not a text to strip
            { type: int32, strip: ['-'] }         | strip: "-" is not a text to strip
            { type: int32, strip: [Fr.] }         | strip: "Fr." is not a text to strip
            { type: int32, strip: [' kg'] }       | strip: " kg" is not a text to strip
            { type: int32, strip: [$, (] }        | strip: "(" is not a text to strip
            { type: int32, strip: [)] }           | strip: ")" is not a text to strip
            { type: int32, strip: [($] }          | strip: "($" is not a text to strip
            { type: int32, strip: ['['] }         | strip: "[" is not a text to strip
            { type: int32, strip: [<] }           | strip: "<" is not a text to strip
            { type: int32, strip: [±] }           | strip: "±" is not a text to strip
            { type: int32, strip: [–] }           | strip: "–" is not a text to strip
            { type: int32, strip: [－] }          | strip: "－" is not a text to strip
            { type: int32, strip: [（] }          | strip: "（" is not a text to strip
            { type: int32, strip: [＋] }          | strip: "＋" is not a text to strip
            { type: int32, strip: [▲] }           | strip: "▲" is not a text to strip
            { type: int32, strip: [↓] }           | strip: "↓" is not a text to strip
            { type: string, negative: trailing }  | negative: belongs to int32, int64, double and decimal and means nothing for string
            { type: auto, leading-zeros: reject } | leading-zeros: belongs to int32, int64, double and decimal and means nothing for auto
            { type: int32, strip: [€, €] }        | strip: "€" is listed twice: once is enough
            { type: array, of: decimal, separator: '.', locale: de } | separator: "." is part of numbers in the locale de: use another separator
            { type: array, of: decimal, separator: ' ', locale: fr } | separator: " " is part of numbers in the locale fr: use another separator
            { type: int32, 'true': [x] }          | true: belongs to boolean and means nothing for int32
            { type: array, of: string, separator: ;, 'false': [x] } | false: belongs to boolean and means nothing for string
            { type: boolean, 'true': [] }         | true: lists no text: leave it out
            { type: boolean, 'true': [x], 'false': [y, x] } | false: "x" is listed under true, too: a text has one meaning
            { type: instant, pattern: yyyy }      | pattern: belongs to date and means nothing for instant
            { type: int32, zone: Europe/Paris }   | zone: belongs to date and means nothing for int32
            { type: date, pattern: ' ' }          | pattern: " " is not a date pattern such as "MMM d, yyyy"
            { type: date, pattern: 'HH:mm' }      | pattern: "HH:mm" is not a date pattern such as "MMM d, yyyy": it does not determine a day
            { type: date, pattern: yyyy-mm-dd }   | pattern: "yyyy-mm-dd" is not a date pattern such as "MMM d, yyyy": it does not determine a day
            { type: date, pattern: yMd }          | pattern: "yMd" is not a date pattern such as "MMM d, yyyy": it does not determine a day
            { type: date, pattern: rubbish }      | pattern: "rubbish" is not a date pattern such as "MMM d, yyyy"
            { type: array, of: date, separator: ;, pattern: HH } | pattern: "HH" is not a date pattern
            { type: array }                       | separator: is missing: an array needs the text between two elements
            { type: json, of: int32, separator: x } | of: belongs to array and means nothing for json
            { type: array, of: array, separator: x } | of: an array cannot be made of array
            { type: array, of: json, separator: x } | of: an array cannot be made of json
            { type: array, of: int32, separator: '' } | separator: is missing: an array needs the text between two elements
            { type: array, of: int32, separator: x, decimal-comma: true } | decimal-comma: belongs to double and decimal
            { type: string, encoding: hex }       | encoding: belongs to binary and means nothing for string
            { type: array, of: uuid, separator: x, encoding: base64 } | encoding: belongs to binary and means nothing for uuid
            { type: source }                      | value: is missing: a source has one of file, path, line, import, loaded-at
            { type: source, value: 5 }            | value: "5" is no origin of a record: a source has one of file
            { type: source, value: FILE }         | value: "FILE" is no origin of a record
            { type: source, value: line, nulls: [x] } | nulls: means nothing for source: leave it out
            { type: array, of: source, separator: x } | of: an array cannot be made of source
            { type: constant }                    | value: is missing: a constant needs one
            { type: string, value: x }            | value: belongs to constant and source and means nothing for string
            """)
    void optionOfAnotherTypeIsRefused(String field, String message) {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> Specs.fields(List.of("a"), "a: " + field))
                .withMessageStartingWith(message);
    }

    @Test
    void fieldNeedsAName() {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> Specs.fields(List.of("a"), "a: { to: [], type: string }"))
                .withMessage("names no field: at least one name is needed");
    }

    @Test
    void constantOfAnotherJavaTypeIsAProgrammingError() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> FieldSpecs.builder(FieldType.CONSTANT).value(5).build())
                .withMessage("no constant is a class java.lang.Integer");
    }

    @Test
    void overlongNameIsRefused() {
        String longest = "é".repeat(500);

        assertThat(Mapping.of(Specs.text(longest), null).generatesIds()).isTrue();
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Mapping.of(Specs.text(longest + "x"), null))
                .withMessageContaining("has a name of 1001 bytes: at most 1000")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }

    @Test
    void tooDeepNestingIsRefused() {
        String deepest = "a" + ".a".repeat(99);

        assertThat(Mapping.of(Specs.text(deepest), null).generatesIds()).isTrue();
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Mapping.of(Specs.text(deepest + ".a"), null))
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
                .isThrownBy(() -> Mapping.of(Specs.fields(columns, "x: string"), null))
                .withMessageEndingWith("\"column28\", \"column29\" and 9970 more");
    }
}
