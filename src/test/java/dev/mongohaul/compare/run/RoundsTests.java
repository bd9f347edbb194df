package dev.mongohaul.compare.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundsTests {

    @Test
    void eachRoundHasAllAndBeginsElsewhere() {
        List<String> all = List.of("a", "b", "c", "d");

        List<List<String>> rounds = IntStream.range(0, 3)
                .mapToObj(round -> SuiteComparison.inTurn(all, round, 3))
                .toList();

        assertThat(rounds).containsExactly(all, List.of("b", "c", "d", "a"), List.of("c", "d", "a", "b"));
    }

    @Test
    void oneRoundIsInTheOrderGiven() {
        assertThat(SuiteComparison.inTurn(List.of(1, 2, 3), 0, 1)).containsExactly(1, 2, 3);
    }
}
