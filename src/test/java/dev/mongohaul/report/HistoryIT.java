package dev.mongohaul.report;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.report.figure.Change;
import dev.mongohaul.report.figure.ChangedFigure;
import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports that were run; how long they took is written by hand. */
class HistoryIT {

    private static final Instant NIGHT = Instant.parse("2026-01-02T02:30:00Z");

    private static Program program;
    private static History history;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
        history = new History(program.bean(Runs.class));
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @Test
    void jobWithoutImportsHasNoHistory() {
        assertThat(history.of("never", false, 10)).isEmpty();
        assertThat(history.usual("never", Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void historyListsNewestImportFirstWithItsChange() {
        TestJob job = TestJob.in(folder, "nightly");
        Run first = took(10, program.run(job.input("a\n1\n2\n").prepare()));
        Run second = took(30, program.run(job.input("a\n3\n4\n5\n").prepare()));
        Run third = took(20, program.run(job.input("a\n6\n7\n8\n9\n").prepare()));
        Run fourth = took(50, program.run(job.input("a\n10\n").prepare()));

        List<ImportSummary> summaries = history.of("nightly", false, 2);

        assertThat(summaries)
                .extracting(ImportSummary::importNumber)
                .containsExactly(fourth.importNumber(), third.importNumber());
        ImportSummary last = summaries.get(0);
        assertThat(last.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(last.state()).isEqualTo("completed");
        assertThat(last.times().seconds()).isEqualTo(50);
        assertThat(last.counts()).isEqualTo(new Counts(1, 1, 0, 0, 0));
        assertThat(last.input().file()).isEqualTo(folder.resolve("input.csv").toString());
        assertThat(last.times().started()).isEqualTo(NIGHT);
        assertThat(last.change()).extracting(Change::imports).isEqualTo(3);
        assertThat(last.change()).extracting(Change::seconds).isEqualTo(new ChangedFigure(20, 150.0));
        assertThat(last.change()).extracting(Change::records).isEqualTo(new ChangedFigure(3, -66.7));
        assertThat(summaries.get(1).change()).as("two are too few").isNull();
        assertThat(history.usual("nightly", fourth.importNumber()).map(Medians::seconds))
                .contains(20.0);
        assertThat(history.usual("nightly", third.importNumber())).isEmpty();
        assertThat(List.of(first.id(), second.id()))
                .doesNotContainAnyElementsOf(last.times().runs());
    }

    @Test
    void runsOfAnImportAreOneLine() {
        TestJob job = TestJob.in(folder, "continued").input("a\n1\n2\n3\n");
        Run failed = took(5, program.failAfterChunks(1, job.prepare("chunk-size=1")));
        assertThat(history.of("continued", false, 9))
                .extracting(ImportSummary::status, ImportSummary::state)
                .containsExactly(tuple(RunStatus.FAILED, "unfinished"));
        Run completed = took(7, program.run(job.prepare()));

        ImportSummary summary = history.of("continued", false, 9).get(0);

        assertThat(summary.times().runs()).containsExactly(failed.id(), completed.id());
        assertThat(summary.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(summary.times().seconds()).isEqualTo(12);
        assertThat(summary.counts()).isEqualTo(new Counts(3, 3, 0, 0, 0));
    }

    /** The seconds that a run shall have taken. */
    private static Run took(int seconds, Run run) {
        program.collection("BATCH_JOB_EXECUTION")
                .updateOne(
                        eq("jobExecutionId", run.id()),
                        List.of(
                                set("startTime", Date.from(NIGHT)),
                                set("endTime", Date.from(NIGHT.plusSeconds(seconds)))));
        return run;
    }
}
