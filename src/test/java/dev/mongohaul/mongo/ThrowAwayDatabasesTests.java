package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrowAwayDatabasesTests {

    private final List<String> dropped = new ArrayList<>();

    @Test
    void namesAreUnique() {
        try (ThrowAwayDatabases some = new ThrowAwayDatabases(dropped::add);
                ThrowAwayDatabases others = new ThrowAwayDatabases(dropped::add)) {
            assertThat(List.of(some.next(), some.next(), others.next(), others.next()))
                    .doesNotHaveDuplicates()
                    .allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(38));
        }
    }

    @Test
    void nameContainsItsCreationTime() {
        try (ThrowAwayDatabases databases = new ThrowAwayDatabases(dropped::add)) {
            Instant created = ThrowAwayDatabases.timeOf(databases.next()).orElseThrow();

            assertThat(Duration.between(created, Instant.now())).isLessThan(Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "products",
                "mongohaul_compare_",
                "mongohaul_compare_0123456789ab_1",
                "mongohaul_compare_01234567_t5m8zk_1x",
                "my_mongohaul_compare_01234567_t5m8zk_1",
                "mongohaul_compare_01234567_t5m8zk_12345678901"
            })
    void otherNamesHaveNoTime(String name) {
        assertThat(ThrowAwayDatabases.timeOf(name)).isEmpty();
    }

    @Test
    void remainingDatabasesAreDroppedAtTheEnd() {
        String left;
        try (ThrowAwayDatabases databases = new ThrowAwayDatabases(dropped::add)) {
            databases.drop(databases.next());
            left = databases.next();
        }

        assertThat(dropped).hasSize(2).endsWith(left);
    }
}
