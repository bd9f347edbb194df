package dev.mongohaul.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import dev.mongohaul.mapping.spec.MappingException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.batch.core.step.FatalStepExecutionException;
import org.springframework.dao.DataAccessResourceFailureException;

class FailuresTests {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new MappingException("The complete message."), "The complete message."),
                Arguments.of(
                        new MongoTimeoutException(
                                "Timed out while waiting for a server that matches WritableServerSelector. Client view"
                                        + " of cluster state is {type=REPLICA_SET, servers=[{address=h:1, exception="
                                        + "{com.mongodb.MongoSocketOpenException: Exception opening socket}}]"),
                        "MongoDB: no usable server was found in time; is it running, and has it a primary?"),
                Arguments.of(
                        new MongoCommandException(
                                BsonDocument.parse(
                                        "{ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on x'}"),
                                new ServerAddress("h", 1)),
                        "MongoDB: not authorized on x (error 13, Unauthorized)"),
                Arguments.of(
                        new MongoCommandException(
                                BsonDocument.parse("{ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized"
                                        + " on shop to execute command { insert: \"orders\", lsid: 1 }'}"),
                                new ServerAddress("h", 1)),
                        "MongoDB: the user is not authorized on shop to execute insert; give it the role readWrite on"
                                + " shop, or the one of docs/security.md"),
                Arguments.of(
                        new MongoSecurityException(
                                MongoCredential.createCredential("user", "admin", "s3cret".toCharArray()),
                                "Exception authenticating MongoCredential{userName='user'}"),
                        "MongoDB: user or password was refused; check both, and authSource"),
                Arguments.of(
                        new MongoSocketOpenException(
                                "Exception opening socket",
                                new ServerAddress("h", 1),
                                new ConnectException("Connection refused")),
                        "MongoDB: Exception opening socket (Connection refused)"),
                Arguments.of(new IOException("disk full\nand more"), "IOException: disk full"),
                Arguments.of(new IllegalStateException(), "IllegalStateException: no further message"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failureIsReportedInOneLine(Throwable failure, String line) {
        assertThat(Failures.describe(failure)).isEqualTo(line);
    }

    @Test
    void wrappersOfTheFrameworkAreRemoved() {
        MappingException cause = new MappingException("why");

        assertThat(Failures.cause(new FatalStepExecutionException(
                        "Unable to process chunk", new DataAccessResourceFailureException("wrapped", cause))))
                .isSameAs(cause);
    }

    @Test
    void causeOfOurOwnExceptionIsIgnored() {
        MappingException ours = new MappingException("why");
        ours.initCause(new IOException("detail"));

        assertThat(Failures.cause(ours)).isSameAs(ours);
    }

    @Test
    void endlessMessageIsCut() {
        assertThat(Failures.describe(new IOException("x".repeat(5_000))))
                .hasSizeLessThan(1_010)
                .endsWith("…");
    }
}
