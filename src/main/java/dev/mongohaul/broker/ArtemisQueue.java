package dev.mongohaul.broker;

import dev.mongohaul.waiting.Backoff;
import dev.mongohaul.waiting.Pauses;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.utils.UUIDGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of an Apache Artemis broker, by Artemis's own client. Jakarta Messaging would read the text of a message before its
 * size can be asked for, and a long text would fill the memory.
 *
 * <p>A connection that fails is not repaired but replaced by the next operation, so that no operation waits for a broker that
 * is away for longer than {@link #CALL_MILLIS}. The broker delivers again what was received by a failed connection: at once
 * if the connection was closed, else when its time to live has ended.
 */
public final class ArtemisQueue implements PartitionQueue {

    private static final Logger LOG = LoggerFactory.getLogger(ArtemisQueue.class);
    private static final int CALL_MILLIS = 5000;
    private static final Backoff PAUSE = Backoff.of(Duration.ofMillis(500));

    /** Longest body of an invitation, in bytes. Artemis has two for each character. */
    private static final int LONGEST_BODY = 2048;

    private final BrokerAddress address;
    private final SimpleString name;
    private final ServerLocator locator;
    private @Nullable ClientSessionFactory connection;
    private @Nullable ClientSession sending;
    private boolean closed;

    /** @param address of the broker, which need not run yet */
    public ArtemisQueue(BrokerAddress address, BrokerProperties properties) {
        this(address, properties, CALL_MILLIS);
    }

    /** @param callMillis longest wait for an answer of the broker */
    ArtemisQueue(BrokerAddress address, BrokerProperties properties, int callMillis) {
        this.address = address;
        this.name = SimpleString.of(properties.queue());
        long timeToLive = properties.ttl().toMillis();
        this.locator = ActiveMQClient.createServerLocatorWithoutHA(
                        new TransportConfiguration(NettyConnectorFactory.class.getName(), transport(address)))
                .setConsumerWindowSize(0)
                .setConnectionTTL(timeToLive)
                .setClientFailureCheckPeriod(timeToLive / 2)
                .setReconnectAttempts(0)
                .setInitialConnectAttempts(1)
                .setCallTimeout(callMillis)
                .setCallFailoverTimeout(callMillis)
                .setBlockOnDurableSend(true);
    }

    private static Map<String, Object> transport(BrokerAddress address) {
        Map<String, Object> transport = new HashMap<>(Map.of(
                TransportConstants.HOST_PROP_NAME,
                address.host(),
                TransportConstants.PORT_PROP_NAME,
                address.port(),
                TransportConstants.SSL_ENABLED_PROP_NAME,
                address.tls(),
                TransportConstants.VERIFY_HOST_PROP_NAME,
                true,
                TransportConstants.USE_EPOLL_PROP_NAME,
                false,
                TransportConstants.USE_KQUEUE_PROP_NAME,
                false));
        if (address.trustStore() != null) {
            transport.put(
                    TransportConstants.TRUSTSTORE_PATH_PROP_NAME,
                    address.trustStore().toAbsolutePath().toString());
            transport.put(TransportConstants.TRUSTSTORE_TYPE_PROP_NAME, "PEM");
        } else if (address.tls()) {
            transport.put(TransportConstants.USE_DEFAULT_SSL_CONTEXT_PROP_NAME, true);
        }
        return transport;
    }

    @Override
    public synchronized void connect() {
        try {
            sending();
        } catch (ActiveMQException e) {
            drop(connection);
            throw away(e);
        }
    }

    private ClientSession sending() throws ActiveMQException {
        if (sending == null) {
            sending = session(connection(), true);
        }
        return sending;
    }

    private synchronized ClientSessionFactory connection() throws ActiveMQException {
        if (closed) {
            throw new ActiveMQException("closed");
        }
        if (connection == null) {
            try {
                connection = locator.createSessionFactory();
            } catch (ActiveMQException e) {
                throw e;
            } catch (Exception e) {
                throw new ActiveMQException(ActiveMQExceptionType.NOT_CONNECTED, String.valueOf(e.getMessage()), e);
            }
        }
        return connection;
    }

    /** @param autoCommit false if {@link ClientSession#commit} ends what was received and sent */
    private ClientSession session(ClientSessionFactory connected, boolean autoCommit) throws ActiveMQException {
        BrokerLogin login = address.login();
        return connected.createSession(
                login == null ? null : login.user(),
                login == null ? null : login.password(),
                false,
                autoCommit,
                autoCommit,
                false,
                locator.getAckBatchSize());
    }

    /** Gives up a connection that has failed. */
    private synchronized void drop(@Nullable ClientSessionFactory failed) {
        if (failed != null && connection == failed) {
            connection = null;
            sending = null;
            failed.close();
        }
    }

    private BrokerException away(ActiveMQException e) {
        LOG.debug("The broker does not answer", e);
        return new BrokerException(
                e.getType() == ActiveMQExceptionType.SECURITY_EXCEPTION
                        ? "The broker at %s refuses %s: check MONGOHAUL_BROKER_USER and the password (%s)"
                                .formatted(
                                        address,
                                        address.login() == null ? "a client without a user" : address.login(),
                                        e.getMessage())
                        : "The broker at %s does not answer: is it running? (%s)".formatted(address, e.getMessage()));
    }

    @Override
    public synchronized void send(String text) {
        ClientSessionFactory used = connection;
        try {
            ClientSession session = sending();
            used = connection;
            send(session, text);
        } catch (ActiveMQException e) {
            drop(used);
            throw away(e);
        }
    }

    private void send(ClientSession session, String text) throws ActiveMQException {
        ClientMessage message = session.createMessage(Message.TEXT_TYPE, true);
        message.setUserID(UUIDGenerator.getInstance().generateUUID());
        message.setRoutingType(RoutingType.ANYCAST);
        message.getBodyBuffer().writeNullableSimpleString(SimpleString.of(text));
        try (ClientProducer producer = session.createProducer(name)) {
            producer.send(message);
        }
    }

    @Override
    public QueueReceiver receiver() {
        return new ArtemisReceiver();
    }

    @Override
    public synchronized void close() {
        closed = true;
        drop(connection);
        locator.close();
    }

    private final class ArtemisReceiver implements QueueReceiver {

        private @Nullable ClientSessionFactory used;
        private @Nullable ClientSession session;
        private @Nullable ClientConsumer consumer;
        private @Nullable ReceivedMessage last;

        @Override
        public Optional<ReceivedMessage> receive(Duration timeout) {
            try {
                ClientMessage message = consumer().receive(timeout.toMillis());
                if (message == null) {
                    return Optional.empty();
                }
                message.acknowledge();
                last = new ReceivedMessage(
                        message.getUserID() == null
                                ? String.valueOf(message.getMessageID())
                                : message.getUserID().toString(),
                        text(message));
                return Optional.of(last);
            } catch (ActiveMQException e) {
                abandon(e);
                var unused = new Pauses(timeout, PAUSE).pauseUnlessInterrupted();
                return Optional.empty();
            }
        }

        /** Returns the text; no text if the message has another body, or a long one, which is not read. */
        private String text(ClientMessage message) {
            if (message.getType() != Message.TEXT_TYPE
                    || message.isLargeMessage()
                    || message.getBodySize() > LONGEST_BODY) {
                return "";
            }
            try {
                SimpleString text = message.getBodyBuffer().readNullableSimpleString();
                return text == null ? "" : text.toString();
            } catch (RuntimeException e) {
                LOG.debug("A message is malformed", e);
                return "";
            }
        }

        private ClientConsumer consumer() throws ActiveMQException {
            if (consumer == null) {
                used = connection();
                session = session(used, false);
                consumer = session.createConsumer(name);
                session.start();
            }
            return consumer;
        }

        @Override
        public void commit() {
            try {
                if (session != null) {
                    session.commit();
                }
            } catch (ActiveMQException e) {
                abandon(e);
            }
        }

        @Override
        public void rollBack() {
            try {
                if (session != null) {
                    session.rollback();
                }
            } catch (ActiveMQException e) {
                abandon(e);
            }
        }

        @Override
        public void passOn() {
            if (session == null || last == null) {
                return;
            }
            try {
                send(session, last.text());
                session.commit();
            } catch (ActiveMQException e) {
                abandon(e);
            }
        }

        /** Gives up the session with the connection, so that the broker delivers the text again. */
        private void abandon(ActiveMQException e) {
            LOG.debug("The broker does not answer", e);
            drop(used);
            used = null;
            session = null;
            consumer = null;
        }

        @Override
        public void close() {
            try {
                if (session != null) {
                    session.close();
                }
            } catch (ActiveMQException e) {
                LOG.debug("A session was not closed", e);
            }
        }
    }
}
