package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SendThreadsTests {

    private static final int PARTITIONS = 4;
    private static final long OVERLAP_NANOS = 1_000_000;

    @Test
    void partitionsAddDocumentsOneAfterTheOther() throws Exception {
        SendThreads threads = new SendThreads(Runnable::run, 1, 1);
        CountDownLatch ready = new CountDownLatch(PARTITIONS);
        AtomicInteger adding = new AtomicInteger();
        Callable<Integer> partition = () -> {
            ready.countDown();
            ready.await();
            return threads.alone(() -> {
                int now = adding.incrementAndGet();
                LockSupport.parkNanos(OVERLAP_NANOS);
                adding.decrementAndGet();
                return now;
            });
        };
        ExecutorService executor = Executors.newFixedThreadPool(PARTITIONS);
        try {
            for (Future<Integer> most : executor.invokeAll(List.of(partition, partition, partition, partition))) {
                assertThat(most.get()).isEqualTo(1);
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
