package dev.mongohaul.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.JobHistory;
import dev.mongohaul.report.JobReport;
import dev.mongohaul.report.SampleDetails;
import dev.mongohaul.report.SampleRuns;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.report.figure.ImportOutcome;
import dev.mongohaul.report.overview.JobState;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.pause.FileWait;
import dev.mongohaul.text.Printable;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ReportPageTests {

    private static final Offset<Double> TOLERANCE = Offset.offset(0.1);
    private static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");
    private static final String HOSTILE =
            "<script>alert(1)</script>&\"'[[${7*6}]]\u001B[31m\u202Egnp.\u2066\u200F\r\u0085";
    private static final String SHOWN = "\\u001b[31m\\u202egnp.\\u2066\\u200f\\u000d\\u0085";

    @Test
    void pageOfAnImportHasAllSections() {
        String page = page(ReportLayout.of(SampleDetails.anImport()));

        assertThat(page)
                .contains("<h1>Import 7 of products</h1>")
                .contains("<dt>target</dt><dd>replace into shop.products</dd>")
                .contains(
                        "<dd>reading 3.0 s, mapping 4.5 s, writing 16.0 s, waiting 1.0 s, in all partitions together; the server was overloaded for 90.0 s</dd>")
                .contains("seconds +105.0 %, records +0.0 %, rejects (median 0), records/s -50.0 %")
                .contains("<h2>Rejects by reason, 4 in all</h2>")
                .contains("<td class=\"text\">/in/a.csv:7  &quot;x&quot;</td>")
                .contains("<td class=\"word\">finished</td>")
                .contains("MongoDB 8.0.4, replica-set at db1:27017,db2:27017")
                .contains("<pre><code>write:\n  writer: direct\n");
    }

    @Test
    void importSaysWhereItsFilesWent() {
        assertThat(page(ReportLayout.of(SampleDetails.anImport())))
                .contains("<dt>afterwards</dt><dd>/in/a.csv: moved to /done/a.csv</dd>");
    }

    @Test
    void historyHasRecordsAndRejectsAndMarksFailures() {
        ImportSummary failed = new ImportSummary(
                8,
                "products",
                new ImportOutcome(RunStatus.FAILED, "unfinished", List.of()),
                SampleDetails.SUMMARY.input(),
                SampleDetails.SUMMARY.times(),
                SampleDetails.SUMMARY.counts(),
                null,
                null);
        JobReport job = new JobReport("products", 2, SampleDetails.SUMMARY, null, null, null, false, null);
        SlotReport missed = new SlotReport(
                Instant.parse("2026-11-20T02:30:00Z"), "missed", null, List.of(), null, "no process served", null, 3);

        String page = page(ReportLayout.of(
                new JobHistory(job, List.of(failed, SampleDetails.SUMMARY), List.of(missed), List.of())));

        assertThat(page)
                .contains(
                        "<figcaption>Records</figcaption>",
                        "<figcaption>Rejects</figcaption>",
                        "<figcaption>Seconds</figcaption>",
                        "<figcaption>Records per second</figcaption>")
                .contains(": 20.5; ", ": 20.5, not completed</desc>", ": 1,000,000.0, not completed</desc>")
                .contains("<path class=\"marked\"")
                .contains("<td class=\"word status missed\">missed, and 3 before it</td>", "no process served");
    }

    @Test
    void waitingJobsAreAboveTheOthers() {
        SlotReport waits = new SlotReport(
                NIGHT, "waiting", null, List.of(), null, null, new FileWait("in/sales.csv", NIGHT.plusSeconds(60)), 0);
        JobReport good = new JobReport("products", 2, SampleDetails.SUMMARY, null, null, null, false, null);
        JobReport waiting = new JobReport("sales", 2, SampleDetails.SUMMARY, null, waits, null, false, null);

        assertThat(ReportLayout.jobs(List.of(good, waiting)).text())
                .containsSubsequence(
                        "Waiting for their files:", "sales", "for in/sales.csv until ", "All other jobs:", "products");
        assertThat(ReportLayout.jobs(List.of(good)).text()).doesNotContain("All other jobs");
    }

    @Test
    void slotWhoseRunFailedIsShownAsFailed() {
        SlotReport failed = new SlotReport(NIGHT, "ran", 8L, List.of(), RunStatus.FAILED, null, null, 0);
        SlotReport forgotten = new SlotReport(NIGHT.minusSeconds(60), "ran", 7L, List.of(), null, null, null, 0);
        JobReport job = new JobReport("products", 2, SampleDetails.SUMMARY, null, failed, null, false, null);

        String history = page(ReportLayout.of(new JobHistory(job, List.of(), List.of(failed, forgotten), List.of())));
        String jobs = page(ReportLayout.jobs(List.of(job)));

        assertThat(history)
                .contains("<td class=\"word status failed\">failed</td>", "<td class=\"word status ran\">ran</td>");
        assertThat(jobs).contains("<td class=\"text status failed\">failed 2026-");
    }

    @Test
    void failedRunsHaveTheirColour() {
        assertThat(page(ReportLayout.recent(List.of(SampleRuns.DONE), List.of())))
                .contains("<td class=\"word status completed");
        assertThat(Templates.styleSheet())
                .contains(Arrays.stream(JobState.values())
                        .filter(state -> state != JobState.NEW)
                        .map(state -> ".status." + state.word())
                        .toList());
    }

    @Test
    void pointsAreAtTheirValues() {
        Curve curve = new Curve(
                "Seconds",
                List.of(
                        new CurvePoint(NIGHT, 10, false),
                        new CurvePoint(NIGHT.plusSeconds(86_400), 20, true),
                        new CurvePoint(NIGHT.plusSeconds(2 * 86_400), 0, false)));

        String points = occurrences(page(of(curve)), "<polyline [^>]*points=\"([^\"]*)\"")
                .get(0)
                .group(1);
        double[][] line = Arrays.stream(points.split(" ", -1))
                .map(point -> Arrays.stream(point.split(",", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
        assertThat(line).hasNumberOfRows(3);
        assertThat(line[1][0]).as("the second is in the middle").isCloseTo((line[0][0] + line[2][0]) / 2, TOLERANCE);
        assertThat(line[0][1]).as("10 is between 0 and 20").isCloseTo((line[1][1] + line[2][1]) / 2, TOLERANCE);
        assertThat(line[1][1]).as("20 is above 0").isLessThan(line[2][1]);
    }

    @Test
    void overviewBeginsWithAllJobs() {
        String page = page(ReportLayout.overview(
                List.of(new JobReport("products", 2, SampleDetails.SUMMARY, null, null, null, false, null)),
                List.of(SampleRuns.DONE),
                List.of()));

        assertThat(occurrences(page, "<h2>([^<]*)</h2>"))
                .extracting(found -> found.group(1))
                .containsExactly("All jobs", "Recent runs");
    }

    @Test
    void foreignTextIsEscaped() {
        ReportView hostile = new ReportView(
                HOSTILE,
                List.of(new Section(
                        HOSTILE,
                        List.of(new Fact(HOSTILE, HOSTILE)),
                        List.of(new Curve(HOSTILE, List.of(new CurvePoint(NIGHT, 1, true)))),
                        new Grid(List.of(new GridHeading(HOSTILE, ColumnKind.TEXT, false)), List.of(List.of(HOSTILE))),
                        List.of(HOSTILE),
                        HOSTILE)));

        String page = page(hostile);

        assertThat(page)
                .doesNotContainIgnoringCase("<script")
                .doesNotContain("\"'[[")
                .doesNotContain("&#x", "&#1", "&#8");
        assertThat(occurrences(page, "&lt;script&gt;")).hasSizeGreaterThan(9);
        assertThat(occurrences(page, Pattern.quote(SHOWN))).hasSizeGreaterThan(9);
        assertThat(page.chars().filter(character -> Printable.isEscaped(character) && character != '\n'))
                .isEmpty();
    }

    @Test
    void whatIsShownAsAnEscapeIsTheSameAsOnATerminal() {
        StringBuilder all = new StringBuilder();
        IntStream.range(1, Character.MIN_SURROGATE)
                .filter(character -> "\"&'<>".indexOf(character) < 0)
                .forEach(character -> all.append((char) character));

        String page = page(new ReportView(
                "all",
                List.of(new Section("", List.of(new Fact("all", all.toString())), List.of(), null, List.of(), ""))));

        assertThat(page).contains(Printable.lines(all.toString()));
    }

    @Test
    void pageLoadsNothing() {
        String page = page(of(new Curve("Seconds", List.of(new CurvePoint(NIGHT, 1, true)))));

        assertThat(page)
                .contains("content=\"default-src 'none';", "prefers-color-scheme: dark")
                .doesNotContain("@import", " src=", "<link", "<script");
        assertThat(occurrences(page, "[a-z]+://[^\"' ]*"))
                .extracting(MatchResult::group)
                .containsOnly("http://www.w3.org/2000/svg");
    }

    @Test
    void idsAreUnique() {
        Curve curve = new Curve("Seconds", List.of(new CurvePoint(NIGHT, 1, true)));

        List<String> ids = occurrences(page(of(curve, curve)), " id=\"([^\"]*)\"").stream()
                .map(found -> found.group(1))
                .toList();

        assertThat(ids).hasSizeGreaterThan(4).doesNotHaveDuplicates();
    }

    private static ReportView of(Curve... curves) {
        return new ReportView("Curves", List.of(new Section("", List.of(), List.of(curves), null, List.of(), "")));
    }

    private static String page(ReportView sheet) {
        return new ReportPage().html(sheet);
    }

    private static List<MatchResult> occurrences(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }
}
