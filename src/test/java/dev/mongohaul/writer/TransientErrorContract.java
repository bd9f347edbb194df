package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.writer.delivery.DuplicateIdException;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.OutcomeKind;
import dev.mongohaul.writer.delivery.UnconfirmedWriteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that cannot write just now never costs a document. */
interface TransientErrorContract<D> extends BenchContract<D> {

    @ParameterizedTest
    @CsvSource({"189, 1", "91, 2", "10107, 3", "14031, 1"})
    default void documentsAreInsertedOnceAfterTransientErrors(int code, int times) {
        insertsAllDuring(FailPoint.on("insert").errorCode(code).times(times));
    }

    /** The right is missing for longer than an outage lasts, and the documents are not at fault. */
    @Test
    default void missingRightFailsAtOnceAndRejectsNoDocument() {
        List<BsonDocument> documents = Samples.generated(0, 20);

        try (FailPoint failing =
                bench().failing(FailPoint.on("insert").errorCode(13).times(1))) {
            assertThatThrownBy(() -> bench().write(bench().insert().generatedIds(), documents))
                    .as("%s", failing)
                    .isInstanceOf(TransientServerException.class)
                    .hasMessageContaining("code 13");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    default void documentsAreInsertedOnceAfterLostConnections(int times) {
        insertsAllDuring(FailPoint.on("insert").closeConnection().times(times));
    }

    @ParameterizedTest
    @CsvSource({"91, 1", "91, 3", "64, 1", "64, 2"})
    default void documentsAreInsertedOnceAfterTransientConcernErrors(int code, int times) {
        insertsAllDuring(FailPoint.on("insert").writeConcernError(code).times(times));
    }

    /** Not even documents that the answer says are there: they may be lost again. */
    @Test
    default void unconfirmedAnswerCompletesNoDocument() {
        insertsAllDuring(FailPoint.on("insert").writeConcernError(64).times(2));

        assertThat(bench().commands().names().subList(0, 3)).containsOnly("insert");
    }

    private void insertsAllDuring(FailPoint.Failure failure) {
        List<BsonDocument> documents = Samples.generated(0, 20);

        try (FailPoint failing = bench().failing(failure)) {
            assertThat(bench().write(bench().insert().generatedIds(), documents))
                    .as("%s", failing)
                    .isEqualTo(Collections.nCopies(20, Outcome.WRITTEN));
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(documents));
        assertThat(bench().commands().names().stream().filter("insert"::equals)).hasSizeGreaterThan(1);
    }

    /** The commands of one chunk: an insert, the look-up of the taken ids, and perhaps more inserts. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    default void errorBetweenCommandsOfAChunkLosesNoDocument(int before) {
        bench().given(Samples.documents(3, 4));
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 10));
        chunk.add(6, Samples.invalid(50));

        try (FailPoint failing =
                bench().failing(FailPoint.on("insert", "find").errorCode(91).afterFirst(before), 3)) {
            List<Outcome> outcomes = bench().write(bench().insert(), chunk);

            assertThat(outcomes.get(6))
                    .as("%s", failing)
                    .satisfies(outcome -> RefusalContract.isRejected(outcome, 121));
            assertThat(outcomes.get(3)).isEqualTo(Outcome.ALREADY_THERE);
            assertThat(outcomes).extracting(Outcome::kind).containsOnlyOnce(OutcomeKind.REJECTED);
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(0, 10)));
    }

    @Test
    default void duplicateGeneratedIdFailsTheChunkAfterFailedLookup() {
        bench().given(Samples.generated(5, 6));

        try (FailPoint failing = bench().failing(failingFind(91), 3)) {
            assertThatThrownBy(() -> bench().write(bench().insert().generatedIds(), Samples.generated(0, 10)))
                    .as("%s", failing)
                    .isInstanceOf(DuplicateIdException.class);
        }
    }

    @Test
    default void otherConcernErrorFailsInserts() {
        failsUnconfirmed("insert", bench().insert());
    }

    default void failsUnconfirmed(String command, Settings settings) {
        try (FailPoint failing =
                bench().failing(FailPoint.on(command).writeConcernError(2).times(1))) {
            assertThatThrownBy(() -> bench().write(settings, Samples.documents(0, 5)))
                    .as("%s", failing)
                    .isInstanceOf(UnconfirmedWriteException.class)
                    .hasMessageContaining("code 2")
                    .hasMessageContaining("majority");
        }
    }

    @Test
    default void lastingOutageFailsTheChunkWithTheServersMessage() {
        Settings failingSoon = bench().insert().rideThrough(Duration.ofMillis(150));

        try (FailPoint failing = bench().failing(FailPoint.on("insert").errorCode(14031))) {
            assertThatThrownBy(() -> bench().write(failingSoon, Samples.documents(0, 5)))
                    .as("%s", failing)
                    .isInstanceOf(TransientServerException.class)
                    .hasMessageContaining("code 14031");
        }

        assertThat(bench().contents()).isEmpty();
    }

    @Test
    default void lastingConcernErrorFailsTheChunk() {
        Settings failingSoon = bench().insert().rideThrough(Duration.ofMillis(150));

        try (FailPoint failing = bench().failing(FailPoint.on("insert").writeConcernError(64))) {
            assertThatThrownBy(() -> bench().write(failingSoon, Samples.documents(0, 5)))
                    .as("%s", failing)
                    .isInstanceOf(UnconfirmedWriteException.class)
                    .hasMessageContaining("code 64");
        }
    }

    @Test
    default void lastingOutageAtTheLookupFailsTheChunk() {
        bench().given(Samples.documents(1, 2));
        Settings failingSoon = bench().insert().rideThrough(Duration.ofMillis(150));

        try (FailPoint failing = bench().failing(failingFind(14031))) {
            assertThatThrownBy(() -> bench().write(failingSoon, Samples.documents(0, 5)))
                    .as("%s", failing)
                    .isInstanceOf(TransientServerException.class);
        }
    }

    /** Only of the collection: the server looks for the sessions of retryable writes by a find of its own. */
    private FailPoint.Failure failingFind(int code) {
        return FailPoint.on("find")
                .errorCode(code)
                .namespace(bench().collection().getNamespace().getFullName());
    }
}
