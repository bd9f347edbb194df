package dev.mongohaul.broker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.BaseInterceptor;
import org.apache.activemq.artemis.core.protocol.core.Packet;
import org.apache.activemq.artemis.core.protocol.core.impl.CoreProtocolManager;
import org.apache.activemq.artemis.core.protocol.core.impl.CoreProtocolManagerFactory;
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionCreateConsumerMessage;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.spi.core.protocol.ProtocolManager;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

/**
 * Protocol of Artemis with short packets only. A connection that announces a longer packet, or a message in several packets,
 * is closed before the broker takes memory or a file for it, even before a login. One that asks for messages by a selector is closed,
 * too: workers have none, and a selector with many wildcards takes the processor for minutes.
 */
final class ShortPackets extends CoreProtocolManagerFactory {

    /** Length of the longest packet in bytes. An invitation takes less than 1 KB. */
    static final int LONGEST = 64 << 10;

    private static final int LENGTH_BYTES = 4;

    @Override
    @SuppressWarnings("rawtypes") // as Artemis declares it
    public ProtocolManager createProtocolManager(
            ActiveMQServer server,
            Map<String, Object> parameters,
            List<BaseInterceptor> incoming,
            List<BaseInterceptor> outgoing) {
        return new CoreProtocolManager(this, server, List.of(ShortPackets::accept), List.of()) {
            @Override
            public void addChannelHandlers(ChannelPipeline pipeline) {
                pipeline.addLast(new Frames());
            }
        };
    }

    private static boolean accept(Packet packet, RemotingConnection connection) {
        if (packet.getType() == PacketImpl.SESS_SEND_LARGE) {
            connection.fail(new ActiveMQException(
                    "Large messages are refused", ActiveMQExceptionType.LARGE_MESSAGE_ERROR_BODY));
            return false;
        }
        if (packet instanceof SessionCreateConsumerMessage consumer && consumer.getFilterString() != null) {
            connection.fail(
                    new ActiveMQException("Selectors are refused", ActiveMQExceptionType.INVALID_FILTER_EXPRESSION));
            return false;
        }
        return true;
    }

    /** Frames of packets, each in memory of its own, as Artemis needs them to send a message again. */
    private static final class Frames extends LengthFieldBasedFrameDecoder {

        private Frames() {
            super(LONGEST, 0, LENGTH_BYTES);
        }

        @Override
        protected ByteBuf extractFrame(ChannelHandlerContext context, ByteBuf received, int index, int length) {
            ByteBuf frame = context.alloc().buffer(length).writeBytes(received, index, length);
            return frame.skipBytes(LENGTH_BYTES);
        }
    }
}
