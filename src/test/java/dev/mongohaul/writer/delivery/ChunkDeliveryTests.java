package dev.mongohaul.writer.delivery;

import static dev.mongohaul.writer.delivery.ScriptedWriter.bulk;
import static dev.mongohaul.writer.delivery.ScriptedWriter.error;
import static dev.mongohaul.writer.delivery.ScriptedWriter.unlocated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.writer.Settings;
import dev.mongohaul.writer.send.WriteOperation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkDeliveryTests {

    private static final int DISK_FULL = 14031;

    private final Settings insert = Settings.insertInto("c");
    private final Settings replace = insert.replace(false);

    @Test
    void onlyInsertsWithTransientErrorsAreSentAgain() {
        ScriptedWriter writer = ScriptedWriter.thatAttemptsAll(
                insert, bulk(0, error(1, DISK_FULL), error(2, 121), error(4, DISK_FULL)));

        assertThat(writer.writeChunk("a", "b", "c", "d", "e")).containsExactly(0, 0, 121, 0, 0);
        assertThat(writer.sends()).containsExactly(List.of("a", "b", "c", "d", "e"), List.of("b", "e"));
    }

    @Test
    void insertsAfterAStoppedOneAreSentAgain() {
        ScriptedWriter writer = ScriptedWriter.thatStopsAtFirstError(
                insert, bulk(0, error(1, DISK_FULL)), bulk(0, error(0, 121)), bulk(0, error(1, 121)));

        assertThat(writer.writeChunk("a", "b", "c", "d", "e")).containsExactly(0, 121, 0, 121, 0);
        assertThat(writer.sends())
                .containsExactly(
                        List.of("a", "b", "c", "d", "e"),
                        List.of("b", "c", "d", "e"),
                        List.of("c", "d", "e"),
                        List.of("e"));
    }

    @Test
    void orderedReplacementsAreAllSentAgain() {
        ScriptedWriter writer = ScriptedWriter.thatAttemptsAll(
                replace, bulk(1, error(1, DISK_FULL), error(3, 121)), bulk(2, error(3, 121)));

        assertThat(writer.writeChunk("a", "b", "c", "d")).containsExactly(0, 0, 0, 121);
        assertThat(writer.sends()).containsExactly(List.of("a", "b", "c", "d"), List.of("a", "b", "c", "d"));
        assertThat(writer.unmatched()).isEqualTo(1);
    }

    @Test
    void unmatchedAreCountedUpToTheFirstError() {
        ScriptedWriter writer = ScriptedWriter.thatStopsAtFirstError(replace, bulk(1, error(2, 121)));

        assertThat(writer.writeChunk("a", "b", "c", "d")).containsExactly(0, 0, 121, 0);
        assertThat(writer.sends()).containsExactly(List.of("a", "b", "c", "d"), List.of("d"));
        assertThat(writer.unmatched()).isEqualTo(1);
    }

    @Test
    void errorWithoutIndexSendsTheChunkOneByOne() {
        ScriptedWriter writer =
                ScriptedWriter.thatStopsAtFirstError(insert.replace(true), unlocated(121), null, unlocated(121));

        assertThat(writer.writeChunk("a", "b", "c")).containsExactly(0, 121, 0);
        assertThat(writer.sends()).containsExactly(List.of("a", "b", "c"), List.of("a"), List.of("b"), List.of("c"));
    }

    @Test
    void upsertWithADuplicateKeyIsSentAgainOnce() {
        ScriptedWriter writer = ScriptedWriter.thatAttemptsAll(
                insert.replace(true).ordered(false),
                bulk(1, error(1, Outcome.DUPLICATE_KEY), error(2, Outcome.DUPLICATE_KEY)),
                bulk(1, error(1, Outcome.DUPLICATE_KEY)));

        assertThat(writer.writeChunk("a", "b", "c")).containsExactly(0, 0, Outcome.DUPLICATE_KEY);
        assertThat(writer.sends()).containsExactly(List.of("a", "b", "c"), List.of("b", "c"));
    }

    @Test
    void stoppedUpsertsGoOnWithTheOneWithADuplicateKey() {
        ScriptedWriter writer =
                ScriptedWriter.thatStopsAtFirstError(insert.replace(true), bulk(1, error(1, Outcome.DUPLICATE_KEY)));

        assertThat(writer.writeChunk("a", "b", "c")).containsExactly(0, 0, 0);
        assertThat(writer.sends()).containsExactly(List.of("a", "b", "c"), List.of("b", "c"));
    }

    @Test
    void replacementWithoutUpsertThatMeetsADuplicateKeyIsRejected() {
        ScriptedWriter writer =
                ScriptedWriter.thatAttemptsAll(replace.ordered(false), bulk(1, error(1, Outcome.DUPLICATE_KEY)));

        assertThat(writer.writeChunk("a", "b")).containsExactly(0, Outcome.DUPLICATE_KEY);
        assertThat(writer.sends()).hasSize(1);
    }

    @Test
    void permanentTransientErrorEndsWithTheAllowedTime() {
        ScriptedWriter writer = ScriptedWriter.thatAttemptsAll(
                insert.rideThrough(Duration.ZERO), bulk(0, error(0, DISK_FULL), error(1, 121)));

        assertThatThrownBy(() -> writer.writeChunk("a", "b"))
                .isInstanceOf(TransientServerException.class)
                .hasMessageContaining("code 14031");
        assertThat(writer.sends()).hasSize(1);
    }

    @Test
    void outcomeIsUnknownBeforeTheWrite() {
        assertThatThrownBy(() -> new WriteItem<>("a", 1, WriteOperation.INSERT).outcome())
                .isInstanceOf(IllegalStateException.class);
    }
}
