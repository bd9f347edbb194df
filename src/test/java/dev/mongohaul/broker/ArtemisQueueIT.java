package dev.mongohaul.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.broker.PartitionQueue.BrokerException;
import dev.mongohaul.broker.PartitionQueue.Received;
import dev.mongohaul.broker.PartitionQueue.Receiver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queue of a real broker in this process. */
class ArtemisQueueIT {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final BrokerProperties PROPERTIES =
            new BrokerProperties("mongohaul.partitions", Duration.ofSeconds(3));

    @TempDir
    private Path folder;

    private EmbeddedBroker broker;
    private ArtemisQueue queue;

    @BeforeEach
    void start() {
        broker = EmbeddedBroker.start(0, PROPERTIES.queue(), folder);
        queue = new ArtemisQueue(broker.address(), PROPERTIES);
    }

    @AfterEach
    void stop() {
        queue.close();
        broker.close();
    }

    @Test
    void committedTextIsDeliveredOnce() {
        queue.send("one", 4);
        queue.send("two", 4);
        try (Receiver receiver = queue.receiver()) {
            assertThat(next(receiver).text()).isEqualTo("one");
            receiver.commit();
            assertThat(next(receiver).text()).isEqualTo("two");
            receiver.commit();
            assertThat(receiver.receive(SHORT)).isEmpty();
        }
    }

    @Test
    void textsOfAHigherPriorityComeFirst() {
        queue.send("low", 1);
        queue.send("usual", 4);
        queue.send("high", 9);
        try (Receiver receiver = queue.receiver()) {
            assertThat(next(receiver).text()).isEqualTo("high");
            assertThat(next(receiver).text()).isEqualTo("usual");
            assertThat(next(receiver).text()).isEqualTo("low");
        }
    }

    @Test
    void textThatIsRolledBackComesAgainLaterWithTheSameId() {
        queue.send("again", 4);
        try (Receiver receiver = queue.receiver()) {
            Received first = next(receiver);
            receiver.rollBack();
            assertThat(receiver.receive(SHORT)).as("after a delay").isEmpty();
            assertThat(next(receiver)).isEqualTo(first);
        }
    }

    @Test
    void textThatIsPassedOnComesToAnotherReceiverAtOnce() {
        queue.send("moved", 7);
        queue.send("usual", 4);
        try (Receiver first = queue.receiver();
                Receiver second = queue.receiver()) {
            assertThat(next(first).text()).isEqualTo("moved");
            first.passOn();
            assertThat(next(second).text()).isEqualTo("moved");
            second.commit();
            assertThat(next(second).text()).isEqualTo("usual");
        }
    }

    @Test
    void textOfAReceiverThatEndsComesToAnother() {
        queue.send("moved", 4);
        Receiver first = queue.receiver();
        Received received = next(first);
        try (Receiver second = queue.receiver()) {
            first.close();
            assertThat(next(second)).isEqualTo(received);
        }
    }

    @Test
    void textsSurviveARestartOfTheBroker() {
        queue.send("kept", 4);
        queue.send("in work", 4);
        Receiver receiver = queue.receiver();
        Received kept = next(receiver);
        receiver.commit();
        Received inWork = next(receiver);
        int port = broker.address().port();

        broker.close();
        assertThat(receiver.receive(SHORT)).isEmpty();
        receiver.commit();
        assertThatThrownBy(() -> queue.send("lost", 4))
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith("The broker at tcp://127.0.0.1:" + port + " does not answer");
        broker = EmbeddedBroker.start(port, PROPERTIES.queue(), folder);

        assertThat(next(receiver)).isEqualTo(inWork).isNotEqualTo(kept);
        queue.send("new", 4);
        assertThat(next(receiver).text()).isEqualTo("new");
        receiver.close();
    }

    @Test
    void portOrFolderOfAnotherBrokerIsRefused() {
        assertThatThrownBy(() -> EmbeddedBroker.start(broker.address().port(), "other", folder.resolve("other")))
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith("Port " + broker.address().port() + " is in use");
    }

    private static Received next(Receiver receiver) {
        return await().atMost(PATIENCE)
                .until(() -> receiver.receive(SHORT), Optional::isPresent)
                .orElseThrow();
    }
}
