package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.report.overview.JobState;
import dev.mongohaul.report.overview.Night;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class NightStripTests {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

    @Test
    void nightsAreTilesAndWords() {
        NightStrip strip = NightStrip.of(List.of(
                new Night(DAY, JobState.COMPLETED),
                new Night(DAY.plusDays(1), JobState.FAILED),
                new Night(DAY.plusDays(2), JobState.NEW),
                new Night(DAY.plusDays(3), JobState.COMPLETED)));

        assertThat(strip.description())
                .isEqualTo("Last 4 days: 1 failed (2026-11-21), 2 completed, 1 without an import");
        assertThat(strip.tiles())
                .containsOnlyKeys("failed", "completed", "new")
                .containsEntry("failed", "M8 0h6v16h-6z")
                .containsEntry("new", "M16 12h6v4h-6z")
                .containsEntry("completed", "M0 0h6v16h-6zM24 0h6v16h-6z");
        assertThat(strip.width()).isEqualTo(30);
    }
}
