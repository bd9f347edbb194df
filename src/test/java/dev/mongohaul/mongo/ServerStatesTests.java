package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerStatesTests {

    private static final ServerAddress SERVER = new ServerAddress("db1");

    @ParameterizedTest
    @ValueSource(
            ints = {
                6, 7, 13, 18, 43, 50, 64, 89, 91, 100, 112, 189, 262, 462, 463, 473, 9001, 10107, 11600, 11601, 11602,
                13435, 13436, 14031
            })
    void transientCodeIsRecognised(int code) {
        assertThat(ServerStates.isServerState(code)).isTrue();
        assertThat(ServerStates.isDocumentError(code)).isFalse();
    }

    /** BadValue, TypeMismatch, ImmutableField, document validation, too large, duplicate key. */
    @ParameterizedTest
    @ValueSource(ints = {2, 9, 14, 28, 52, 53, 66, 121, 510, 511, 10334, 11000, 17280})
    void codeOfADocumentIsNotTransient(int code) {
        assertThat(ServerStates.isServerState(code)).isFalse();
        assertThat(ServerStates.isDocumentError(code)).isTrue();
    }

    /** InternalError, ExceededMemoryLimit, the fail point of MongoDB's tests, a code that no server has yet. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 146, 192, 99_999_999})
    void otherCodesAreNeitherOfADocumentNorTransient(int code) {
        assertThat(ServerStates.isServerState(code)).isFalse();
        assertThat(ServerStates.isDocumentError(code)).isFalse();
    }

    @Test
    void codesAreDistinctAndInOrder() {
        assertThat(Arrays.stream(ServerState.values()).map(ServerState::code))
                .doesNotHaveDuplicates()
                .isSorted()
                .noneMatch(ServerStates::isDocumentError);
        assertThat(Arrays.stream(DocumentError.values()).map(DocumentError::code))
                .doesNotHaveDuplicates()
                .isSorted();
    }

    static List<Throwable> serverStates() {
        return List.of(
                new MongoSocketReadException("closed", SERVER),
                new MongoTimeoutException("no server"),
                command(91),
                labelled("RetryableWriteError"),
                labelled("SystemOverloadedError"),
                bulk(List.of(error(11000), error(11602)), null),
                bulk(List.of(), new WriteConcernError(64, "WriteConcernFailed", "slow", new BsonDocument())),
                mixed(new MongoSocketReadException("closed", SERVER), null, 0),
                mixed(null, new WriteConcernError(64, "WriteConcernFailed", "slow", new BsonDocument()), 0),
                mixed(null, null, 11602),
                new IllegalStateException("as Spring wraps it", new MongoSocketReadException("closed", SERVER)));
    }

    @ParameterizedTest
    @MethodSource("serverStates")
    void transientFailureIsRecognised(Throwable failure) {
        assertThat(ServerStates.isServerState(failure)).isTrue();
    }

    static List<Throwable> others() {
        return List.of(
                command(121),
                bulk(List.of(error(11000), error(121)), null),
                mixed(command(121), null, 0),
                mixed(null, null, 11000),
                new MongoInterruptedException("stop", new InterruptedException()),
                new IllegalArgumentException("not MongoDB's"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void otherFailureIsNotTransient(Throwable failure) {
        assertThat(ServerStates.isServerState(failure)).isFalse();
    }

    private static MongoCommandException command(int code) {
        return new MongoCommandException(
                new BsonDocument("code", new BsonInt32(code)).append("errmsg", new BsonString("refused")), SERVER);
    }

    private static MongoException labelled(String label) {
        MongoException exception = new MongoException(2, "refused");
        exception.addLabel(label);
        return exception;
    }

    private static BulkWriteError error(int code) {
        return new BulkWriteError(code, "refused", new BsonDocument(), 0);
    }

    private static MongoBulkWriteException bulk(List<BulkWriteError> errors, @Nullable WriteConcernError writeConcern) {
        return new MongoBulkWriteException(
                BulkWriteResult.acknowledged(0, 0, 0, 0, List.of(), List.of()), errors, writeConcern, SERVER, Set.of());
    }

    private static ClientBulkWriteException mixed(
            @Nullable MongoException ending, @Nullable WriteConcernError writeConcern, int code) {
        return new ClientBulkWriteException(
                ending,
                writeConcern == null ? List.of() : List.of(writeConcern),
                Map.of(3, new WriteError(code, "refused", new BsonDocument())),
                null,
                SERVER);
    }
}
