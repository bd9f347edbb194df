package dev.mongohaul.csv.source.remote;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** SSH agent behind a socket of this machine; a connection to it lives for one request. */
final class SftpAgent extends AbstractAgentProxy {

    private static final int LONGEST_ANSWER = 1 << 20;

    private final UnixDomainSocketAddress socket;

    SftpAgent(Path socket) {
        super(null);
        this.socket = UnixDomainSocketAddress.of(socket);
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    protected Buffer request(Buffer request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(socket);
            ByteBuffer bytes = ByteBuffer.wrap(request.getCompactData());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            DataInputStream answer = new DataInputStream(Channels.newInputStream(channel));
            int length = answer.readInt();
            if (length < 0 || length > LONGEST_ANSWER) {
                throw new IOException("The SSH agent answers with %,d bytes".formatted(length));
            }
            byte[] content = new byte[length];
            answer.readFully(content);
            return new ByteArrayBuffer(content);
        }
    }
}
