package dev.mongohaul.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTests {

    @Test
    void valuesMapToPixels() {
        Scale horizontal = new Scale(0, 200, 8, 432);
        Scale vertical = new Scale(10, 20, 100, 0);

        assertThat(horizontal.at(0)).isEqualTo(8);
        assertThat(horizontal.at(100)).isEqualTo(220);
        assertThat(vertical.at(10)).isEqualTo(100);
        assertThat(vertical.at(12.5)).isEqualTo(75);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    110000 | 0; 20,000; 40,000; 60,000; 80,000; 100,000
                    400    | 0; 100; 200; 300; 400
                    3.7    | 0; 1; 2; 3
                    0.2    | 0; 0.05; 0.1; 0.15; 0.2
                    """)
    void ticksAreRoundNumbers(double highest, String labels) {
        Scale scale = new Scale(0, highest, 0, 424);

        assertThat(scale.ticks(70)).extracting(Tick::label).containsExactly(labels.split("; ", -1));
    }

    @Test
    void ticksBeginInsideTheScale() {
        assertThat(new Scale(95, 130, 100, 0).ticks(25))
                .containsExactly(
                        new Tick(85.71, "100"), new Tick(57.14, "110"), new Tick(28.57, "120"), new Tick(0, "130"));
    }
}
