package dev.mongohaul.broker;

import java.util.Map;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;

/** Client of another program, without a user, which sends any messages. */
public final class ArtemisClient implements AutoCloseable {

    private final ServerLocator locator;
    private final ClientSession session;

    public ArtemisClient(BrokerAddress address) throws Exception {
        this(address, ActiveMQClient.DEFAULT_MIN_LARGE_MESSAGE_SIZE);
    }

    /** @param packet size of the largest message that is sent in one packet, in bytes */
    public ArtemisClient(BrokerAddress address, int packet) throws Exception {
        this.locator = ActiveMQClient.createServerLocatorWithoutHA(new TransportConfiguration(
                        NettyConnectorFactory.class.getName(), Map.of("host", address.host(), "port", address.port())))
                .setMinLargeMessageSize(packet)
                .setReconnectAttempts(0)
                .setCallTimeout(5000)
                .setBlockOnDurableSend(true);
        this.session = locator.createSessionFactory().createSession();
    }

    ClientSession session() {
        return session;
    }

    /** Sends a text as Jakarta Messaging does. */
    public void send(String queue, String text) throws ActiveMQException {
        ClientMessage message = session.createMessage(Message.TEXT_TYPE, true);
        message.getBodyBuffer().writeNullableSimpleString(SimpleString.of(text));
        send(queue, message);
    }

    void send(String queue, ClientMessage message) throws ActiveMQException {
        try (ClientProducer producer = session.createProducer(queue)) {
            producer.send(message);
        }
    }

    @Override
    public void close() {
        locator.close();
    }
}
