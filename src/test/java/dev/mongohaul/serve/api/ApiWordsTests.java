package dev.mongohaul.serve.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.overview.JobState;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApiWordsTests {

    @Test
    void descriptionHasEachStatusOfARun() {
        assertThat(ApiDocument.words("Status")).containsExactlyInAnyOrderElementsOf(RunReport.statuses());
    }

    @Test
    void descriptionHasEachStateOfAJob() {
        List<String> states =
                Arrays.stream(JobState.values()).map(JobState::word).toList();

        assertThat(ApiDocument.words("JobReport/properties/state")).containsExactlyInAnyOrderElementsOf(states);
    }
}
