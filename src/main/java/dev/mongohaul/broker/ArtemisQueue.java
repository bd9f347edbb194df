package dev.mongohaul.broker;

import dev.mongohaul.broker.BrokerAddress.Login;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of an Apache Artemis broker, by Jakarta Messaging.
 *
 * <p>A connection that fails is not repaired but replaced by the next operation, so that no operation waits for a broker that
 * is away for longer than {@link #CALL_MILLIS}. The broker delivers again what was received by a failed connection: at once
 * if the connection was closed, else when its time to live has ended.
 */
public final class ArtemisQueue implements PartitionQueue {

    private static final Logger LOG = LoggerFactory.getLogger(ArtemisQueue.class);
    private static final int CALL_MILLIS = 5000;
    private static final int LONGEST_TEXT = 1024;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final BrokerAddress address;
    private final String name;
    private final ActiveMQConnectionFactory factory;
    private @Nullable Connection connection;
    private @Nullable Session sending;
    private boolean closed;

    /** @param address of the broker, which need not run yet */
    public ArtemisQueue(BrokerAddress address, BrokerProperties properties) {
        this.address = address;
        this.name = properties.queue();
        this.factory = new ActiveMQConnectionFactory(
                false, new TransportConfiguration(NettyConnectorFactory.class.getName(), transport(address)));
        long timeToLive = properties.ttl().toMillis();
        factory.setConsumerWindowSize(0);
        factory.setConnectionTTL(timeToLive);
        factory.setClientFailureCheckPeriod(timeToLive / 2);
        factory.setReconnectAttempts(0);
        factory.setInitialConnectAttempts(1);
        factory.setCallTimeout(CALL_MILLIS);
        factory.setCallFailoverTimeout(CALL_MILLIS);
        Login login = address.login();
        if (login != null) {
            factory.setUser(login.user());
            factory.setPassword(login.password());
        }
        // No message contains objects.
        factory.setDeserializationAllowList("none");
        factory.setDeserializationDenyList("*");
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
    public void connect() {
        try {
            connection();
        } catch (JMSException e) {
            throw away(e);
        }
    }

    private synchronized Connection connection() throws JMSException {
        if (closed) {
            throw new JMSException("closed");
        }
        if (connection == null) {
            Connection made = factory.createConnection();
            made.start();
            connection = made;
        }
        return connection;
    }

    /** Gives up a connection that has failed. */
    private synchronized void drop(@Nullable Connection failed) {
        if (failed != null && connection == failed) {
            connection = null;
            sending = null;
            try {
                failed.close();
            } catch (JMSException e) {
                LOG.debug("A failed connection was not closed", e);
            }
        }
    }

    private BrokerException away(JMSException e) {
        LOG.debug("The broker does not answer", e);
        return new BrokerException(
                e instanceof JMSSecurityException
                        ? "The broker at %s refuses %s: check MONGOHAUL_BROKER_USER and the password (%s)"
                                .formatted(
                                        address,
                                        address.login() == null ? "a client without a user" : address.login(),
                                        e.getMessage())
                        : "The broker at %s does not answer: is it running? (%s)".formatted(address, e.getMessage()));
    }

    @Override
    public synchronized void send(String text, int priority) {
        Connection used = connection;
        try {
            used = connection();
            if (sending == null) {
                sending = used.createSession(false, Session.AUTO_ACKNOWLEDGE);
            }
            try (MessageProducer producer = sending.createProducer(sending.createQueue(name))) {
                TextMessage message = sending.createTextMessage(text);
                producer.send(message, DeliveryMode.PERSISTENT, priority, 0);
            }
        } catch (JMSException e) {
            drop(used);
            throw away(e);
        }
    }

    @Override
    public Receiver receiver() {
        return new ArtemisReceiver();
    }

    @Override
    public synchronized void close() {
        closed = true;
        drop(connection);
        factory.close();
    }

    private final class ArtemisReceiver implements Receiver {

        private @Nullable Connection used;
        private @Nullable Session session;
        private @Nullable MessageConsumer consumer;
        private @Nullable TextMessage last;

        @Override
        public Optional<Received> receive(Duration timeout) {
            try {
                Message message = consumer().receive(timeout.toMillis());
                if (message == null) {
                    return Optional.empty();
                }
                if (message instanceof TextMessage text
                        && text.getText() != null
                        && text.getText().length() <= LONGEST_TEXT) {
                    last = text;
                    return Optional.of(new Received(message.getJMSMessageID(), text.getText()));
                }
                LOG.warn("A message that is not a short text is ignored");
                commit();
                return Optional.empty();
            } catch (JMSException e) {
                abandon(e);
                pause(timeout);
                return Optional.empty();
            }
        }

        private MessageConsumer consumer() throws JMSException {
            if (consumer == null) {
                used = connection();
                session = used.createSession(true, Session.SESSION_TRANSACTED);
                consumer = session.createConsumer(session.createQueue(name));
            }
            return consumer;
        }

        @Override
        public void commit() {
            try {
                if (session != null) {
                    session.commit();
                }
            } catch (JMSException e) {
                abandon(e);
            }
        }

        @Override
        public void rollBack() {
            try {
                if (session != null) {
                    session.rollback();
                }
            } catch (JMSException e) {
                abandon(e);
            }
        }

        @Override
        public void passOn() {
            if (session == null || last == null) {
                return;
            }
            try (MessageProducer producer = session.createProducer(session.createQueue(name))) {
                producer.send(
                        session.createTextMessage(last.getText()), DeliveryMode.PERSISTENT, last.getJMSPriority(), 0);
                session.commit();
            } catch (JMSException e) {
                abandon(e);
            }
        }

        /** Gives up the session with the connection, so that the broker delivers the text again. */
        private void abandon(JMSException e) {
            LOG.debug("The broker does not answer", e);
            drop(used);
            used = null;
            session = null;
            consumer = null;
        }

        private void pause(Duration longest) {
            try {
                Thread.sleep(Math.min(longest.toMillis(), PAUSE.toMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            try {
                if (session != null) {
                    session.close();
                }
            } catch (JMSException e) {
                LOG.debug("A session was not closed", e);
            }
        }
    }
}
