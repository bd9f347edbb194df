package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that cannot write just now never costs a replacement. */
interface ReplaceRetryContract<D> extends TransientErrorContract<D> {

    @ParameterizedTest
    @CsvSource({"189, 1", "91, 2", "10107, 3", "14031, 1"})
    default void replacementsSurviveTransientErrors(int code, int times) {
        replacesAllDuring(FailPoint.on("update").errorCode(code).times(times));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    default void replacementsSurviveLostConnections(int times) {
        replacesAllDuring(FailPoint.on("update").closeConnection().times(times));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    default void replacementsSurviveLostAnswersToCommits(int times) {
        replacesAllDuring(FailPoint.on("commitTransaction").closeConnection().times(times));
    }

    @ParameterizedTest
    @ValueSource(ints = {91, 64})
    default void commitsAreRepeatedAfterWriteConcernErrors(int code) {
        replacesAllDuring(
                FailPoint.on("commitTransaction").writeConcernError(code).times(2));
    }

    @ParameterizedTest
    @CsvSource({"112, 1", "251, 1", "24, 2", "91, 2"})
    default void replacementsAreWrittenWithoutATransaction(int code, int times) {
        replacesAllDuring(FailPoint.on("commitTransaction").errorCode(code).times(times));
    }

    @ParameterizedTest
    @ValueSource(ints = {91, 64})
    default void replacementsAreWrittenAfterTransientConcernErrors(int code) {
        replacesAllDuring(FailPoint.on("update").writeConcernError(code).times(2));
    }

    private void replacesAllDuring(FailPoint.Failure failure) {
        List<BsonDocument> versions = new ArrayList<>();
        for (int version = 0; version < 9; version++) {
            versions.add(Samples.document(version % 3).append("version", new BsonInt32(version)));
        }

        try (FailPoint failing = bench().failing(failure)) {
            assertThat(bench().write(bench().upsert(), versions))
                    .as("%s", failing)
                    .isEqualTo(Collections.nCopies(9, Outcome.WRITTEN));
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(versions.subList(6, 9)));
    }

    @Test
    default void otherConcernErrorFailsReplacements() {
        failsUnconfirmed("commitTransaction", bench().upsert());
    }
}
