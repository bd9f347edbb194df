package dev.mongohaul.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.schedule.SlotInput.Outcome;
import dev.mongohaul.schedule.pause.FileWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlotInputTests {

    private static final Instant SLOT = Instant.parse("2026-11-20T02:30:00Z");
    private static final Duration SETTLED = Duration.ofMillis(5);
    private static final String NONE = "";
    private static final String MARKER = ".done";

    private final SettableClock clock = new SettableClock(SLOT);

    private final Map<Instant, String> late = new TreeMap<>();
    private final List<Optional<FileWait>> waits = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void filesThatLookTheSameTwiceAreTaken() throws Exception {
        assertThat(await("", SETTLED, "a 1", "a 2", "a 2", "a 3")).isEqualTo(Outcome.READY);
        assertThat(clock.instant()).isEqualTo(SLOT.plusMillis(10));
    }

    @Test
    void lateFileIsWaitedForUntilItIsWhole() throws Exception {
        assertThat(await(", wait: 1h", Duration.ofMinutes(10), NONE, NONE, NONE, "a 1", "a 2", "a 2"))
                .isEqualTo(Outcome.READY);
        assertThat(clock.instant()).isEqualTo(SLOT.plusSeconds(3000));
        assertThat(waits)
                .containsExactly(
                        Optional.of(new FileWait(folder.resolve("a.csv").toString(), SLOT.plusSeconds(3600))),
                        Optional.empty());
    }

    @Test
    void missingFileIsAwaitedForTheWaitingTime() throws Exception {
        assertThat(await(", wait: 1h", Duration.ofMinutes(10), NONE)).isEqualTo(Outcome.READY);
        assertThat(clock.instant()).isEqualTo(SLOT.plusSeconds(3600));
    }

    @Test
    void missingFileIsNotAwaitedWithoutAWaitingTime() throws Exception {
        assertThat(await("", SETTLED, NONE, "a 1")).isEqualTo(Outcome.READY);
        assertThat(clock.instant()).isEqualTo(SLOT);
        assertThat(waits).isEmpty();
    }

    @Test
    void missingFileIsLateOnceBeforeTheWaitEnds() throws Exception {
        assertThat(await(", wait: 1h}\nnotify: {late: 25m", Duration.ofMinutes(10), NONE))
                .isEqualTo(Outcome.READY);
        assertThat(late)
                .containsExactly(
                        entry(SLOT.plusSeconds(1800), folder.resolve("a.csv").toString()));
    }

    @Test
    void markerOfAFileThatIsThereIsLate() throws Exception {
        assertThat(await(", wait: 1h}\nnotify: {late: 25m", Duration.ofMinutes(10), NONE, "a.csv" + MARKER))
                .isEqualTo(Outcome.READY);
        String missing = "a.csv.done (the marker of a file that is there)";
        assertThat(late).containsExactly(entry(SLOT.plusSeconds(1800), missing));
        assertThat(waits).last().isEqualTo(Optional.of(new FileWait(missing, SLOT.plusSeconds(3600))));
    }

    @Test
    void fileThatIsThereIsNotLate() throws Exception {
        assertThat(await(", wait: 1h}\nnotify: {late: 25m", Duration.ofMinutes(10), NONE, "a 1", "a 1", "a 2", "a 2"))
                .isEqualTo(Outcome.READY);
        assertThat(late).isEmpty();
    }

    @Test
    void fileThatKeepsGrowingIsRefused() throws Exception {
        String[] growing = new String[100];
        for (int size = 0; size < growing.length; size++) {
            growing[size] = "a " + size;
        }

        assertThat(await(", wait: 1h", Duration.ofMinutes(1), growing)).isEqualTo(Outcome.GROWING);
        assertThat(clock.instant()).isBetween(SLOT.plusSeconds(3600), SLOT.plusSeconds(3720));
        clock.set(SLOT);
        assertThat(await("", SETTLED, growing)).isEqualTo(Outcome.GROWING);
        assertThat(clock.instant()).isBetween(SLOT.plusMillis(60), SLOT.plusMillis(70));
    }

    /** Each look finds what is next, the last again and again; between two of them so much time passes. */
    private Outcome await(String schedule, Duration between, String... finds) throws IOException, InterruptedException {
        Deque<String> left = new ArrayDeque<>(List.of(finds));
        boolean[] first = {true};
        SlotInput input = new SlotInput(
                job -> {
                    if (!first[0]) {
                        clock.set(clock.instant().plus(between));
                    }
                    first[0] = false;
                    String found = left.size() > 1 ? left.removeFirst() : left.getFirst();
                    return found.equals(NONE)
                            ? SlotInput.Look.NOTHING
                            : found.endsWith(MARKER)
                                    ? new SlotInput.Look(List.of(), List.of(found))
                                    : new SlotInput.Look(List.of(found), List.of());
                },
                SETTLED,
                clock);
        JobFile job = job(schedule);
        return input.await(() -> job, SLOT, () -> false, missing -> late.put(clock.instant(), missing), waits::add);
    }

    private JobFile job(String schedule) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/j.yml"), """
                source: {files: a.csv}
                target: {collection: c}
                unfinished: abandon
                schedule: {cron: "0 30 2 * * *"%s}
                """.formatted(schedule));
        return new JobFiles(folder.resolve("jobs"), folder).find("j", List.of());
    }
}
