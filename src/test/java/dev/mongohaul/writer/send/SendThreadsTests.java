package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SendThreadsTests {

    @Test
    void partitionsAddDocumentsOneAfterTheOther() {
        ReentrantLock adding = new ReentrantLock();
        SendThreads threads = new SendThreads(Runnable::run, 1, 1, adding);

        CompletableFuture<Integer> other = threads.alone(() -> {
            CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> threads.alone(() -> 2));
            Awaitility.await().until(adding::hasQueuedThreads);
            assertThat(waiting).isNotDone();
            return waiting;
        });

        assertThat(other).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(2);
    }
}
