package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers and cells that look like operators, code or placeholders, but are only names and values. */
class InjectionIT {

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk", "save-all"})
    void cellsAreValues(String writer) {
        String name = "values-" + writer;
        TestJob job = TestJob.in(folder, name)
                .input(
                        "__proto__,constructor\n\"{\"\"$gt\"\": \"\"\"\"}\",$where\n${user.home},#{T(java.lang.Runtime)}\n");

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(Rows.withoutIds(program.documents(name)))
                .containsExactly(
                        new Document("__proto__", "{\"$gt\": \"\"}").append("constructor", "$where"),
                        new Document("__proto__", "${user.home}").append("constructor", "#{T(java.lang.Runtime)}"));
    }

    @Test
    void keyLikeAnOperatorChangesOneDocument() {
        TestJob job = TestJob.in(
                        folder, "replaced", "target: {collection: replaced, id: [key]}", "write: {operation: upsert}")
                .input("key,value\na,1\n\"{\"\"$gt\"\": \"\"\"\"}\",2\nb,3\n");
        program.run(job.prepare());

        job.input("key,value\n\"{\"\"$gt\"\": \"\"\"\"}\",changed\n");
        Run run = program.run(job.prepare());

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents("replaced"))
                .extracting(document -> document.getString("value"))
                .containsExactlyInAnyOrder("1", "changed", "3");
    }

    @Test
    void jsonWithOperatorsIsRejectedAlone() {
        TestJob job = TestJob.in(folder, "json", "fields: {data: json}", "rejects: {limit: unlimited}")
                .input("""
                        n,data
                        1,"{""$where"": ""sleep(1000)""}"
                        2,"{""a"": {""$date"": 0}}"
                        3,"{""__proto__"": {""a.b"": 1}}"
                        """);

        Run run = program.run(job.prepare());

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(run.counts().rejected()).isEqualTo(2);
        assertThat(Rows.withoutIds(program.documents("json")))
                .isEqualTo(List.of(
                        new Document("n", "3").append("data", new Document("__proto__", new Document("a.b", 1)))));
    }
}
