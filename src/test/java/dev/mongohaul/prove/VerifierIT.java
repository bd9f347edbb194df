package dev.mongohaul.prove;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.each.StartResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.ImportWatcher;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.Verified;
import dev.mongohaul.schedule.DueSlot;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verification as a phase after the load, of launches and slots. */
class VerifierIT {

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

    @Test
    void stoppedVerificationIsMadeByTheNextLaunch() {
        TestJob job = TestJob.in(folder, "stopped", "target: {collection: stopped, id: [n]}", "verify: true")
                .input("n\n1\n2\n");
        AtomicReference<ImportMonitor> monitor = new AtomicReference<>();
        AtomicInteger ends = new AtomicInteger();
        monitor.set(new ImportMonitor(new ImportWatcher() {
            @Override
            public void ends() {
                if (ends.incrementAndGet() == 2) { // after the last step
                    monitor.get().requestStop();
                }
            }
        }));

        LaunchResult stopped = program.launch(job.prepare(), monitor.get());

        assertThat(verified(stopped.plan())).isEqualTo(Verified.PENDING);
        assertThat(StartResult.of(stopped).cutShort()).isTrue();
        assertThat(stopped.files()).isEmpty();

        LaunchResult again = program.launch(job.prepare(), new ImportMonitor());

        assertThat(again.nothingToDo()).isFalse();
        assertThat(verified(again.plan())).isEqualTo(Verified.EQUAL);
        assertThat(StartResult.of(again).cutShort()).isFalse();
        assertThat(again.files()).hasSize(1);
    }

    @Test
    void slotVerifiesTheImportOfEachFile() throws IOException {
        Path jobs = Files.createDirectory(folder.resolve("jobs"));
        Files.writeString(jobs.resolve("nightly.yml"), """
                source: {files: "%s/*.csv", each: file}
                target: {collection: nightly, id: [n]}
                schedule: {cron: "%s"}
                unfinished: refuse
                verify: true
                """.formatted(folder, DueSlot.CRON));
        Files.writeString(folder.resolve("a.csv"), "n\n1\n");
        Files.writeString(folder.resolve("b.csv"), "n\n2\n3\n");

        SlotRecord slot = DueSlot.run(program, new JobFiles(jobs, folder), "nightly");

        assertThat(slot.state()).as(slot.reason()).isEqualTo(SlotState.RAN);
        assertThat(program.bean(ImportPlans.class).findByJob("nightly"))
                .hasSize(2)
                .allSatisfy(plan -> assertThat(verified(plan)).isEqualTo(Verified.EQUAL));
    }

    private static Verified verified(ImportPlan plan) {
        return Objects.requireNonNull(plan.verification()).verified();
    }
}
