package dev.mongohaul.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections whose requests have no end. */
public final class UnfinishedRequests implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 2_000;

    private final List<Socket> sockets = new ArrayList<>();

    /** Opens connections, as many as the server accepts. */
    public UnfinishedRequests(int port, int count) throws IOException {
        byte[] begin = "GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: a".getBytes(StandardCharsets.US_ASCII);
        while (sockets.size() < count) {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            socket.getOutputStream().write(begin);
            sockets.add(socket);
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
