package dev.mongohaul.reject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberHintTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            a decimal | 1.234,56     | {type: decimal, locale: de}
            a decimal | -1.234.567   | {type: decimal, locale: de}
            a double  | 1,234.56     | {type: double, locale: en}
            a double  | 1,234,567    | {type: double, locale: en}
            a decimal | 1 234,56     | {type: decimal, locale: fr}
            a decimal | 1\u202f234   | {type: decimal, locale: fr}
            a decimal | 1'234.56     | {type: decimal, locale: de-CH}
            a decimal | 1\u2019234.5 | {type: decimal, locale: de-CH}
            a decimal | 12,5         | {type: decimal, decimal-comma: true}
            a decimal | 1,234        | {type: decimal, locale: en}, or {type: decimal, decimal-comma: true} if the comma begins the decimals
            an int32  | 1.234        | {type: int32, locale: de}
            an int64  | 1,234        | {type: int64, locale: en}
            an int32  | +1 234 567   | {type: int32, locale: fr}
            an int32  | 1.234,5      | {type: decimal, locale: de}
            an int32  | 12.5         | {type: decimal}
            an int32  | 12,5         | {type: decimal, decimal-comma: true}
            an int32  | 2147483648   | {type: int64}
            an int64  | 9223372036854775808 | {type: decimal}
            a decimal | (1,234.56)   | {type: decimal, locale: en, negative: parentheses}
            a decimal | (12.50)      | {type: decimal, negative: parentheses}
            an int32  | (12.50)      | {type: decimal, negative: parentheses}
            an int32  | (12)         | {type: int32, negative: parentheses}
            a decimal | 1.234,56-    | {type: decimal, locale: de, negative: trailing}
            """)
    void fieldFitsTheValue(String type, String value, String field) {
        String number = value.translateEscapes();

        assertThat(NumberHint.of("is not " + type + ": a number such as -12.50", number))
                .contains("values such as \"" + number + "\" need " + field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1.234,50- | values such as "1.234,50-" need {type: decimal, locale: de, negative: trailing}
            1-        | values such as "1-" need {type: decimal, locale: de, negative: trailing}
            (12,50)   | values such as "(12,50)" need {type: decimal, locale: de, negative: parentheses}
            -12,50    |
            A-        |
            1,234.50  |
            """)
    void negativeNumberOfALocaleIsHinted(String value, @Nullable String hint) {
        assertThat(NumberHint.of("is not a decimal: a number such as -1.234,50 (locale de)", value))
                .isEqualTo(Optional.ofNullable(hint));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n/a",
                "",
                "1.2.3",
                "(n/a)",
                "(-5)",
                "5--",
                "1,23,4",
                "1.234.56",
                "1 234'567",
                "1.234,567,8",
                "12,",
                "0x10",
                "12345678901234567890123456789012345"
            })
    void otherValueHasNoHint(String value) {
        assertThat(NumberHint.of("is not an int32: a whole number", value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "is not a decimal: a number such as -1234,56 or -1.234,56 (locale de)",
                "is not a date: a day that exists, as yyyy-MM-dd",
                "has 40 digits: a decimal has at most 34, and nothing is rounded"
            })
    void otherReasonHasNoHint(String reason) {
        assertThat(NumberHint.of(reason, "1.234,56")).isEmpty();
        assertThat(NumberHint.of("is not a decimal: a number", null)).isEmpty();
    }
}
