package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.figure.ImportOutcome;
import dev.mongohaul.report.figure.ImportTimes;
import dev.mongohaul.report.figure.ImportedInput;
import dev.mongohaul.repository.figure.Counts;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparklineTests {

    @Test
    void lineStartsWithTheOldestCompletedImport() {
        Sparkline line = Sparkline.of(List.of(of("completed", 20), of("unfinished", 999), of("completed", 10)));

        assertThat(line).isNotNull();
        assertThat(line.points()).isEqualTo("3.0,14.0 117.0,3.0");
        assertThat(line.description()).isEqualTo("Seconds of the last 2 completed imports: 10.0, 20.0");
    }

    @Test
    void oneImportIsNoTrend() {
        assertThat(Sparkline.of(List.of(of("completed", 20)))).isNull();
    }

    @Test
    void importsOfZeroSecondsAreALineAtTheBottom() {
        Sparkline line = Sparkline.of(List.of(of("completed", 0), of("completed", 0)));

        assertThat(line).isNotNull();
        assertThat(line.points()).isEqualTo("3.0,25.0 117.0,25.0");
    }

    private static ImportSummary of(String state, double seconds) {
        return new ImportSummary(
                1,
                "job",
                new ImportOutcome("completed", state),
                new ImportedInput(null, null, null, 0),
                new ImportTimes(List.of(1L), Instant.EPOCH, null, seconds, 0),
                Counts.NONE,
                null,
                null);
    }
}
