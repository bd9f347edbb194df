package dev.mongohaul.broker;

import java.util.HashMap;
import java.util.Map;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;

/** Broker of somebody else, in memory, which accepts all clients and messages of any size. */
public final class OtherBroker implements AutoCloseable {

    public static final String QUEUE = "mongohaul.partitions";

    private final ActiveMQServer server;

    public OtherBroker() throws Exception {
        Map<String, Object> anyPort = new HashMap<>(Map.of("host", "127.0.0.1", "port", 0));
        server = new ActiveMQServerImpl(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .addAcceptorConfiguration(
                        new TransportConfiguration(NettyAcceptorFactory.class.getName(), anyPort, "tcp")));
        server.start();
        server.createQueue(QueueConfiguration.of(QUEUE).setRoutingType(RoutingType.ANYCAST));
    }

    public BrokerAddress address() {
        NettyAcceptor acceptor = (NettyAcceptor) server.getRemotingService().getAcceptor("tcp");
        return new BrokerAddress("127.0.0.1", acceptor.getActualPort(), false, null, null);
    }

    /** Returns the number of messages in the queue. */
    public long messages() {
        return server.locateQueue(SimpleString.of(QUEUE)).getMessageCount();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
