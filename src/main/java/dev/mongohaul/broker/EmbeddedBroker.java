package dev.mongohaul.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.ActivateCallback;
import org.apache.activemq.artemis.core.server.ActiveMQLockAcquisitionTimeoutException;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/**
 * Apache Artemis broker in this process, with one queue, whose messages are kept in files. If the files are lost, nothing
 * else is: managers send their invitations again.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private static final Duration FIRST_REDELIVERY = Duration.ofSeconds(5);
    private static final Duration LAST_REDELIVERY = Duration.ofSeconds(60);
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(2);
    private static final long LARGEST_MEMORY = 64L << 20;
    private static final int RANDOM_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    static final String PEM = "PEM";

    /** User of the clients of a broker without users. */
    private static final String ANYONE = "anyone";

    static final String NO_KEY =
            "%s has no private key with its certificate. Write both into one PEM file, the key in PKCS #8 and without a password";

    private final ActiveMQServer server;
    private final BrokerAddress address;
    private final CompletableFuture<String> ended = new CompletableFuture<>();

    private EmbeddedBroker(ActiveMQServer server, BrokerAddress address) {
        this.server = server;
        this.address = address;
        server.registerIOCriticalErrorListener((cause, message, file) -> ended.complete(String.valueOf(cause)));
        server.registerActivateCallback(new ActivateCallback() {
            @Override
            public void deActivate() {
                ended.complete("it was stopped");
            }
        });
    }

    /**
     * Starts a broker.
     *
     * @param host address to listen on
     * @param port 0 for any that is free
     * @param folder of its files
     * @param protection null if every client may send and receive, without TLS
     * @throws BrokerException if the address, the port, the folder or the key cannot be used
     */
    public static EmbeddedBroker start(
            String host, int port, String queue, Path folder, @Nullable BrokerProtection protection) {
        return start(host, port, queue, folder, protection, FIRST_REDELIVERY);
    }

    /** @param redelivery time until a text that was given back is delivered again; each further time takes longer */
    static EmbeddedBroker start(
            String host,
            int port,
            String queue,
            Path folder,
            @Nullable BrokerProtection protection,
            Duration redelivery) {
        BrokerAddress address = new BrokerAddress(host, free(host, port), protection != null, null, null);
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        ConfigurationImpl configuration = configuration(address, queue, folder, redelivery);
        SecurityConfiguration users = new SecurityConfiguration();
        if (protection == null) {
            addUser(users, ANYONE, randomText());
            users.setDefaultUser(ANYONE);
            configuration.putSecurityRoles(queue, Set.of(role(ANYONE, true)));
        } else {
            protection.apply(configuration, users, queue);
        }
        ActiveMQServer server = new ActiveMQServerImpl(
                configuration, new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users));
        server.addProtocolManagerFactory(new ShortPackets());
        try {
            // It does not throw what fails later in its start.
            server.registerActivationFailureListener(failure::set);
            server.start();
        } catch (Exception e) {
            failure.set(e);
        }
        Exception cause = failure.get();
        if (cause != null) {
            stop(server);
            throw new BrokerException(
                    NestedExceptionUtils.getMostSpecificCause(cause) instanceof ActiveMQLockAcquisitionTimeoutException
                            ? "Another broker uses the files in %s: end it, or start this one in another folder."
                                    .formatted(folder)
                            : "The broker could not start at port %d with its files in %s: %s"
                                    .formatted(address.port(), folder, cause.getMessage()));
        }
        return new EmbeddedBroker(server, address);
    }

    private static int free(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return socket.getLocalPort();
        } catch (UnknownHostException e) {
            throw new BrokerException("%s is no address of this machine.".formatted(host));
        } catch (IOException e) {
            throw new BrokerException(
                    "Port %d at %s cannot be used (%s): end the program that uses it, or choose another port."
                            .formatted(port, host, e.getMessage()));
        }
    }

    private static ConfigurationImpl configuration(
            BrokerAddress address, String queue, Path folder, Duration redelivery) {
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration
                .setName("mongohaul")
                .setPersistenceEnabled(true)
                // Artemis publishes the defaults of this user, who may do everything.
                .setClusterUser(randomText())
                .setClusterPassword(randomText())
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalLockAcquisitionTimeout(LOCK_TIMEOUT.toMillis())
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large-messages").toString())
                .setGlobalMaxSize(LARGEST_MEMORY)
                // Its files are small, and a disk that others have filled must not stop it.
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration(new TransportConfiguration(
                        NettyAcceptorFactory.class.getName(),
                        new HashMap<>(Map.of(
                                TransportConstants.HOST_PROP_NAME,
                                address.host(),
                                TransportConstants.PORT_PROP_NAME,
                                address.port(),
                                TransportConstants.PROTOCOLS_PROP_NAME,
                                "CORE",
                                TransportConstants.USE_EPOLL_PROP_NAME,
                                false,
                                TransportConstants.USE_KQUEUE_PROP_NAME,
                                false)),
                        "tcp"));
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
                        .setRedeliveryDelay(redelivery.toMillis())
                        .setRedeliveryMultiplier(2)
                        .setMaxRedeliveryDelay(LAST_REDELIVERY.toMillis()));
        return configuration;
    }

    private static String randomText() {
        byte[] bytes = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    static void addUser(SecurityConfiguration users, String name, String password) {
        users.addUser(name, password);
        users.addRole(name, name);
    }

    static Role role(String name, boolean consumes) {
        return new Role(name, true, consumes, false, false, false, false, false, false, false, false, false, false);
    }

    /**
     * Waits for a signal.
     *
     * @throws BrokerException if the broker ends before, for example because its files cannot be written
     */
    public void runUntil(CompletableFuture<Void> signalled) {
        CompletableFuture.anyOf(signalled, ended).join();
        if (!signalled.isDone()) {
            throw new BrokerException(
                    "The broker at %s has ended: %s. Start it again when its files in %s can be written."
                            .formatted(
                                    address,
                                    ended.join(),
                                    server.getConfiguration()
                                            .getJournalLocation()
                                            .getParent()));
        }
    }

    /** Returns the address for clients, which is the host name of this machine if the broker listens on all addresses. */
    public BrokerAddress address() {
        try {
            return InetAddress.getByName(address.host()).isAnyLocalAddress()
                    ? new BrokerAddress(
                            InetAddress.getLocalHost().getHostName(), address.port(), address.tls(), null, null)
                    : address;
        } catch (UnknownHostException e) {
            return address;
        }
    }

    @Override
    public void close() {
        stop(server);
    }

    private static void stop(ActiveMQServer server) {
        try {
            server.stop();
        } catch (Exception e) {
            throw new BrokerException("The broker could not be stopped: " + e.getMessage());
        }
    }
}
