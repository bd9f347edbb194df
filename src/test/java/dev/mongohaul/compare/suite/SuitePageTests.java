package dev.mongohaul.compare.suite;

import static dev.mongohaul.compare.suite.TestResults.result;
import static dev.mongohaul.compare.suite.TestResults.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.page.SuitePage;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SuitePageTests {

    private static final String HOSTILE = "<script>alert(1)</script>&\"'[[${7*6}]]";

    private static final Offset<Double> TOLERANCE = Offset.offset(0.1);

    private static final SuiteResult WRITERS =
            result(TestSuite.of("""
                    question: How?
                    common: {grid-size: 1}
                    cells: [{rows: 1000, writer: [save, save-all, raw]}]
                    published: [{writer: save, milliseconds: 2000}]
                    """), seconds(20, 10, 25), seconds(1, 0.8, 2), seconds(0.5));

    private static final SuiteResult CONCERNS =
            result(TestSuite.of("""
                    question: What does it cost?
                    cells: [{rows: [10, 1000], write-concern: [w0, majority]}]
                    published: [{write-concern: majority, times: 3}]
                    """), seconds(1), seconds(), seconds(2, 3), seconds(4, 5));

    @Test
    void pageHasTheFactsOfTheTable() {
        String page = page(WRITERS);

        assertThat(page)
                .contains("<h1>Comparison: test</h1>", "<p class=\"question\">How?</p>")
                .contains("<p>save-all was 20 × faster than save; raw was 2.0 × faster than save-all.</p>")
                .contains("<p>For generated products on MongoDB 6.0.5: raw, 2,000 documents/s. In the job file:</p>")
                .contains("<pre><code>write:\n  writer: raw</code></pre>")
                .contains("<th scope=\"row\">save</th><td>2,000 ms</td><td>20.000</td><td>10.000</td><td>25.000</td>")
                .contains("<dt>Versions</dt>", "Spring Batch 6.", "<dt>Measured</dt>", "UTC")
                .contains("<dt>Runs</dt><dd>3 of each case, in turn</dd>")
                .contains("<dt>In all cases</dt><dd>grid-size: 1, rows: 1000</dd>")
                .doesNotContain("Cut short");
    }

    @Test
    void chartHasFiguresAsText() {
        assertThat(page(WRITERS))
                .contains("<title id=\"suite-1-chart-1-title\">test, 1,000 rows: documents per second</title>")
                .contains("<desc id=\"suite-1-chart-1-description\">save: 50; save-all: 1,000; raw: 2,000</desc>")
                .containsPattern("<text x=\"[0-9]+\" y=\"[0-9]+\" class=\"name\">save-all</text>")
                .containsPattern("class=\"figure\">50</text>\\s*<text [^>]*class=\"figure\">500 published</text>");
    }

    @Test
    void contentsHaveNoStyle() {
        String contents = new SuitePage(List.of(WRITERS, CONCERNS)).contents();

        assertThat(occurrences(contents, "<section id=\"suite-[12]\"")).hasSize(2);
        assertThat(contents).contains("<svg", "<table>").doesNotContain("<style", " style=", "<html", "<main");
    }

    @Test
    void whiskerSpansSlowestToFastestRun() {
        String page = page(WRITERS);

        assertThat(occurrences(page, "fill=\"var\\(--measured\\)\"")).as("bars").hasSize(3);
        assertThat(occurrences(page, "fill=\"var\\(--published\\)\""))
                .as("published")
                .hasSize(1);
        double[] save = x(page, 0);
        MatchResult whisker = occurrences(
                        page, "<path fill=\"none\" stroke=\"currentColor\" d=\"M([0-9.]+),[^H]*H([0-9.]+) ")
                .get(0);
        double unit = (save[1] - save[0]) / 50;
        assertThat(Double.parseDouble(whisker.group(1)) - save[0])
                .as("slowest: 40 per second")
                .isCloseTo(40 * unit, TOLERANCE);
        assertThat(Double.parseDouble(whisker.group(2)) - save[0])
                .as("fastest: 100 per second")
                .isCloseTo(100 * unit, TOLERANCE);
    }

    @Test
    void eachWorkHasAChartThatNamesFailures() {
        String page = page(CONCERNS);

        assertThat(occurrences(page, "<figcaption>[^<]*</figcaption>"))
                .extracting(MatchResult::group)
                .containsExactly("<figcaption>test, 10 rows</figcaption>", "<figcaption>test, 1,000 rows</figcaption>");
        assertThat(page)
                .contains("class=\"figure\">could not be measured</text>")
                .as("a multiple of a time is not a rate")
                .contains("<td>3 × as long</td>")
                .doesNotContain(" published</text>");
    }

    @Test
    void unmeasuredSuiteHasNoCharts() {
        SuiteResult nothing = result(
                TestSuite.of("question: How?\ncells: [{rows: 10, writer: [save, raw]}]\n"), seconds(), seconds());

        assertThat(page(nothing)).contains("No chart: ").doesNotContain("<svg", "The setting to use");
    }

    @Test
    void cutSuiteIsMarked() {
        Suite suite = TestSuite.of("question: How?\ncells: [{rows: 10}]\n");
        Suite cut = new Suite("cut", suite.question(), null, 1, suite.cases(), 1000, suite.path());

        assertThat(page(result(cut, seconds(1)))).contains("Cut short: no case has more than 1,000 rows.");
    }

    @Test
    void textIsEscaped() {
        SuiteResult hostile = SuiteResult.read(WRITERS.json()
                .replaceAll("\"(save|raw|test|How\\?)\"", Matcher.quoteReplacement("\"" + jsonOf(HOSTILE) + "\""))
                .replace("MongoDB 6.0.5", jsonOf(HOSTILE))
                .replace("\"job\" : null", "\"job\" : \"" + jsonOf(HOSTILE) + "\"")
                .replace("\"notes\" : [ ]", "\"notes\" : [ \"" + jsonOf(HOSTILE) + "\" ]"));
        SuiteResult found = new SuiteResult(
                hostile.suite(),
                hostile.question(),
                hostile.job(),
                null,
                3,
                new Circumstances(
                        hostile.circumstances().server(),
                        HOSTILE,
                        hostile.circumstances().versions(),
                        hostile.circumstances().measuredAt()),
                hostile.cells(),
                new Conclusions(null, List.of(HOSTILE), new Recommendation(HOSTILE, HOSTILE, List.of(HOSTILE))));

        String page = page(found, found);

        assertThat(occurrences(page, "&lt;script&gt;")).hasSizeGreaterThan(30);
        assertThat(occurrences(page, "\\$\\{7\\*6\\}"))
                .as("nothing is computed")
                .hasSizeGreaterThan(30);
        assertThat(page).doesNotContainIgnoringCase("<script").doesNotContain("\"'[[");
    }

    @Test
    void pageLoadsNothing() {
        String page = page(WRITERS, CONCERNS);

        assertThat(page).contains("content=\"default-src 'none';").doesNotContain("@import", " src=", "<link");
        assertThat(occurrences(page, "[a-z]+://[^\"' ]*"))
                .extracting(MatchResult::group)
                .containsOnly("http://www.w3.org/2000/svg");
        assertThat(occurrences(page, "(?:href=\"|url\\()([^\")]*)"))
                .extracting(found -> found.group(1))
                .isNotEmpty()
                .allMatch(target -> target.startsWith("#"));
    }

    @Test
    void idsAreUniqueAndReferencesResolve() {
        String page = page(WRITERS, CONCERNS);

        List<String> ids = occurrences(page, " id=\"([^\"]*)\"").stream()
                .map(found -> found.group(1))
                .toList();
        assertThat(ids).hasSize(10).doesNotHaveDuplicates();
        assertThat(occurrences(page, "(?:href=\"#|url\\(#|labelledby=\")([^\")]*)"))
                .flatExtracting(found -> List.of(found.group(1).split(" ", -1)))
                .isSubsetOf(ids);
    }

    @Test
    void chartsStandAlone() {
        SuitePage page = new SuitePage(List.of(WRITERS, renamed("../other", CONCERNS)));

        assertThat(page.charts()).containsOnlyKeys("test-1.svg", "..-other-1.svg", "..-other-2.svg");
        assertThat(page.charts().values())
                .allSatisfy(svg -> assertThat(svg)
                        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
                        .contains("prefers-color-scheme: dark")
                        .endsWith("</svg>\n"));
    }

    private static String page(SuiteResult... results) {
        return new SuitePage(List.of(results)).html();
    }

    private static List<MatchResult> occurrences(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }

    private static String jsonOf(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** Returns both ends of a bar. */
    private static double[] x(String page, int bar) {
        MatchResult found = occurrences(page, "fill=\"var\\(--measured\\)\" x=\"([0-9.]+)\"[^>]* width=\"([0-9.]+)\"")
                .get(bar);
        double start = Double.parseDouble(found.group(1));
        return new double[] {start, start + Double.parseDouble(found.group(2))};
    }

    private static SuiteResult renamed(String name, SuiteResult result) {
        return new SuiteResult(
                name,
                result.question(),
                result.job(),
                result.cutTo(),
                result.runs(),
                result.circumstances(),
                result.cells(),
                result.conclusions());
    }
}
