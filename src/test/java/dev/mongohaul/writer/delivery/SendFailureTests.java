package dev.mongohaul.writer.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcernResult;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.BulkWriteUpsert;
import com.mongodb.bulk.WriteConcernError;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mongodb.BulkOperationException;

class SendFailureTests {

    private static final ServerAddress SERVER = new ServerAddress("db.example", 27017);

    /** The ways in which APIs hand on the driver's exception. */
    static Stream<Function<RuntimeException, RuntimeException>> wrappers() {
        return Stream.of(
                Function.identity(),
                e -> new DuplicateKeyException("wrapped", e),
                e -> new IllegalStateException(new RuntimeException(new DataIntegrityViolationException("twice", e))));
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void bulkErrorsAreReadByTheirIndex(Function<RuntimeException, RuntimeException> wrap) {
        SendFailure failure = of(wrap.apply(bulk(null, error(7, 121), error(2, 11000))));

        assertThat(failure.errors()).containsOnlyKeys(2, 7);
        assertThat(failure.errors().get(7).getCode()).isEqualTo(121);
        assertThat(failure.answered().cardinality()).isEqualTo(10);
        assertThat(failure.found()).isEqualTo(4);
        assertThat(failure.transientError()).isNull();
        assertThat(failure.unlocated()).isNull();
        assertThat(failure.concernError()).isNull();
    }

    @Test
    void exceptionOfSpringDataForBulkWritesIsRead() {
        SendFailure failure = of(new BulkOperationException("wrapped", bulk(null, error(1, 121))));

        assertThat(failure.errors()).containsOnlyKeys(1);
    }

    @Test
    void firstTransientErrorIsReported() {
        SendFailure failure = of(bulk(null, error(5, 91), error(1, 121), error(3, 14031)));

        assertThat(failure.transientError()).extracting(MongoException::getCode).isEqualTo(14031);
        assertThat(failure.errors()).containsOnlyKeys(1, 3, 5);
    }

    @Test
    void errorsBesideAConcernErrorAreIgnored() {
        SendFailure failure = of(bulk(concern(2), error(1, 121)));

        assertThat(failure.answered().isEmpty()).isTrue();
        assertThat(failure.concernError())
                .extracting(WriteConcernError::getCode)
                .isEqualTo(2);
        assertThat(failure.transientError()).isNull();
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void transientConcernErrorIsATransientError(Function<RuntimeException, RuntimeException> wrap) {
        MongoWriteConcernException exception = new MongoWriteConcernException(
                concern(64), WriteConcernResult.acknowledged(1, false, null), SERVER, Set.of());

        SendFailure failure = of(wrap.apply(exception));

        assertThat(failure.concernError())
                .extracting(WriteConcernError::getCode)
                .isEqualTo(64);
        assertThat(failure.transientError()).extracting(MongoException::getCode).isEqualTo(64);
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void errorOfASingleWriteHasNoIndex(Function<RuntimeException, RuntimeException> wrap) {
        SendFailure failure = of(wrap.apply(write(121)));

        assertThat(failure.unlocated()).extracting(WriteError::getCode).isEqualTo(121);
        assertThat(failure.answered().isEmpty()).isTrue();
        assertThat(failure.transientError()).isNull();
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void transientErrorOfASingleWriteIsNoRefusal(Function<RuntimeException, RuntimeException> wrap) {
        SendFailure failure = of(wrap.apply(write(112)));

        assertThat(failure.unlocated()).isNull();
        assertThat(failure.transientError()).extracting(MongoException::getCode).isEqualTo(112);
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void lostConnectionIsATransientError(Function<RuntimeException, RuntimeException> wrap) {
        MongoException lost = new MongoSocketReadException("Prematurely reached end of stream", SERVER);

        assertThat(of(wrap.apply(lost)).transientError()).isSameAs(lost);
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void otherCommandErrorsAreThrownUnchanged(Function<RuntimeException, RuntimeException> wrap) {
        RuntimeException exception = wrap.apply(new MongoCommandException(
                new BsonDocument("ok", new BsonInt32(0))
                        .append("code", new BsonInt32(73))
                        .append("errmsg", new BsonString("Invalid namespace")),
                SERVER));

        assertThatThrownBy(() -> of(exception)).isSameAs(exception);
    }

    @Test
    void otherExceptionsAreThrownUnchanged() {
        RuntimeException exception = new IllegalArgumentException("no id");

        assertThatThrownBy(() -> of(exception)).isSameAs(exception);
    }

    /** Returns the failure of ten documents that were all attempted. */
    private static SendFailure of(RuntimeException exception) {
        return SendFailure.of(exception, 10, false);
    }

    private static MongoBulkWriteException bulk(@Nullable WriteConcernError concern, BulkWriteError... errors) {
        BulkWriteResult result =
                BulkWriteResult.acknowledged(0, 3, 0, 3, List.of(new BulkWriteUpsert(0, new BsonInt32(1))), List.of());
        return new MongoBulkWriteException(result, List.of(errors), concern, SERVER, Set.of());
    }

    private static BulkWriteError error(int index, int code) {
        return new BulkWriteError(code, "error " + code, new BsonDocument(), index);
    }

    private static WriteConcernError concern(int code) {
        return new WriteConcernError(code, "Name", "error " + code, new BsonDocument());
    }

    private static MongoWriteException write(int code) {
        return new MongoWriteException(new WriteError(code, "error " + code, new BsonDocument()), SERVER, Set.of());
    }
}
