package dev.mongohaul.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleWordsTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 30 2 * * * | every day at 02:30
            0 30 2 * * MON-FRI | Monday to Friday at 02:30
            0 5 14 ? * 7 | every Sunday at 14:05
            0 0 6 1 * * | on day 1 of each month at 06:00
            0 * * * * * | every minute, in
            0 */10 * * * * | every 10 minutes, in
            0 15 * * * * | every hour at minute 15, in
            0 5 */4 * * SAT | every 4 hours at minute 5, every Saturday, in
            0 0,30 2 * * * | at the times of "0 0,30 2 * * *" in
            0 0 2 L * * | at the times of "0 0 2 L * *" in
            """)
    void usualSchedulesHaveWords(String cron, String words) {
        assertThat(new ScheduleWords(cron).text()).isEqualTo(words);
    }
}
