package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.output.RunSummaryText;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;

class SummaryIT {

    private final Program program = Program.start(TestDatabases.take());

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MongoDB could not save the plan for 25.0 s: no server. | give the same command when MongoDB can do it",
                "MongoDB: Exception opening socket (Connection refused) | give the same command when MongoDB can do it",
                "in.csv changed while it was read                       | correct what the message names, and give the same command"
            })
    void runWithoutAPlanIsRepeatedWhenItsReasonIsGone(String reason, String next) {
        ImportJob job = TestJob.in(folder, "unplanned").input("n\n1\n").prepare();
        JobExecution execution = program.run(job).execution();
        execution.setExitStatus(new ExitStatus(RunStatus.FAILED.exitCode(), reason));
        execution.setStatus(BatchStatus.FAILED);
        RunSummaryText summary = new RunSummaryText(
                job, "server", program.bean(RejectStore.class), program.bean(Runs.class), Path.of(""));

        assertThat(summary.of(new Run(execution, null))).contains("Nothing was written. Next: " + next);
    }

    @Test
    void nextCommandIsAccepted() throws IOException {
        ImportJob job = TestJob.in(folder, "job").input("n\n1\n2\n3\n").prepare("chunk-size=1", "grid-size=1");
        Run run = program.failAfterChunks(1, job);
        RunSummaryText summary = new RunSummaryText(
                job, "server", program.bean(RejectStore.class), program.bean(Runs.class), Path.of(""));

        assertThat(summary.of(run)).contains("Next: the same command, or 'mongohaul restart " + run.id() + "'");

        Files.writeString(folder.resolve("input.csv"), "4\n", StandardOpenOption.APPEND);

        assertThat(summary.of(run))
                .contains(
                        "Next: put the former content back and give the same command to continue",
                        "'mongohaul abandon " + run.id())
                .doesNotContain("restart");
    }
}
