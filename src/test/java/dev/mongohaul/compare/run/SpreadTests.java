package dev.mongohaul.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpreadTests {

    @Test
    void medianIsTheMiddleWhateverTheOrder() {
        assertThat(Spread.of(3, 1, 9)).isEqualTo(new Spread(3, 1, 9));
    }

    @Test
    void medianOfAnEvenNumberLiesBetweenBothInTheMiddle() {
        assertThat(Spread.of(4, 1, 2, 9)).isEqualTo(new Spread(3, 1, 9));
    }

    @Test
    void medianBetweenTheOthersEndsIsNoise() {
        Spread wide = Spread.of(1, 2, 3);
        Spread narrow = Spread.of(2.5, 2.6, 2.7);

        assertThat(wide.equalsWithinNoise(narrow)).isTrue();
        assertThat(narrow.equalsWithinNoise(wide)).isTrue();
    }

    @Test
    void endsThatOverlapAreNotEnough() {
        Spread one = Spread.of(1, 2, 4);
        Spread other = Spread.of(3, 5, 6);

        assertThat(one.equalsWithinNoise(other)).isFalse();
        assertThat(other.equalsWithinNoise(one)).isFalse();
    }

    @Test
    void widthIsAPartOfTheMedian() {
        assertThat(Spread.of(9, 10, 12).relativeWidth()).isCloseTo(0.3, within(1e-9));
    }
}
