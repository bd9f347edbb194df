package dev.mongohaul.compare.suite;

import static dev.mongohaul.compare.suite.TestResults.result;
import static dev.mongohaul.compare.suite.TestResults.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SuiteResultTests {

    private static final Suite WRITERS = TestSuite.of("""
            question: How?
            cells: [{rows: 1000, grid-size: 1, writer: [save, save-all, raw]}]
            published: [{writer: save, milliseconds: 47959}]
            """);

    @Test
    void eachCaseIsComparedWithTheOneBeforeIt() {
        SuiteResult result = result(WRITERS, seconds(23, 22, 24), seconds(1, 0.9, 1.1), seconds(0.5, 0.4, 0.6));

        assertThat(result.conclusions().findings())
                .containsExactly(
                        "save-all was 23 × faster than save; raw was 2.0 × faster than save-all.",
                        "Fastest: raw, 2,000 documents/s.",
                        "Noise: runs of one case typically differed by 20 % of their median, at most by 40 %.");
    }

    @Test
    void differenceWithinTheNoiseIsIgnored() {
        SuiteResult result = result(WRITERS, seconds(4, 3, 6), seconds(5, 4, 5.5), seconds(10, 9, 11));

        assertThat(result.conclusions().findings())
                .contains(
                        "save-all was as fast as save within the noise; raw was 2.0 × slower than save-all.",
                        "Fastest: save, 250 documents/s; as fast within the noise: save-all.")
                .last()
                .asString()
                .endsWith("Measurements vary widely; only large differences are significant.");
        assertThat(result.conclusions().recommended()).isNotNull();
        assertThat(result.conclusions().recommended().setting())
                .as("the first of equals")
                .isEqualTo("save");
    }

    @Test
    void differenceBelowFivePercentIsReported() {
        SuiteResult result = result(WRITERS, seconds(1.04), seconds(1), seconds(1.02));

        assertThat(result.conclusions().findings())
                .first()
                .isEqualTo("save-all was within 5 % of save; raw was within 5 % of save-all.");
    }

    @Test
    void ratioIsToTheFirstCaseOfTheSameWork() {
        Suite suite = TestSuite.of("question: How?\ncells: [{rows: [10, 1000], writer: [save, raw]}]\n");

        SuiteResult result = result(suite, seconds(1), seconds(0.5), seconds(40), seconds(10));

        assertThat(result.cells()).extracting(row -> row.speed().timesFaster()).containsExactly(1.0, 2.0, 1.0, 4.0);
        assertThat(result.conclusions().findings())
                .containsExactly(
                        "10 rows: raw was 2.0 × faster than save. Fastest: raw, 20 documents/s.",
                        "1,000 rows: raw was 4.0 × faster than save. Fastest: raw, 100 documents/s.",
                        "Each case was measured once, so the noise is unknown.");
    }

    @Test
    void smallestCountAsGoodAsTheBestIsNamed() {
        Suite suite =
                TestSuite.of("question: How?\ncells: [{rows: 101, writer: raw, chunk-size: [100, 10000, 1000]}]\n");

        assertThat(result(suite, seconds(5), seconds(1), seconds(1.04))
                        .conclusions()
                        .findings())
                .contains("Beyond chunks of 1,000, the gain is below 5 % or within the noise (raw).");
        assertThat(result(suite, seconds(5), seconds(1), seconds(2))
                        .conclusions()
                        .findings())
                .contains("From chunks of 1,000 to chunks of 10,000, the gain is still 100 % (raw).");
    }

    @Test
    void chunkSizeOfASmallInputIsNotRecommended() {
        Suite suite = TestSuite.of(
                "question: How?\ncells: [{rows: 100, writer: [raw, bulk], chunk-size: [100, 1000, 10000]}]\n");

        Conclusions conclusions = result(suite, seconds(5), seconds(1), seconds(4), seconds(5), seconds(5), seconds(5))
                .conclusions();

        assertThat(conclusions.findings())
                .contains("The chunk size made no difference: all 100 records fit into one chunk of each size.")
                .noneMatch(finding -> finding.contains("gain"));
        assertThat(conclusions.recommended()).isNull();
    }

    @Test
    void measuredLatencyIsReported() {
        Suite suite = TestSuite.of("question: How?\ncells: [{rows: 10, latency: 16ms}, {rows: 10, latency: 0ms}]\n");

        assertThat(result(suite, seconds(1, 2), seconds(1)).conclusions().findings())
                .contains("With 16ms added, the median ping took 0.1 ms, from 0.1 to 0.1 ms.");
    }

    @Test
    void fastestSafeSettingIsRecommended() {
        Suite suite = TestSuite.of("""
                question: How?
                common: {grid-size: 1}
                cells:
                  - {rows: 10, writer: raw, write-concern: majority}
                  - {rows: 1000, chunk-size: [10, 1000], writer: save-all, write-concern: [w0, journaled, majority]}
                """);

        SuiteResult result =
                result(suite, seconds(0.01), seconds(1), seconds(1), seconds(9), seconds(1), seconds(1), seconds(4));

        assertThat(result.conclusions().recommended())
                .isEqualTo(new Recommendation(
                        "1,000 rows, majority, chunk size 1,000",
                        "For generated products on MongoDB 6.0.5: 1,000 rows, majority, chunk size 1,000, 250 documents/s.",
                        List.of("write:", "  writer: save-all", "  chunk-size: 1000", "  write-concern: majority")));
    }

    @Test
    void circumstancesOfACaseAreNoted() {
        Suite suite = TestSuite.of("question: How?\ncells: [{rows: 10, write-concern: [w0, majority, w1]}]\n");
        List<CaseResult> measured = new ArrayList<>(TestResults.results(suite, seconds(1, 1), seconds(70), seconds()));
        measured.set(2, new CaseResult(suite.cases().get(2), null, List.of(), "no such thing"));

        SuiteResult result = SuiteResult.of(suite, measured, "MongoDB 6.0.5");

        assertThat(result.cells())
                .extracting(row -> String.join("; ", row.notes()))
                .containsExactly(
                        "nothing was confirmed: the time ends when the last document is sent; 0 documents never arrived",
                        "measured once, while commands were counted, because a run takes over a minute",
                        "could not be measured: no such thing");
        assertThat(result.conclusions().recommended()).isNotNull();
        assertThat(result.conclusions().recommended().setting()).isEqualTo("majority");
    }

    @Test
    void tableHasCasesAndLinesForTheJobFile() {
        String table = result(WRITERS, seconds(23, 22, 24), seconds(1, 0.9, 1.1), seconds(0.5, 0.4, 0.6))
                .table();

        assertThat(table.lines().map(String::strip))
                .contains("test: How?")
                .anyMatch(line -> line.matches("case +published +seconds +min +max +docs/s +× faster +commands +.*"))
                .anyMatch(line -> line.matches("save +47,959 ms +23.000 +22.000 +24.000 +43 +1.00 +1,000 +0.20 +.*"))
                .anyMatch(line -> line.matches("raw +– +0.500 +0.400 +0.600 +2,000 +46.00 +1,000 +0.20 +512 +.*"))
                .endsWith(
                        "For generated products on MongoDB 6.0.5: raw, 2,000 documents/s. In the job file:",
                        "write:",
                        "writer: raw");
    }

    @Test
    void cutSuiteIsMarked() {
        Suite cut = new Suite(WRITERS.name(), WRITERS.question(), null, 3, WRITERS.cases(), 1000, WRITERS.path());

        assertThat(result(cut, seconds(3), seconds(2), seconds(1)).table())
                .contains("Cut short: no case has more than 1,000 rows. Published figures are of the whole.");
    }

    @Test
    void jsonHasTheShapeOfTheResult() {
        JsonNode json = JsonMapper.shared()
                .readTree(result(WRITERS, seconds(23, 22, 24), seconds(1, 0.9, 1.1), seconds(0.5, 0.4, 0.6))
                        .json());

        assertThat(json.propertyNames())
                .containsExactly(
                        "suite",
                        "question",
                        "job",
                        "cutTo",
                        "runs",
                        "server",
                        "machine",
                        "versions",
                        "measuredAt",
                        "cells",
                        "noise",
                        "findings",
                        "recommended");
        assertThat(json.at("/cells/0").propertyNames())
                .containsExactly(
                        "name",
                        "work",
                        "settings",
                        "rows",
                        "published",
                        "seconds",
                        "documentsPerSecond",
                        "timesFaster",
                        "commands",
                        "bytesSent",
                        "allocatedBytesPerDocument",
                        "gcSeconds",
                        "clientCpuSeconds",
                        "serverCpuSeconds",
                        "pingMillis",
                        "notes",
                        "runs");
        assertThat(json.at("/cells/0/published").toString())
                .isEqualTo("{\"value\":47959.0,\"unit\":\"MILLISECONDS\",\"rows\":1000}");
        assertThat(json.at("/cells/2/seconds/median").doubleValue()).isEqualTo(0.5);
        assertThat(json.at("/cells/2/settings/writer").stringValue()).isEqualTo("raw");
        assertThat(json.at("/cells/2/runs").size()).isEqualTo(3);
        assertThat(json.at("/recommended/lines/1").stringValue()).isEqualTo("  writer: raw");
    }

    @Test
    void resultHasTimeAndVersions() {
        JsonNode json = JsonMapper.shared()
                .readTree(result(WRITERS, seconds(3), seconds(2), seconds(1)).json());

        assertThat(Instant.parse(json.get("measuredAt").stringValue()))
                .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        assertThat(json.get("versions").propertyNames())
                .containsExactly("mongohaul", "driver", "springBatch", "springDataMongodb");
        assertThat(List.of("driver", "springBatch", "springDataMongodb"))
                .allSatisfy(library ->
                        assertThat(json.get("versions").get(library).asString()).matches("[0-9]+\\.[0-9]+\\..+"));
    }

    @Test
    void storedResultIsReadUnchanged() {
        SuiteResult result = result(WRITERS, seconds(23, 22, 24), seconds(1, 0.9, 1.1), seconds());

        assertThat(SuiteResult.read(result.json())).isEqualTo(result);
    }
}
