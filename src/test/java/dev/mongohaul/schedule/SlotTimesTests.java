package dev.mongohaul.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.schedule.ScheduledJob.SlotTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.scheduling.support.CronExpression;

class SlotTimesTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 30 2 * * *   | Europe/Berlin       | 2024-03-30T12:00 | 2024-03-31T03:30+02:00 2024-04-01T02:30+02:00
            0 30 2,3 * * * | Europe/Berlin       | 2024-03-30T12:00 | 2024-03-31T03:30+02:00 2024-04-01T02:30+02:00
            0 30 2 * * *   | Europe/Berlin       | 2024-10-26T12:00 | 2024-10-27T02:30+02:00 2024-10-28T02:30+01:00
            0 30 2 * * *   | America/New_York    | 2024-03-09T12:00 | 2024-03-10T03:30-04:00 2024-03-11T02:30-04:00
            0 30 1 * * *   | America/New_York    | 2024-11-02T12:00 | 2024-11-03T01:30-04:00 2024-11-04T01:30-05:00
            0 10 2 * * *   | Australia/Lord_Howe | 2024-10-05T12:00 | 2024-10-06T02:40+11:00 2024-10-07T02:10+11:00
            0 45 1 * * *   | Australia/Lord_Howe | 2024-04-06T12:00 | 2024-04-07T01:45+11:00 2024-04-08T01:45+10:30
            0 0 3 * * *    | Europe/Berlin       | 2024-03-30T12:00 | 2024-03-31T03:00+02:00 2024-04-01T03:00+02:00
            """)
    void clockChangesNeitherSkipNorDoubleANight(String cron, String zone, String from, String times) {
        assertThat(times(cron, zone, from, 2)).isEqualTo(times);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 30 * * * *   | Europe/Berlin       | 2024-03-31T00:45 | 2024-03-31T01:30+01:00 2024-03-31T03:30+02:00 2024-03-31T04:30+02:00
            0 30 */1 * * * | America/New_York    | 2024-11-03T00:45 | 2024-11-03T01:30-04:00 2024-11-03T01:30-05:00 2024-11-03T02:30-05:00
            0 */20 * * * * | Australia/Lord_Howe | 2024-04-07T01:30 | 2024-04-07T01:40+11:00 2024-04-07T01:40+10:30 2024-04-07T02:00+10:30
            0 */30 * * * * | Australia/Lord_Howe | 2024-10-06T01:15 | 2024-10-06T01:30+10:30 2024-10-06T02:30+11:00 2024-10-06T03:00+11:00
            """)
    void hourlyScheduleKeepsItsInterval(String cron, String zone, String from, String times) {
        assertThat(times(cron, zone, from, 3)).isEqualTo(times);
    }

    @ParameterizedTest
    @CsvSource({"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"})
    void eachDayOfTwoYearsHasOneNight(String zone) {
        SlotTimes times = new SlotTimes(CronExpression.parse("0 15 2 * * *"), ZoneId.of(zone));
        List<String> days = new ArrayList<>();
        Instant time = Instant.parse("2023-12-31T12:00:00Z");
        for (int day = 0; day < 731; day++) {
            time = times.after(time).orElseThrow();
            days.add(
                    LocalDateTime.ofInstant(time, ZoneId.of(zone)).toLocalDate().toString());
        }

        assertThat(days).doesNotHaveDuplicates().startsWith("2024-01-01").endsWith("2025-12-31");
    }

    @Test
    void timesAscendFromAnyStart() {
        SlotTimes times = new SlotTimes(CronExpression.parse("0 */10 1-3 * * *"), ZoneId.of("Europe/Berlin"));
        Instant end = Instant.parse("2024-03-31T06:00:00Z");

        for (Instant from = Instant.parse("2024-03-30T22:00:00Z"); from.isBefore(end); from = from.plusSeconds(97)) {
            Instant first = times.after(from).orElseThrow();
            assertThat(first).isAfter(from);
            assertThat(times.after(first.minusNanos(1))).as("from %s", from).contains(first);
            assertThat(Duration.between(from, first)).isLessThan(Duration.ofHours(24));
        }
    }

    @Test
    void scheduleThatHasNoMoreTimesEnds() {
        SlotTimes times = new SlotTimes(CronExpression.parse("0 0 0 31 2 *"), ZoneId.of("UTC"));

        assertThat(times.after(Instant.EPOCH)).isEqualTo(Optional.empty());
    }

    private static String times(String cron, String zone, String from, int count) {
        SlotTimes times = new SlotTimes(CronExpression.parse(cron), ZoneId.of(zone));
        List<Instant> found = new ArrayList<>();
        Instant time = LocalDateTime.parse(from).atZone(ZoneId.of(zone)).toInstant();
        for (int index = 0; index < count; index++) {
            time = times.after(time).orElseThrow();
            found.add(time);
        }
        return found.stream()
                .map(instant ->
                        OffsetDateTime.ofInstant(instant, ZoneId.of(zone)).toString())
                .collect(Collectors.joining(" "));
    }
}
