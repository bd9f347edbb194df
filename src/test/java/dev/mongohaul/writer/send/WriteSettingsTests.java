package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.WriteConcern;
import dev.mongohaul.writer.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WriteSettingsTests {

    private static final Duration WAIT = Duration.ofSeconds(30);

    @Test
    void unacknowledgedWritesAreRefused() {
        Settings settings = Settings.insertInto("c");
        assertThatThrownBy(() -> settings.writeConcern(WriteConcern.UNACKNOWLEDGED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{\"w\": 0}");
    }

    @Test
    void onlyWithoutConfirmationAllowsUnacknowledgedWrites() {
        WriteSettings settings = settings("c", WriteOperation.INSERT, List.of(), WAIT);

        assertThat(settings.withoutConfirmation().writeConcern().isAcknowledged())
                .isFalse();
        Settings unconfirmed = Settings.insertInto("c");
        assertThatThrownBy(() -> unconfirmed.writeConcern(new WriteConcern(0)))
                .hasMessageContaining("does not report the outcome of documents");
        assertThatThrownBy(() ->
                        settings("c", WriteOperation.REPLACE, List.of(), WAIT).withoutConfirmation())
                .hasMessage("only inserts are compared without confirmation, not [REPLACE]");
    }

    @Test
    void matchIsKeptAsItWas() {
        List<String> match = new ArrayList<>(List.of("sku"));
        WriteSettings settings = settings("c", WriteOperation.UPSERT, match, WAIT);
        match.clear();

        assertThat(settings.match()).containsExactly("sku");
        assertThat(settings.matchesById()).isFalse();
    }

    private static WriteSettings settings(
            String collection, WriteOperation operation, List<String> match, Duration rideThrough) {
        return new WriteSettings(
                collection,
                Set.of(operation),
                match,
                Set.of(),
                false,
                false,
                WriteConcern.MAJORITY,
                false,
                100,
                rideThrough);
    }
}
