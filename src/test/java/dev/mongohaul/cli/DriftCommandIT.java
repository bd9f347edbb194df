package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Drift in summaries, reports and checks. */
class DriftCommandIT extends ProgramTest {

    private Result night(int number, String header, String row, String... arguments) {
        StringBuilder rows = new StringBuilder(header);
        for (int line = 0; line < 10; line++) {
            rows.append('\n').append(number).append(line).append(row);
        }
        file("jobs/orders.yml", "source: {files: orders.csv}", "target: {collection: orders}");
        file("orders.csv", rows.toString());
        return program.run(arguments);
    }

    @Test
    void summaryAndReportsShowDrift() {
        for (int number = 1; number < 4; number++) {
            assertThat(night(number, "n,price", ",1", "import", "orders").out()).doesNotContain("Drift");
        }

        Result imported = night(4, "n,price", ",", "import", "orders");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.out()).contains("""
                Drift, compared with earlier imports ('mongohaul report 4 --drift'):
                  column "price": 100.0 % of the cells are blank, usually 0.0 %
                """);
        Result table = program.run("report", "4", "--drift");
        assertThat(table.out())
                .contains("records       10, usually 10")
                .containsPattern(" price +100\\.0 % +0\\.0 % +0\\.0 % +0\\.0 % +0 +1 ");
        JsonNode figures = JsonMapper.shared()
                .readTree(program.run("report", "4", "--drift", "--format=json").out());
        assertThat(figures.at("/columns/1/figures/blanks").asDouble()).isEqualTo(100);
        assertThat(figures.at("/columns/1/usual/longest").asDouble()).isEqualTo(1);
        JsonNode run = JsonMapper.shared()
                .readTree(program.run("report", "4", "--format=json").out());
        assertThat(run.at("/drift/0/figure").asString()).isEqualTo("blanks");
        assertThat(program.run("report", "4").out()).contains("drift         column \"price\": 100.0 %");
        assertThat(program.run("report", "--import=4").out()).contains("drift         column \"price\": 100.0 %");
        assertThat(program.run("report", "4", "--drift", "--format=html").out())
                .contains("100.0 % of the cells are blank");
    }

    @Test
    void heldDeletionsNameTheLimitsThatWouldPass() {
        String[] snapshot = {"import", "orders", "target.id=n", "operation=snapshot", "max-loss=50%"};
        for (int number = 1; number < 4; number++) {
            night(number, "n,price", ",1", snapshot);
        }
        file("orders.csv", "n,price", "1,1", "2,1");

        Result held = program.run(snapshot);

        assertThat(held.exitCode()).as(held.out()).isEqualTo(12);
        assertThat(held.out()).contains("Next: 'mongohaul restart 4 --allow-loss=10 drift.records=never' continues");
        Result enough = program.run("restart", "4", "--allow-loss=10");
        assertThat(enough.exitCode()).isEqualTo(12);
        assertThat(enough.out()).contains("Next: 'mongohaul restart 5 drift.records=never' continues");
        assertThat(collection("orders").countDocuments()).isEqualTo(12);

        Result allowed = program.run("restart", "5", "drift.records=never");

        assertThat(allowed.exitCode()).as(allowed.out()).isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(2);
    }

    @Test
    void driftIsReportedForOneRunOnly() {
        assertThat(program.run("report", "orders", "--drift").err())
                .contains("--drift is for one run: 'mongohaul report RUN --drift'");
    }

    @Test
    void missingColumnIsRefused() {
        night(1, "n,price", ",1", "import", "orders");

        Result refused = night(2, "n", "", "import", "orders");
        Result checked = program.run("check", "orders", "--drift");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .contains(
                        "orders: the header lacks the column \"price\", which the last import had. Correct the file, or"
                                + " accept the header once with drift.missing-column=report");
        assertThat(collection("orders").countDocuments()).isEqualTo(10);
        assertThat(checked.exitCode()).isEqualTo(2);
        assertThat(checked.err()).contains("the header lacks the column \"price\"");
        assertThat(program.run("check", "orders").exitCode()).isZero();
        assertThat(program.run("import", "orders", "missing-column=report").exitCode())
                .isZero();
    }

    @Test
    void checkShowsANewColumn() {
        night(1, "n,price", ",1", "import", "orders");

        Result checked = night(2, "n,price,note", ",1,x", "check", "orders", "--drift");
        Result json = program.run("check", "orders", "--drift", "--format=json");

        assertThat(checked.exitCode()).as(checked.err()).isZero();
        assertThat(checked.out()).contains("Drift: column \"note\" is new, compared with the last import");
        assertThat(JsonMapper.shared()
                        .readTree(json.out())
                        .at("/drift/0/column")
                        .asString())
                .isEqualTo("note");
    }
}
