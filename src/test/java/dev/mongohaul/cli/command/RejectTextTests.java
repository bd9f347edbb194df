package dev.mongohaul.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.check.CheckResult;
import dev.mongohaul.check.CheckResult.LimitVerdict;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.reject.RejectReasons.RejectSample;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.writer.delivery.BulkPlanner.ChunkPlan;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RejectTextTests {

    @Test
    void groupHasItsCountColumnReasonCodeAndSamples() {
        RejectGroup cell = new RejectGroup(
                "is not an int32",
                "n",
                null,
                1200,
                List.of(new RejectSample("in.csv", 7, "x", "\"x\" is not an int32")));
        RejectGroup record =
                new RejectGroup("too large", null, 2, 1, List.of(new RejectSample("in.csv", 9, null, "too large")));

        assertThat(text(List.of(cell, record), 0).lines())
                .containsExactly(
                        "",
                        "Rejects by reason:",
                        "    1,200  n: is not an int32",
                        "             in.csv:7  \"x\"",
                        "        1  too large (error 2)",
                        "             in.csv:9");
    }

    @Test
    void nothingIsSaidOfNoRejects() {
        assertThat(text(List.of(), 0)).isEmpty();
    }

    @Test
    void reasonsBeyondTwentyAreSummedUp() {
        List<RejectGroup> groups = IntStream.range(0, 25)
                .mapToObj(n -> new RejectGroup("reason " + n, null, null, 2, List.of()))
                .toList();

        assertThat(text(groups, 0))
                .contains("reason 19")
                .doesNotContain("reason 20")
                .endsWith(line(10, "5"));
        assertThat(text(groups, 7)).endsWith(line(17, "more than 5"));
    }

    private static String line(int records, String reasons) {
        return "%9d  for %s more reasons%n".formatted(records, reasons);
    }

    private static String text(List<RejectGroup> groups, long ungrouped) {
        return RejectText.of(new CheckResult(
                ImportEnding.COMPLETED_WITH_REJECTS,
                null,
                Counts.NONE,
                groups,
                ungrouped,
                new LimitVerdict(RejectLimit.parse("unlimited"), 0, 0, false),
                List.of(),
                ChunkPlan.NOTHING,
                Duration.ZERO));
    }
}
