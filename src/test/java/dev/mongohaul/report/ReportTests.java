package dev.mongohaul.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.report.render.ReportLayout;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTests {

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void resetLocale() {
        Locale.setDefault(locale);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "ar-EG", "hi-IN-u-nu-deva"})
    void numbersLookAlikeInEveryLocale(String tag) {
        Locale.setDefault(Locale.forLanguageTag(tag));

        assertThat(table(SampleRuns.DONE).lines().reduce((header, row) -> row))
                .hasValueSatisfying(row -> assertThat(row.strip().split("\\s+", -1))
                        .contains("1,042", "7", "products", "completed-with-rejects", "12.3")
                        .contains("2,000,000", "1,999,990", "5", "4", "1,234,567"));
        assertThat(Words.counts(SampleRuns.DONE.summary().runCounts()))
                .isEqualTo("2,000,000 read, 1,999,990 written, 5 already there, 4 rejected, 1 without a match");
    }

    @Test
    void columnsAreAligned() {
        List<String> lines = table(SampleRuns.DONE, SampleRuns.EARLY).lines().toList();

        assertThat(lines).hasSize(3);
        assertThat(lines).extracting(String::length).containsOnly(lines.get(0).length());
        assertThat(lines.get(0).strip().split("\\s+", -1))
                .containsExactly(
                        "run",
                        "import",
                        "job",
                        "status",
                        "started",
                        "seconds",
                        "read",
                        "written",
                        "already",
                        "there",
                        "rejected",
                        "records/s");
    }

    @Test
    void runIsShownWithAllRunsOfItsImport() {
        String text = ReportLayout.of(SampleDetails.of(SampleRuns.DONE)).text();

        assertThat(text)
                .contains(
                        "run           1042 (import 7 of products)",
                        "status        completed-with-rejects",
                        "files         /in/a.csv, /in/b.csv",
                        "target        replace into shop.products",
                        "records       3,000,000 read, 2,999,990 written",
                        "in this run   2,000,000 read, 1,999,990 written",
                        "Runs of import 7:")
                .doesNotContain("\nreason  ", "null");
    }

    @Test
    void runWithoutPlanHasNoLinesOfThePlan() {
        String text = ReportLayout.of(SampleDetails.of(SampleRuns.EARLY)).text();

        assertThat(text).contains("reason        The input is gone").doesNotContain("target", "ended", "null");
    }

    @Test
    void droppedAndPaddedCellsAreShownIfThereAreAny() {
        Counts counts = new Counts(9, 9, 0L, 0, 0, 0, new CellCounts(1200, 1));

        assertThat(Words.counts(counts))
                .isEqualTo("9 read, 9 written, 0 already there, 0 rejected, 1,200 cells dropped, 1 cell padded");
        assertThat(table(SampleRuns.DONE)).doesNotContain("dropped", "padded");
    }

    @ParameterizedTest
    @CsvSource({"PT59S, just now", "PT5M, 5 min ago", "PT4H59M, 4 h ago", "P2D, 2 days ago", "PT-3H, in 3 h"})
    void ageIsRoundedDown(Duration age, String text) {
        Instant now = Instant.parse("2026-11-20T02:30:00Z");

        assertThat(Words.age(now.minus(age), now)).isEqualTo(text);
    }

    @Test
    void jsonHasTheseNamesAndPlainNumbers() {
        assertThat(Reports.json(List.of(SampleRuns.DONE)).replaceAll("\\s+", ""))
                .isEqualTo("[{\"run\":1042,\"import\":7,\"job\":\"products\",\"status\":\"completed-with-rejects\","
                        + "\"reason\":null,\"target\":\"shop.products\",\"operation\":\"replace\","
                        + "\"files\":[\"/in/a.csv\",\"/in/b.csv\"],\"started\":\"2026-11-20T02:30:00Z\","
                        + "\"ended\":\"2026-11-20T02:30:12.345Z\",\"seconds\":12.345,\"recordsPerSecond\":1234567,"
                        + "\"counts\":{\"read\":3000000,\"written\":2999990,\"unchanged\":0,\"alreadyThere\":5,\"rejected\":4,"
                        + "\"unmatched\":1,\"filtered\":0,\"cells\":{\"dropped\":0,\"padded\":0}},\"runCounts\":{\"read\":2000000,\"written\":1999990,\"unchanged\":0,\"alreadyThere\":5,"
                        + "\"rejected\":4,\"unmatched\":1,\"filtered\":0,\"cells\":{\"dropped\":0,\"padded\":0}},\"times\":{\"reading\":1.5,\"mapping\":2.25,"
                        + "\"writing\":8.0,\"waiting\":0.5,\"overloaded\":0.0}}]");
    }

    @Test
    void jsonOfOneRunHasAllRunsOfItsImport() {
        assertThat(Reports.json(SampleDetails.of(SampleRuns.EARLY)).replaceAll("\\s+", ""))
                .startsWith("{\"run\":3,\"import\":2,\"job\":\"orders\",\"status\":\"failed\","
                        + "\"reason\":\"Theinputisgone\"")
                .contains("\"runDetails\":[{\"run\":3,");
    }

    private static String table(RunReport... runs) {
        return ReportLayout.recent(List.of(runs), List.of()).text();
    }
}
