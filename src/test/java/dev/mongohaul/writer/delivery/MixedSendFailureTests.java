package dev.mongohaul.writer.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import dev.mongohaul.writer.send.MixedSummary;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exception of a command of several operations says what that of a command of one operation does. */
class MixedSendFailureTests {

    private static final ServerAddress SERVER = new ServerAddress("db.example", 27017);
    private static final ClientBulkWriteResult SEVEN_FOUND = new MixedSummary(1, 2, 3, 2, 1);

    @ParameterizedTest
    @CsvSource({"false, 10", "true, 3"})
    void errorsAreReadByTheirIndex(boolean stopsAtFirstError, int answered) {
        SendFailure failure = of(refused(Map.of(7, error(121), 2, error(11000)), SEVEN_FOUND), stopsAtFirstError);

        assertThat(failure.errors()).containsOnlyKeys(2, 7);
        assertThat(failure.errors().get(7).getCode()).isEqualTo(121);
        assertThat(failure.answered().cardinality()).isEqualTo(answered);
        assertThat(failure.found()).isEqualTo(7);
        assertThat(failure.transientError()).isNull();
        assertThat(failure.unlocated()).isNull();
        assertThat(failure.concernError()).isNull();
    }

    @Test
    void nothingIsFoundIfNoOperationSucceeded() {
        SendFailure failure = of(refused(Map.of(0, error(121)), null), true);

        assertThat(failure.found()).isZero();
        assertThat(failure.answered().cardinality()).isEqualTo(1);
    }

    @Test
    void firstTransientErrorIsReported() {
        SendFailure failure = of(refused(Map.of(5, error(91), 1, error(121), 3, error(14031)), SEVEN_FOUND), false);

        assertThat(failure.transientError()).extracting(MongoException::getCode).isEqualTo(14031);
        assertThat(failure.errors()).containsOnlyKeys(1, 3, 5);
    }

    @ParameterizedTest
    @CsvSource({"64, true", "100, true", "2, false"})
    void errorsBesideAConcernErrorAreIgnored(int code, boolean transientError) {
        SendFailure failure = of(
                new ClientBulkWriteException(null, List.of(concern(code)), Map.of(1, error(121)), SEVEN_FOUND, SERVER),
                false);

        assertThat(failure.answered().isEmpty()).isTrue();
        assertThat(failure.errors()).isEmpty();
        assertThat(failure.concernError())
                .extracting(WriteConcernError::getCode)
                .isEqualTo(code);
        assertThat(failure.transientError() != null).isEqualTo(transientError);
    }

    /** A list that takes several commands, of which the first was answered. */
    @Test
    void lostConnectionIsATransientErrorOfAllOperations() {
        MongoException lost = new MongoSocketReadException("Prematurely reached end of stream", SERVER);

        SendFailure failure = of(ended(lost), false);

        assertThat(failure.transientError()).isSameAs(lost);
        assertThat(failure.answered().isEmpty()).isTrue();
        assertThat(failure.errors()).isEmpty();
        assertThat(failure.found()).isZero();
    }

    @Test
    void otherCauseIsThrownUnchanged() {
        MongoException refused = new MongoCommandException(
                new BsonDocument("ok", new BsonInt32(0))
                        .append("code", new BsonInt32(73))
                        .append("errmsg", new BsonString("Invalid namespace")),
                SERVER);

        assertThatThrownBy(() -> of(ended(refused), false)).isSameAs(refused);
    }

    @Test
    void wrappedExceptionIsReadTheSame() {
        RuntimeException wrapped =
                new IllegalStateException("as a framework has it", refused(Map.of(1, error(121)), SEVEN_FOUND));

        assertThat(of(wrapped, false).errors()).containsOnlyKeys(1);
    }

    private static SendFailure of(RuntimeException exception, boolean stopsAtFirstError) {
        return SendFailure.of(exception, 10, stopsAtFirstError);
    }

    private static ClientBulkWriteException refused(
            Map<Integer, WriteError> errors, @Nullable ClientBulkWriteResult partial) {
        return new ClientBulkWriteException(null, List.of(), errors, partial, SERVER);
    }

    private static ClientBulkWriteException ended(MongoException ending) {
        return new ClientBulkWriteException(ending, List.of(), Map.of(1, error(121)), SEVEN_FOUND, SERVER);
    }

    private static WriteError error(int code) {
        return new WriteError(code, "error " + code, new BsonDocument());
    }

    private static WriteConcernError concern(int code) {
        return new WriteConcernError(code, "Name", "error " + code, new BsonDocument());
    }
}
