package dev.mongohaul.mapping.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.FieldSpecs;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayTypeTests {

    @ParameterizedTest
    @ValueSource(strings = {";", "||", "aa", "aab", "é", "漢 ", "\n"})
    void separatorsDelimitElements(String separator) {
        Random random = new Random(separator.hashCode());
        ReadCell array = read(FieldType.STRING, separator);
        for (int number = 0; number < 5_000; number++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append("a|b;éè漢 \n".charAt(random.nextInt(9)));
            }

            assertThat(array.read(text.toString()))
                    .as("seed %d: %s", separator.hashCode(), text)
                    .isEqualTo(List.of(text.toString().split(Pattern.quote(separator), -1)));
        }
    }

    @Test
    void arrayMayHaveManyElements() {
        List<Integer> numbers = IntStream.range(0, 12_000).boxed().toList();

        assertThat(read(FieldType.INT32, ",").read(numbers.toString().replaceAll("[^0-9,]", "")))
                .isEqualTo(numbers);
    }

    private static ReadCell read(FieldType of, String separator) {
        return new ReadCell(
                FieldSpecs.builder(FieldType.ARRAY).of(of).separator(separator).build());
    }
}
