package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportIT extends ProgramTest {

    private static final String HEADER = "customer,sku,price,attributes.color,attributes.size,placedAt";
    private static final String GOOD = "C,S,1.5,red,M,2026-01-01T00:00:00Z";
    private static final String BAD = "C,S,<script>\u202E,red,M,2026-01-01T00:00:00Z";

    private static final List<String[]> SCOPES = List.of(
            new String[] {"report"},
            new String[] {"report", "--jobs"},
            new String[] {"report", "--since=1h", "--status=failed,completed-with-rejects", "--job=or*"},
            new String[] {"report", "orders"},
            new String[] {"report", "--job=orders"},
            new String[] {"report", "--import=1"},
            new String[] {"report", "1"});

    @Test
    void everyScopeHasTableJsonAndPage() {
        importTwice();

        for (String[] scope : SCOPES) {
            Result table = with(scope, "table");
            assertThat(table.exitCode()).as(table.err()).isZero();
            assertThat(table.out()).as(String.join(" ", scope)).contains("orders", "completed-with-rejects");
            assertThat(JsonMapper.shared().readTree(with(scope, "json").out()).isContainer())
                    .isTrue();
            String page = with(scope, "html").out();
            assertThat(page)
                    .startsWith("<!DOCTYPE html>")
                    .contains("completed-with-rejects")
                    .endsWith("</html>\n")
                    .doesNotContain("<script", "\u202E");
        }
    }

    @Test
    void reportHasRejectsOfAnImportAndImportsOfAJob() {
        importTwice();

        JsonNode report = json("report", "--import=2");
        JsonNode history = json("report", "orders", "--limit=1");

        assertThat(report.at("/runDetails")).hasSize(1);
        assertThat(report.at("/counts/rejected").asInt()).isEqualTo(1);
        assertThat(report.at("/rejects/groups/0/column").asString()).isEqualTo("price");
        assertThat(report.at("/rejects/groups/0/samples/0/value").asString()).isEqualTo("<script>\\u202e");
        assertThat(report.at("/server/hosts")).isNotEmpty();
        assertThat(history.at("/importCount").asInt()).isEqualTo(2);
        assertThat(history.at("/imports")).hasSize(1);
        assertThat(history.at("/imports/0/import").asInt()).isEqualTo(2);
        assertThat(with(new String[] {"report", "--import=2"}, "table").out())
                .contains("<script>\\u202e")
                .contains("Rejects by reason, 1 in all:");
    }

    @Test
    void unknownNameIsRefusedWithTheKnownOnes() {
        assertRefused(program.run("report", "orders"), 2, "\"orders\" has had no import, and no other job has");
        importTwice();

        assertRefused(program.run("report", "nope"), 2, "\"nope\" has had no import. These jobs have: orders");
        assertRefused(program.run("report", "--job=42"), 2, "\"42\" has had no import. These jobs have: orders");
        assertRefused(
                program.run("report", "--import=9"),
                2,
                "There is no import 9; 'mongohaul report' lists runs with the numbers of their imports");
        assertRefused(program.run("report", "9"), 2, "There is no run 9; 'mongohaul report' lists them");
    }

    @Test
    void runsAreChosenByTimeStatusAndJob() {
        importTwice();

        assertThat(json("report", "--since=1h")).hasSize(2);
        assertThat(json("report", "--job=o*s", "--limit=1").at("/0/run").asInt())
                .isEqualTo(2);
        assertThat(json("report", "--since=2999-01-01")).isEmpty();
        assertThat(program.run("report", "--status=killed").out()).startsWith("No run is like this");
        assertRefused(
                program.run("report", "--status=bad"),
                2,
                "--status=bad is none of running, completed, completed-with-rejects, stopped",
                "the table without --status lists slots that did not run");
        assertRefused(
                program.run("report", "--since=noon"),
                2,
                "--since=noon is neither an age, such as 12h or 7d, nor a day or time, such as 2026-11-25");
        assertRefused(program.run("report", "orders", "--since=1h"), 2, "such as --job=orders --since=7d");
    }

    @Test
    void runsAreFollowedByTheSlotsThatDidNotRun() {
        importTwice();
        slot("orders", Instant.now(), "REFUSED", "in.csv: no such file");
        slot("prices", Instant.now().minus(1, ChronoUnit.HOURS), "MISSED", "no process was serving");
        slot("orders", Instant.now(), "NOTHING", "the content was loaded before");

        Result lastHours = program.run("report", "--since=2h");

        assertThat(lastHours.out())
                .containsSubsequence(
                        "completed-with-rejects",
                        "Slots without a run, the newest first:",
                        "orders",
                        "refused",
                        "in.csv: no such file",
                        "prices",
                        "missed",
                        "no process was serving")
                .doesNotContain("loaded before");
        assertThat(program.run("report").out()).contains("refused").doesNotContain("missed");
        assertThat(program.run("report", "--format=html").out()).contains("Slots without a run");
        assertThat(program.run("report", "--since=2h", "--job=pr*").out())
                .startsWith("No run is like this")
                .contains("missed")
                .doesNotContain("refused");
        assertThat(program.run("report", "--since=2h", "--status=completed").out())
                .doesNotContain("Slots");
        assertThat(json("report", "--since=2h")).hasSize(2);
    }

    private void slot(String job, Instant time, String state, String reason) {
        collection("mongohaul_slots")
                .insertOne(new Document("_id", new Document("job", job).append("time", Date.from(time)))
                        .append("state", state)
                        .append("reason", reason));
    }

    @Test
    void emptyRepositoryHasReports() {
        assertThat(program.run("report", "--jobs").out()).startsWith("No job has been run yet");
        assertThat(program.run("report", "--jobs", "--format=json").out().strip())
                .isEqualTo("[ ]");
        assertThat(program.run("report", "--format=html").out()).contains("No job has been run yet", "No run yet");
    }

    private void importTwice() {
        file("one.csv", HEADER, GOOD, BAD, GOOD);
        file("two.csv", HEADER, GOOD, BAD);
        program.run("import", "orders", "files=one.csv", "rejects.limit=1");
        program.run("import", "orders", "files=two.csv", "rejects.limit=1");
    }

    private JsonNode json(String... command) {
        return JsonMapper.shared().readTree(with(command, "json").out());
    }

    private Result with(String[] command, String format) {
        String[] all = Arrays.copyOf(command, command.length + 1);
        all[command.length] = "--format=" + format;
        return program.run(all);
    }
}
