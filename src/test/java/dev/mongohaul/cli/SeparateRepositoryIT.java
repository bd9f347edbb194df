package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.mongo.TestServer;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports whose JobRepository has a connection string of its own, to another database of the same server. */
class SeparateRepositoryIT extends ProgramTest {

    @BeforeEach
    void separateRepository() {
        database().drop();
        String repository = database().getName() + "_repository";
        program = program.with(Map.of(
                "MONGODB_URI", Program.uri(database().getName()), "MONGOHAUL_REPOSITORY_URI", Program.uri(repository)));
    }

    @AfterEach
    void dropRepository() {
        database("_repository").drop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "upsert", "snapshot", "swap"})
    void importThatExceededItsLimitContinues(String operation) {
        job(operation);
        file("in.csv", "k,v", "1,a", "x,b", "3,c");
        assertThat(program.run("import", "goods").exitCode()).isEqualTo(12);
        assertThat(program.run("import", "goods").exitCode()).isEqualTo(12);

        Result restarted = program.run("restart", "1", "rejects.limit=1");

        assertThat(restarted.exitCode()).as(restarted.out() + restarted.err()).isEqualTo(10);
        assertThat(collection("goods").find().sort(new Document("_id", 1)))
                .extracting(document -> document.get("v"))
                .containsExactly("a", "c");
        assertThat(database("_repository").listCollectionNames()).contains("mongohaul_fences");
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "upsert", "snapshot", "swap"})
    void importThatExceededItsLimitIsAbandonedForACorrectedFile(String operation) {
        job(operation);
        file("in.csv", "k,v", "1,a", "x,b", "3,c");
        program.run("import", "goods");

        Result abandoned = program.run("abandon", "1");
        file("in.csv", "k,v", "1,a", "2,b", "3,c");
        Result corrected = program.run("import", "goods");

        assertThat(abandoned.exitCode()).as(abandoned.err()).isZero();
        assertThat(corrected.exitCode()).as(corrected.out() + corrected.err()).isZero();
        assertThat(collection("goods").countDocuments()).isEqualTo(3);
    }

    @Test
    void importIsUndone() {
        job("insert");
        file("in.csv", "k,v", "1,a", "2,b");
        assertThat(program.run("import", "goods", "--undo=1d").exitCode()).isZero();

        Result undone = program.run("undo", "1");

        assertThat(undone.exitCode()).as(undone.err()).isZero();
        assertThat(collection("goods").countDocuments()).isZero();
    }

    private MongoDatabase database(String suffix) {
        return TestServer.client().getDatabase(database().getName() + suffix);
    }

    private void job(String operation) {
        file(
                "jobs/goods.yml",
                "source: {files: in.csv}",
                "target: {collection: goods, id: [k]}",
                "fields: {k: int32}",
                "write: {operation: " + operation + "}");
    }
}
