package dev.mongohaul.job.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkMetersTests {

    @Test
    void threadsAreCountedAfterAGarbageCollection() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        AtomicInteger busy = new AtomicInteger();
        new WorkMeters(registry).threads(4, busy::get);

        System.gc();
        busy.set(1);

        assertThat(threads(registry, "busy")).isEqualTo(1);
        assertThat(threads(registry, "idle")).isEqualTo(3);
        assertThat(registry.get("mongohaul.broker.up").gauge().value()).isEqualTo(1);
    }

    private static double threads(SimpleMeterRegistry registry, String state) {
        return registry.get("mongohaul.worker.threads")
                .tag("state", state)
                .gauge()
                .value();
    }
}
