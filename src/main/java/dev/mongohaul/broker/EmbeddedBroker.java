package dev.mongohaul.broker;

import dev.mongohaul.broker.PartitionQueue.BrokerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * Apache Artemis broker in this process, with one queue, whose messages are kept in files. If the files are lost, nothing
 * else is: managers send their invitations again.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private static final Duration FIRST_REDELIVERY = Duration.ofSeconds(5);
    private static final Duration LAST_REDELIVERY = Duration.ofSeconds(60);
    private static final long LARGEST_MEMORY = 64L << 20;

    private final EmbeddedActiveMQ server;
    private final BrokerAddress address;

    private EmbeddedBroker(EmbeddedActiveMQ server, BrokerAddress address) {
        this.server = server;
        this.address = address;
    }

    /**
     * Starts a broker that accepts connections of this machine only.
     *
     * @param port 0 for any that is free
     * @param folder of its files
     * @throws BrokerException if the port or the folder cannot be used
     */
    public static EmbeddedBroker start(int port, String queue, Path folder) {
        BrokerAddress address = new BrokerAddress("127.0.0.1", free(port), false);
        EmbeddedActiveMQ server = new EmbeddedActiveMQ();
        try {
            server.setConfiguration(configuration(address, queue, folder));
            server.start();
        } catch (Exception e) {
            stop(server);
            throw new BrokerException("The broker could not start at port %d with its files in %s: %s"
                    .formatted(address.port(), folder, e.getMessage()));
        }
        return new EmbeddedBroker(server, address);
    }

    private static int free(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new BrokerException(
                    "Port %d is in use: end the program that uses it, or choose another --port.".formatted(port));
        }
    }

    private static ConfigurationImpl configuration(BrokerAddress address, String queue, Path folder) throws Exception {
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration
                .setName("mongohaul")
                .setPersistenceEnabled(true)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large-messages").toString())
                .setGlobalMaxSize(LARGEST_MEMORY)
                .addAcceptorConfiguration(
                        "tcp", "tcp://%s:%d?protocols=CORE".formatted(address.host(), address.port()));
        configuration.addAddressConfiguration(new CoreAddressConfiguration()
                .setName(queue)
                .addRoutingType(RoutingType.ANYCAST)
                .addQueueConfig(QueueConfiguration.of(SimpleString.of(queue))
                        .setAddress(SimpleString.of(queue))
                        .setRoutingType(RoutingType.ANYCAST)
                        .setDurable(true)));
        configuration.addAddressSetting(
                "#",
                new AddressSettings()
                        .setAutoCreateAddresses(false)
                        .setAutoCreateQueues(false)
                        .setMaxDeliveryAttempts(-1)
                        .setRedeliveryDelay(FIRST_REDELIVERY.toMillis())
                        .setRedeliveryMultiplier(2)
                        .setMaxRedeliveryDelay(LAST_REDELIVERY.toMillis()));
        return configuration;
    }

    public BrokerAddress address() {
        return address;
    }

    @Override
    public void close() {
        stop(server);
    }

    private static void stop(EmbeddedActiveMQ server) {
        try {
            server.stop();
        } catch (Exception e) {
            throw new BrokerException("The broker could not be stopped: " + e.getMessage());
        }
    }
}
