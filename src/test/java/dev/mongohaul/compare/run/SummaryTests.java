package dev.mongohaul.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SummaryTests {

    @Test
    void medianIsIndependentOfTheOrder() {
        assertThat(Summary.of(3, 1, 9)).isEqualTo(new Summary(3, 1, 9));
    }

    @Test
    void medianOfAnEvenNumberIsTheMeanOfTwo() {
        assertThat(Summary.of(4, 1, 2, 9)).isEqualTo(new Summary(3, 1, 9));
    }

    @Test
    void medianInTheOtherRangeIsNoise() {
        Summary wide = Summary.of(1, 2, 3);
        Summary narrow = Summary.of(2.5, 2.6, 2.7);

        assertThat(wide.equalsWithinNoise(narrow)).isTrue();
        assertThat(narrow.equalsWithinNoise(wide)).isTrue();
    }

    @Test
    void overlappingRangesAreNotNoise() {
        Summary one = Summary.of(1, 2, 4);
        Summary other = Summary.of(3, 5, 6);

        assertThat(one.equalsWithinNoise(other)).isFalse();
        assertThat(other.equalsWithinNoise(one)).isFalse();
    }

    @Test
    void rangeIsRelativeToTheMedian() {
        assertThat(Summary.of(9, 10, 12).relativeRange()).isCloseTo(0.3, within(1e-9));
    }
}
