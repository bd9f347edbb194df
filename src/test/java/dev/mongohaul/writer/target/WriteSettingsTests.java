package dev.mongohaul.writer.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.WriteConcern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WriteSettingsTests {

    private static final Duration WAIT = Duration.ofSeconds(30);

    @Test
    void unacknowledgedWritesAreRefused() {
        assertThatThrownBy(() -> new WriteSettings(
                        "c",
                        Set.of(WriteOperation.INSERT),
                        false,
                        List.of(),
                        Set.of(),
                        false,
                        WriteConcern.UNACKNOWLEDGED,
                        false,
                        100,
                        WAIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{\"w\": 0}");
    }

    @Test
    void insertThatMatchesIsRefused() {
        assertThatThrownBy(() -> settings("c", WriteOperation.INSERT, true, List.of(), WAIT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings("c", WriteOperation.INSERT, false, List.of("sku"), WAIT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void deleteThatUpsertsIsRefused() {
        assertThatThrownBy(() -> settings("c", WriteOperation.DELETE, true, List.of(), WAIT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void collectionWithoutNameAndNegativeWaitAreRefused() {
        assertThatThrownBy(() -> settings("", WriteOperation.INSERT, false, List.of(), WAIT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings("c", WriteOperation.INSERT, false, List.of(), WAIT.negated()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bufferWithoutRoomForADocumentIsRefused() {
        assertThatThrownBy(() -> new WriteSettings(
                        "c",
                        Set.of(WriteOperation.INSERT),
                        false,
                        List.of(),
                        Set.of(),
                        false,
                        WriteConcern.MAJORITY,
                        false,
                        0,
                        WAIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one document");
    }

    @Test
    void matchIsKeptAsItWas() {
        List<String> match = new ArrayList<>(List.of("sku"));
        WriteSettings settings = settings("c", WriteOperation.REPLACE, true, match, WAIT);
        match.clear();

        assertThat(settings.match()).containsExactly("sku");
        assertThat(settings.matchesById()).isFalse();
    }

    private static WriteSettings settings(
            String collection, WriteOperation operation, boolean upsert, List<String> match, Duration rideThrough) {
        return new WriteSettings(
                collection,
                Set.of(operation),
                upsert,
                match,
                Set.of(),
                false,
                WriteConcern.MAJORITY,
                false,
                100,
                rideThrough);
    }
}
