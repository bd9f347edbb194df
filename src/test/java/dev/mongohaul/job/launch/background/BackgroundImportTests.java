package dev.mongohaul.job.launch.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.launch.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackgroundImportTests {

    @Test
    void errorIsTheFailureOfTheImport() {
        BackgroundImport failing = BackgroundImport.of("orders", monitor -> {
            throw new StackOverflowError("deep");
        });

        failing.run();

        assertThat(failing.isUnderWay()).isFalse();
        assertThat(failing.refusal())
                .map(Refusal::message)
                .contains("The import ended by an error: StackOverflowError: deep");
        assertThatThrownBy(() -> failing.awaitBegin(Duration.ofSeconds(1))).hasMessageContaining("StackOverflowError");
    }
}
