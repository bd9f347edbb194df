package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.limit.LimitResult.CandidateResult;
import dev.mongohaul.compare.limit.LimitResult.LimitFindings;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitResultTests {

    @Test
    void unknownFiguresAreDashes() {
        List<CandidateResult> figures = List.of(
                SampleFigures.of("limit", "limit, 1 connection, chunks of 1,000", null, 4, 5, 3),
                SampleFigures.of("import", "direct, grid 1", 5.0, 8),
                SampleFigures.failed("stock", "stock Spring Batch step", "no quotes"));

        String table = result(List.of("insert"), 0, 0, figures).table();

        assertThat(table.lines().map(String::stripTrailing))
                .containsExactly(
                        "orders: 1,000 documents, 5 MB in BSON, 2 rejected; 3 runs of each, in turn",
                        "MongoDB 8.0 at db1; 2 processors",
                        " setting                               seconds   min   max  step  records/s  x limit  step x limit"
                                + "  client CPU  server CPU  peak MB",
                        " limit, 1 connection, chunks of 1,000     4.00  3.00  5.00     –        250     1.00             –"
                                + "           –           –        –",
                        " direct, grid 1                           8.00  8.00  8.00  5.00        125     2.00          1.25"
                                + "        1.50        2.50      250",
                        " stock Spring Batch step                     –     –     –     –          –        –             –"
                                + "           –           –        –",
                        "First.",
                        "Second.");
    }

    @Test
    void changesHaveTheStateOfTheCollectionBefore() {
        List<CandidateResult> figures =
                List.of(SampleFigures.of("limit", "limit, 1 connection, chunks of 1,000", null, 4, 5, 3));

        assertThat(result(List.of("delete", "update"), 980, 20, figures).table())
                .contains(
                        "Operation: delete, update. Before each run the collection has 980 documents, 20 of which differ"
                                + " from the input.");
    }

    private static LimitResult result(
            List<String> operations, long before, long changed, List<CandidateResult> figures) {
        return new LimitResult(
                "limit",
                "orders",
                List.of("big.csv"),
                operations,
                1000,
                5_000_000,
                2,
                before,
                changed,
                3,
                "MongoDB 8.0 at db1",
                "2 processors",
                new LimitFindings(figures).rows(),
                List.of("First.", "Second."));
    }
}
