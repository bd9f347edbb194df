package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.architecture.StoredNames;
import dev.mongohaul.cli.Program.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Tokens of programs, by the command. */
class TokenCommandIT extends ProgramTest {

    @Test
    void tokenIsPrintedOnceListedAndRevoked() {
        Result created = program.run("token", "create", "airflow", "--role=operate", "--expires=30d");

        assertThat(created.exitCode()).as(created.err()).isZero();
        assertThat(created.out()).matches("mh_[A-Za-z0-9_-]{43}\n");
        assertThat(created.err()).contains("and not shown again. 'mongohaul token revoke airflow' ends it.");
        String secret = created.out().strip();
        assertThat(collection("mongohaul_tokens").find().first().toJson())
                .doesNotContain(secret, secret.substring(3))
                .contains("operate");

        StoredNames.checkDocuments(
                "mongohaul_tokens",
                collection("mongohaul_tokens")
                        .withDocumentClass(BsonDocument.class)
                        .find()
                        .into(new ArrayList<>()));
        StoredNames.check(
                "indexes of mongohaul_tokens",
                collection("mongohaul_tokens")
                        .listIndexes()
                        .map(index -> index.getString("name"))
                        .into(new ArrayList<>()));

        Result list = program.run("token", "list");
        assertThat(list.out())
                .containsPattern("airflow +operate +\\d{4}-")
                .doesNotContain(
                        secret, collection("mongohaul_tokens").find().first().getString("hash"));

        assertRefused(
                program.run("token", "create", "airflow"),
                2,
                "There is a token \"airflow\" already",
                "mongohaul token revoke airflow");
        assertThat(program.run("token", "revoke", "airflow").out()).isEqualTo("The token \"airflow\" is revoked\n");
        assertThat(collection("mongohaul_tokens").countDocuments()).isZero();
        assertRefused(
                program.run("token", "revoke", "airflow"),
                2,
                "There is no token \"airflow\"; 'mongohaul token list' lists them");
    }

    @Test
    void expiredTokenIsListedAsExpired() {
        program.run("token", "create", "old");
        collection("mongohaul_tokens")
                .updateOne(new Document(), new Document("$set", new Document("expires", Date.from(Instant.EPOCH))));

        assertThat(program.run("token", "list").out()).contains("1970-01-01T00:00:00Z (expired)");
    }

    @Test
    void wrongTokenIsNotCreated() {
        assertRefused(program.run("token", "create", "air flow"), 2, "\"air flow\" is not a valid name of a token");
        assertRefused(program.run("token", "create", "a", "--role=admin"), 2, "--role=admin", "view or operate");
        assertRefused(program.run("token", "create", "a", "--expires=0d"), 2, "\"0d\" is not a time of at most 3650d");
        assertRefused(program.run("token", "create", "a", "--expires=90"), 2, "\"90\" is not a time of at most 3650d");
        assertRefused(program.run("token", "create", "a", "--expires=never"), 2, "such as 12h or 90d");
        assertRefused(program.run("token"), 2, "mongohaul token create, list or revoke");
        assertThat(collection("mongohaul_tokens").countDocuments()).isZero();
    }
}
