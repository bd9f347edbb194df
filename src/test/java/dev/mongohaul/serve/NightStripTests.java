package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
                new Night(DAY.plusDays(1), JobState.REJECT_LIMIT_EXCEEDED),
                new Night(DAY.plusDays(2), JobState.NEW),
                new Night(DAY.plusDays(3), JobState.COMPLETED)));

        assertThat(strip.description())
                .isEqualTo("Last 4 days: 1 reject limit exceeded (2026-11-21), 2 completed, 1 without an import");
        assertThat(strip.tiles())
                .extracting(NightStrip.Tile::day, NightStrip.Tile::kind, NightStrip.Tile::text, NightStrip.Tile::path)
                .startsWith(
                        tuple(DAY, "completed", "completed", "M0 0h6v16h-6z"),
                        tuple(DAY.plusDays(1), "reject-limit-exceeded", "reject limit exceeded", "M8 0h6v16h-6z"),
                        tuple(DAY.plusDays(2), "new", "without an import", "M16 12h6v4h-6z"));
        assertThat(strip.width()).isEqualTo(30);
    }
}
