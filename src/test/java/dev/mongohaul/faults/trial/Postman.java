package dev.mongohaul.faults.trial;

import dev.mongohaul.broker.ArtemisQueue;
import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.broker.BrokerException;
import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.broker.QueueReceiver;
import dev.mongohaul.faults.input.Draw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Takes invitations from the queue and sends each again up to three times, or not at all, late and in another order. */
final class Postman implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MOST_HELD = 5;

    private final Draw draw;
    private final ArtemisQueue queue;
    private final Thread thread = new Thread(this::work, "postman");
    private volatile boolean ended;

    Postman(Draw draw, String broker) {
        this.draw = draw;
        this.queue = new ArtemisQueue(
                BrokerAddress.of(Map.of(BrokerAddress.VARIABLE, broker)).orElseThrow(),
                new BrokerProperties("mongohaul.partitions", Duration.ofSeconds(3)));
        thread.setDaemon(true);
        thread.start();
    }

    private void work() {
        List<String> held = new ArrayList<>();
        try (QueueReceiver receiver = queue.receiver()) {
            while (!ended) {
                receiver.receive(POLL).ifPresent(received -> {
                    receiver.commit();
                    for (int copy = draw.below(4); copy > 0; copy--) {
                        held.add(draw.below(held.size() + 1), received.text());
                    }
                });
                while (held.size() > draw.below(MOST_HELD)) {
                    deliver(held.remove(held.size() - 1));
                }
                pause(draw.below(400));
            }
        }
    }

    private void deliver(String text) {
        try {
            queue.send(text);
        } catch (BrokerException e) {
            // The broker is away: this invitation is lost.
            return;
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        queue.close();
    }
}
