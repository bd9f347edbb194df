package dev.mongohaul.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections whose requests have long headers without an end. */
public final class UnfinishedRequests implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 3_000;
    private static final String HEAD = "GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    private static final String HEADER = "X-Long: " + "a".repeat(140) + "\r\n";
    private static final int HEADERS = 45;

    private final List<Socket> sockets = new ArrayList<>();

    /** Opens as many connections, or fewer if the server accepts no more. */
    public UnfinishedRequests(int port, int most) throws IOException {
        byte[] begin = (HEAD + HEADER.repeat(HEADERS) + "X-Last: a").getBytes(StandardCharsets.US_ASCII);
        while (sockets.size() < most) {
            Socket socket = new Socket();
            sockets.add(socket);
            try {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
                socket.getOutputStream().write(begin);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
