package dev.mongohaul.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.report.ImportReport.Progress;
import dev.mongohaul.repository.figure.Counts;
import org.junit.jupiter.api.Test;

class ProgressTests {

    @Test
    void restTakesAsLongAsTheRateSays() {
        assertThat(progress(25, 1_000).left()).isEqualTo("about 3 s left");
        assertThat(progress(25, 10).left()).isEqualTo("about 5 min left");
    }

    @Test
    void restIsNotGuessedWhereNothingIsKnown() {
        assertThat(progress(0, 0).left()).isEmpty();
        assertThat(progress(25, 0).left()).isEmpty();
        assertThat(progress(100, 1_000).left()).isEmpty();
    }

    /** Of 100 bytes; 40 records a byte. */
    private static Progress progress(long done, long rate) {
        return new Progress(done, 100, 4, 1, new Counts(done * 40, 0, 0, 0, 0), rate);
    }
}
