package dev.mongohaul.repository.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsIT {

    @TempDir
    private Path folder;

    @Test
    void runsAreFoundByNumberByImportAndByAge() {
        try (Program program = Program.start(TestServer.database("runs"))) {
            Runs runs = program.bean(Runs.class);
            TestJob job = TestJob.in(folder, "job").input("a\n1\n2\n3\n");
            Run failed = program.failAfterChunks(1, job.prepare("chunk-size=1"));
            Run continued = program.run(job.prepare());
            Run other = program.run(job.input("a\n4\n").prepare());

            assertThat(runs.find(continued.id()).map(Run::counts)).contains(new Counts(2, 2, 0, 0, 0));
            assertThat(runs.find(99)).isEmpty();
            assertThat(runs.runsOf(failed.importNumber()))
                    .extracting(Run::id)
                    .containsExactly(failed.id(), continued.id());
            assertThat(runs.runsOf(99)).isEmpty();
            assertThat(runs.recent(2)).extracting(Run::id).containsExactly(other.id(), continued.id());
            assertThat(runs.recent(10)).hasSize(3);
            program.database().drop();
        }
    }
}
