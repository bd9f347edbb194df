package dev.mongohaul.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.config.ActiveMQDefaultConfiguration;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        broker = QuickBroker.start(PROPERTIES.queue(), folder);
        queue = new ArtemisQueue(broker.address(), PROPERTIES);
    }

    @AfterEach
    void stop() {
        queue.close();
        broker.close();
    }

    @Test
    void committedTextIsDeliveredOnce() {
        queue.send("one");
        queue.send("two");
        try (QueueReceiver receiver = queue.receiver()) {
            assertThat(next(receiver).text()).isEqualTo("one");
            receiver.commit();
            assertThat(next(receiver).text()).isEqualTo("two");
            receiver.commit();
            assertThat(receiver.receive(SHORT)).isEmpty();
        }
    }

    @Test
    void textThatIsRolledBackComesAgainLaterWithTheSameId() {
        queue.send("again");
        try (QueueReceiver receiver = queue.receiver()) {
            ReceivedMessage first = next(receiver);
            long rolledBack = System.nanoTime();
            receiver.rollBack();
            assertThat(next(receiver)).isEqualTo(first);
            assertThat(Duration.ofNanos(System.nanoTime() - rolledBack))
                    .isGreaterThan(QuickBroker.REDELIVERY.dividedBy(2));
        }
    }

    @Test
    void textThatIsPassedOnComesToAnotherReceiverAtOnce() {
        queue.send("moved");
        try (QueueReceiver first = queue.receiver();
                QueueReceiver second = queue.receiver()) {
            assertThat(next(first).text()).isEqualTo("moved");
            first.passOn();
            assertThat(next(second).text()).isEqualTo("moved");
        }
    }

    @Test
    void textOfAReceiverThatEndsComesToAnother() {
        queue.send("moved");
        QueueReceiver first = queue.receiver();
        ReceivedMessage received = next(first);
        try (QueueReceiver second = queue.receiver()) {
            first.close();
            assertThat(next(second)).isEqualTo(received);
        }
    }

    @Test
    void textsSurviveARestartOfTheBroker() {
        queue.send("kept");
        queue.send("in work");
        QueueReceiver receiver = queue.receiver();
        ReceivedMessage kept = next(receiver);
        receiver.commit();
        ReceivedMessage inWork = next(receiver);
        int port = broker.address().port();

        broker.close();
        assertThat(receiver.receive(SHORT)).isEmpty();
        receiver.commit();
        assertThatThrownBy(() -> queue.send("lost"))
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith("The broker at tcp://127.0.0.1:" + port + " does not answer");
        broker = QuickBroker.start(port, PROPERTIES.queue(), folder);

        assertThat(next(receiver)).isEqualTo(inWork).isNotEqualTo(kept);
        queue.send("new");
        assertThat(next(receiver).text()).isEqualTo("new");
        receiver.close();
    }

    @Test
    void portOrFolderOfAnotherBrokerIsRefused() {
        assertThatThrownBy(() -> EmbeddedBroker.start(
                        "127.0.0.1", broker.address().port(), "other", folder.resolve("other"), null))
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith("Port " + broker.address().port() + " at 127.0.0.1 cannot be used (");
        assertThatThrownBy(() -> EmbeddedBroker.start("127.0.0.1", 0, PROPERTIES.queue(), folder, null))
                .isInstanceOf(BrokerException.class)
                .hasMessage(
                        "Another broker uses the files in %s: end it, or start this one in another folder.", folder);
    }

    @Test
    void filesThatCannotBeReadAreRefused() throws Exception {
        broker.close();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve("bindings"), "*.bindings")) {
            for (Path file : files) {
                Files.write(file, new byte[64]);
            }
        }
        assertThatThrownBy(() -> EmbeddedBroker.start("127.0.0.1", 0, PROPERTIES.queue(), folder, null))
                .isInstanceOf(BrokerException.class)
                .hasMessageMatching(
                        "The broker could not start at port \\d+ with its files in \\Q" + folder + "\\E: .+");
    }

    @Test
    void brokerWithUsersAcceptsThemByTlsOnly() throws Exception {
        TestKey key = TestKey.make(folder, "ip:127.0.0.1");
        TestKey other = TestKey.make(folder, "dns:queue1");
        BrokerProtection protection = new BrokerProtection(key.keyStore(), "m4nager", "w0rker");
        try (EmbeddedBroker safe =
                        EmbeddedBroker.start("127.0.0.1", 0, PROPERTIES.queue(), folder.resolve("safe"), protection);
                ArtemisQueue manager = queue(safe, key, new BrokerLogin("manager", "m4nager"));
                ArtemisQueue worker = queue(safe, key, new BrokerLogin("worker", "w0rker"));
                QueueReceiver receiver = worker.receiver();
                QueueReceiver forbidden = manager.receiver()) {
            assertThat(safe.address())
                    .hasToString("ssl://127.0.0.1:" + safe.address().port());
            manager.send("invited");
            assertThat(forbidden.receive(SHORT))
                    .as("a manager receives nothing")
                    .isEmpty();
            assertThat(next(receiver).text()).isEqualTo("invited");
            receiver.passOn();
            assertThat(next(receiver).text()).isEqualTo("invited");
            receiver.commit();

            assertRefused(
                    queue(safe, key, new BrokerLogin("worker", "m4nager")),
                    "refuses worker: check MONGOHAUL_BROKER_USER");
            assertRefused(queue(safe, key, null), "refuses a client without a user");
            assertRefused(queue(safe, other, new BrokerLogin("worker", "w0rker")), "does not answer");
            BrokerAddress plain = new BrokerAddress(
                    "127.0.0.1", safe.address().port(), false, null, new BrokerLogin("worker", "w0rker"));
            // The broker never answers it.
            assertRefused(new ArtemisQueue(plain, PROPERTIES, 300), "does not answer");
        }
    }

    @Test
    void certificateOfAnotherHostIsRefused() throws Exception {
        TestKey key = TestKey.make(folder, "dns:queue1");
        BrokerProtection protection = new BrokerProtection(key.keyStore(), "m4nager", "w0rker");
        try (EmbeddedBroker safe =
                EmbeddedBroker.start("127.0.0.1", 0, PROPERTIES.queue(), folder.resolve("safe"), protection)) {
            assertRefused(queue(safe, key, new BrokerLogin("worker", "w0rker")), "does not answer");
        }
    }

    @Test
    void fileWithoutAKeyIsRefused() throws Exception {
        TestKey key = TestKey.make(folder, "ip:127.0.0.1");
        Path broken = Files.writeString(folder.resolve("broken.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA\n");
        for (Path file : List.of(key.certificate(), broken, folder.resolve("missing.pem"))) {
            assertThatThrownBy(() -> new BrokerProtection(file, "m4nager", "w0rker"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(file.toString());
        }
    }

    @Test
    void publishedUserOfArtemisIsRefused() throws Exception {
        BrokerLogin published = new BrokerLogin(
                ActiveMQDefaultConfiguration.getDefaultClusterUser(),
                ActiveMQDefaultConfiguration.getDefaultClusterPassword());
        TestKey key = TestKey.make(folder, "ip:127.0.0.1");
        BrokerProtection protection = new BrokerProtection(key.keyStore(), "m4nager", "w0rker");
        try (EmbeddedBroker safe =
                EmbeddedBroker.start("127.0.0.1", 0, PROPERTIES.queue(), folder.resolve("safe"), protection)) {
            assertRefused(queue(safe, key, published), "refuses " + published.user());
        }
        assertRefused(new ArtemisQueue(broker.address().with(null, published), PROPERTIES), "refuses");
    }

    @Test
    void clientWithoutAUserMayOnlySendAndReceive() throws Exception {
        try (ArtemisClient client = new ArtemisClient(broker.address())) {
            ClientSession session = client.session();
            assertForbidden(
                    () -> session.createProducer("activemq.management").send(session.createMessage(true)), "MANAGE");
            assertForbidden(
                    () -> session.createQueue(QueueConfiguration.of("mine").setAddress(PROPERTIES.queue())),
                    "CREATE_DURABLE_QUEUE");
            assertForbidden(() -> session.deleteQueue(PROPERTIES.queue()), "DELETE_DURABLE_QUEUE");
            assertForbidden(() -> session.createConsumer(PROPERTIES.queue(), null, true), "BROWSE");
            assertForbidden(
                    () -> session.createAddress(SimpleString.of("mine"), RoutingType.ANYCAST, false), "CREATE_ADDRESS");
        }
    }

    @Test
    void selectorOfAReceiverIsRefused() throws Exception {
        String selector = "a LIKE '%s'".formatted("%_".repeat(3_000));
        try (ArtemisClient client = new ArtemisClient(broker.address())) {
            assertThatThrownBy(() -> client.session().createConsumer(PROPERTIES.queue(), selector))
                    .isInstanceOf(ActiveMQException.class);
        }
        queue.send("short");
        try (QueueReceiver receiver = queue.receiver()) {
            assertThat(next(receiver).text()).isEqualTo("short");
        }
    }

    private static void assertForbidden(ThrowingCallable call, String right) {
        assertThatThrownBy(call)
                .isInstanceOf(ActiveMQSecurityException.class)
                .hasMessageContaining("User: anyone does not have permission='" + right + "'");
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 10, 100 << 10, 100 << 20})
    void largeMessageIsRefused(int packet) throws Exception {
        try (ArtemisClient client = new ArtemisClient(broker.address(), packet)) {
            assertThatThrownBy(() -> client.send(PROPERTIES.queue(), "x".repeat(10 << 20)))
                    .isInstanceOf(ActiveMQException.class);
        }
        queue.send("short");
        try (QueueReceiver receiver = queue.receiver()) {
            assertThat(next(receiver).text()).isEqualTo("short");
        }
        try (Stream<Path> large = Files.list(folder.resolve("large-messages"))) {
            assertThat(large).isEmpty();
        }
    }

    @Test
    void messageThatIsNoShortTextHasNoText() throws Exception {
        try (ArtemisClient client = new ArtemisClient(broker.address());
                QueueReceiver receiver = queue.receiver()) {
            client.send(PROPERTIES.queue(), "x".repeat(2000));
            ClientMessage bytes = client.session().createMessage(true);
            bytes.getBodyBuffer().writeLong(-1);
            client.send(PROPERTIES.queue(), bytes);
            ClientMessage broken = client.session().createMessage(Message.TEXT_TYPE, true);
            broken.getBodyBuffer().writeLong(-1);
            client.send(PROPERTIES.queue(), broken);
            queue.send("short");

            for (String text : List.of("", "", "", "short")) {
                assertThat(next(receiver).text()).isEqualTo(text);
                receiver.commit();
            }
        }
    }

    @Test
    void brokerThatCannotWriteItsFilesEnds() throws Exception {
        CompletableFuture<Void> signalled = new CompletableFuture<>();
        CompletableFuture<Void> running = CompletableFuture.runAsync(() -> broker.runUntil(signalled));
        try (Stream<Path> files = Files.walk(folder.resolve("journal"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        try (ArtemisClient client = new ArtemisClient(broker.address())) {
            String text = "x".repeat(20_000);
            assertThatThrownBy(() -> {
                        while (!running.isDone()) {
                            client.send(PROPERTIES.queue(), text);
                        }
                        running.get(1, TimeUnit.SECONDS);
                    })
                    .isInstanceOf(Exception.class);
        }

        assertThatThrownBy(() -> running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith("The broker at %s has ended: ", broker.address())
                .hasMessageContaining("journal")
                .hasMessageEndingWith(". Start it again when its files in %s can be written.", folder);
    }

    @Test
    void signalEndsTheWaitForTheBroker() {
        broker.runUntil(CompletableFuture.completedFuture(null));

        queue.send("runs");
    }

    private static ArtemisQueue queue(EmbeddedBroker broker, TestKey trusted, @Nullable BrokerLogin login) {
        return new ArtemisQueue(broker.address().with(trusted.certificate(), login), PROPERTIES);
    }

    private static void assertRefused(ArtemisQueue refused, String message) {
        try (refused) {
            assertThatThrownBy(refused::connect)
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining(message)
                    .hasMessageNotContainingAny("m4nager", "w0rker");
        }
    }

    private static ReceivedMessage next(QueueReceiver receiver) {
        return await().atMost(PATIENCE)
                .until(() -> receiver.receive(SHORT), Optional::isPresent)
                .orElseThrow();
    }
}
