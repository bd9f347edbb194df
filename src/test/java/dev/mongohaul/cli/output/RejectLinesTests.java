package dev.mongohaul.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectSample;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RejectLinesTests {

    private static final String NOT_DECIMAL = "is not a decimal: a number such as -12.50";

    @Test
    void groupHasCountColumnReasonCodeAndSamples() {
        RejectGroup cell = group("n", "is not an int32", 1200, "x");
        RejectGroup record =
                new RejectGroup("too large", null, 2, 1, List.of(new RejectSample("in.csv", 9, null, "too large")));

        assertThat(text(0, cell, record).lines())
                .containsExactly(
                        "Rejects by reason:",
                        "    1,200  n: is not an int32",
                        "             in.csv:7  \"x\"",
                        "        1  too large (error 2)",
                        "             in.csv:9");
    }

    @Test
    void noRejectsAreNoText() {
        assertThat(text(0)).isEmpty();
    }

    @Test
    void reasonsBeyondTheMostFrequentAreSummed() {
        RejectGroup[] groups = IntStream.range(0, 5)
                .mapToObj(n -> group("n", "reason " + n, 2, "x"))
                .toArray(RejectGroup[]::new);

        assertThat(text(0, groups))
                .contains("reason 2")
                .doesNotContain("reason 3")
                .endsWith("        4  for 2 more reasons%n".formatted());
        assertThat(text(7, groups)).endsWith("       11  for more than 2 more reasons%n".formatted());
        assertThat(new RejectLines(List.of(groups), 0).text(4, 1, "'mongohaul report 7'"))
                .endsWith("        2  for 1 more reason: 'mongohaul report 7'%n".formatted());
    }

    @Test
    void asManySamplesAsWantedAreShown() {
        RejectSample sample = new RejectSample("in.csv", 7, "x", "text");
        RejectGroup group = new RejectGroup("reason", "n", null, 3, List.of(sample, sample, sample));

        assertThat(new RejectLines(List.of(group), 0).text(3, 2, "").lines()).hasSize(4);
    }

    @Test
    void groupHasTheHintOfItsSamples() {
        assertThat(text(0, group("balance", NOT_DECIMAL, 3, "1.234,56")))
                .endsWith("             hint: values such as \"1.234,56\" need {type: decimal, locale: de}%n"
                        .formatted());
    }

    @ParameterizedTest
    @CsvSource({"10, 10, true", "90, 100, true", "89, 100, false", "9, 9, false", "1000, 100000, false"})
    void columnIsSuspectedIfAlmostAllOfItsCellsAreRejected(long rejects, long read, boolean suspected) {
        String suspicion = suspicion(read, group("balance", NOT_DECIMAL, rejects, "1.234,56"));

        assertThat(suspicion)
                .isEqualTo(
                        suspected
                                ? "Column balance rejects almost every record: is its type decimal right?"
                                        + " Values look like \"1.234,56\".%n".formatted()
                                : "");
    }

    @Test
    void allReasonsOfAColumnCountTogether() {
        RejectGroup other = group("n", "is not an int32", 40, "x");

        assertThat(suspicion(
                        100, other, group("balance", NOT_DECIMAL, 50, "a"), group("balance", "has 40 digits", 41, "b")))
                .startsWith("Column balance rejects")
                .contains("Values look like \"a\"");
    }

    @Test
    void recordsWithoutACellAtFaultSuspectNoColumn() {
        assertThat(suspicion(100, group("balance", "2 cells where the header has 6", 100, null)))
                .isEmpty();
    }

    private static RejectGroup group(String column, String reason, long count, @Nullable String value) {
        return new RejectGroup(reason, column, null, count, List.of(new RejectSample("in.csv", 7, value, reason)));
    }

    private static String text(long ungrouped, RejectGroup... groups) {
        return new RejectLines(List.of(groups), ungrouped).text(3, 1, "");
    }

    private static String suspicion(long read, RejectGroup... groups) {
        ColumnPlace place = new ColumnPlace("balance", "decimal", List.of("balance"), List.of());
        return new RejectLines(List.of(groups), 0).suspicion(read, List.of(place));
    }
}
