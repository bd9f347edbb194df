package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.job.monitor.ImportMonitor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkMemoryTests {

    private static final long MEBIBYTE = 1 << 20;

    private final ChunkMemory memory = new ChunkMemory(100 * MEBIBYTE);

    @TempDir
    private Path folder;

    @Test
    void importThatNeedsMoreThanHalfOfTheHeapIsRefused() {
        assertThatCode(() -> memory.requireRoom(job("first", "grid-size=25"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> memory.requireRoom(job("second", "grid-size=26")))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("partition.grid-size 26 × write.chunk-bytes 4 MiB are 104 MiB")
                .hasMessageContaining("half of the heap, 100 MiB");
    }

    @Test
    void limitDependsOnTheHeapOfThisProcess() {
        assertThatThrownBy(() -> job("huge", "grid-size=1024", "chunk-bytes=1GiB"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("-Xmx");
    }

    @Test
    void importWaitsUntilOthersLeaveItsMemory() {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        ImportJob large = job("large", "grid-size=20");
        ImportJob little = job("little", "grid-size=2");
        MemoryShare first = memory.take(large, new ImportMonitor());

        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
            MemoryShare share = memory.take(large, new ImportMonitor());
            order.add("second");
            share.close();
        });
        MemoryShare small = memory.take(little, new ImportMonitor());
        order.add("small");
        small.close();
        assertThat(second).isNotDone();
        order.add("first");
        first.close();

        await().until(second::isDone);
        assertThat(order).containsExactly("small", "first", "second");
    }

    @Test
    void partitionOfAWorkerTakesTheMemoryOfOneChunk() {
        ImportJob job = job("shared", "grid-size=25");
        List<MemoryShare> shares = IntStream.range(0, 25)
                .mapToObj(thread -> memory.takeForOne(job, () -> false))
                .toList();
        CompletableFuture<MemoryShare> next = CompletableFuture.supplyAsync(() -> memory.takeForOne(job, () -> false));
        assertThat(next).isNotDone();

        shares.get(0).close();

        await().until(next::isDone);
        next.join().close();
        memory.takeForOne(job, () -> true).close();
        shares.subList(1, 25).forEach(MemoryShare::close);
    }

    @Test
    void requestToStopEndsTheWait() {
        ImportMonitor monitor = new ImportMonitor();
        MemoryShare first = memory.take(job("first", "grid-size=25"), new ImportMonitor());
        monitor.requestStop();

        memory.take(job("second", "grid-size=25"), monitor).close();
        first.close();

        assertThatCode(() -> memory.take(job("third", "grid-size=25"), new ImportMonitor())
                        .close())
                .doesNotThrowAnyException();
    }

    private ImportJob job(String name, String... parameters) {
        List<String> all = new ArrayList<>(List.of("chunk-bytes=4MiB"));
        if (parameters.length > 1) {
            all.clear();
        }
        all.addAll(List.of(parameters));
        return TestJob.in(folder, name).input("n\n1\n").prepare(all.toArray(String[]::new));
    }
}
