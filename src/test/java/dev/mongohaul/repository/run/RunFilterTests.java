package dev.mongohaul.repository.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunFilterTests {

    @Test
    void manyStarsTakeNoTime() {
        RunFilter filter = new RunFilter("*a".repeat(30) + "b", Set.of(), null, null);

        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThat(Objects.requireNonNull(filter.jobs()).matches("a".repeat(200)))
                        .isFalse());
    }
}
