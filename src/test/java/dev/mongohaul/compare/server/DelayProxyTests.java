package dev.mongohaul.compare.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.compare.server.CaseConnection.DelayProxy;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DelayProxyTests {

    private static final Duration ROUND_TRIP = Duration.ofMillis(100);
    private static final int LARGE = 32 * 1024 * 1024;

    private ServerSocket listening;
    private DelayProxy proxy;

    @BeforeEach
    void echo() throws IOException {
        listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread server = new Thread(this::serve);
        server.setDaemon(true);
        server.start();
        proxy = DelayProxy.open(
                new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort()), ROUND_TRIP);
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        listening.close();
    }

    /** On a busy machine, single exchanges take longer. */
    @Test
    void roundTripTakesTheAddedTime() throws IOException {
        try (Socket socket = connect()) {
            exchange(socket, 1, 1);
            long least = Long.MAX_VALUE;
            for (int trip = 0; trip < 10; trip++) {
                least = Math.min(least, millisOf(() -> exchange(socket, 1, 1)));
            }

            assertThat(least).isBetween(ROUND_TRIP.toMillis(), 2 * ROUND_TRIP.toMillis() - 1);
        }
    }

    /** Each direction adds 50 ms. One after the other, 500 messages or the 512 blocks of 32 MiB would take more than 25 s. */
    @Test
    void bytesSentTogetherAreDelayedTogether() throws IOException {
        try (Socket socket = connect()) {
            exchange(socket, 1, 1);

            assertThat(millisOf(() -> exchange(socket, 1, 500)))
                    .as("500 in flight")
                    .isBetween(100L, 20_000L);
            assertThat(millisOf(() -> exchange(socket, LARGE, 1))).as("32 MiB").isBetween(100L, 20_000L);
        }
    }

    @Test
    void closingOneSideClosesTheOther() throws IOException {
        try (Socket socket = connect()) {
            exchange(socket, 1, 1);
            proxy.close();

            assertThatThrownBy(() -> new DataInputStream(socket.getInputStream()).readInt())
                    .isInstanceOf(EOFException.class);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(proxy.address().getAddress(), proxy.address().getPort());
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Sends messages of the given size without waiting, and reads all answers. */
    private static void exchange(Socket socket, int bytes, int messages) throws IOException {
        Thread sender = new Thread(() -> send(socket, bytes, messages));
        sender.start();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        for (int message = 0; message < messages; message++) {
            in.readFully(new byte[bytes]);
        }
    }

    private static void send(Socket socket, int bytes, int messages) {
        try {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            for (int message = 0; message < messages; message++) {
                out.write(new byte[bytes]);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void serve() {
        try (Socket client = listening.accept()) {
            client.setTcpNoDelay(true);
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // The test has ended.
            return;
        }
    }

    private static long millisOf(Action action) throws IOException {
        long start = System.nanoTime();
        action.run();
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** Action that is timed. */
    private interface Action {

        void run() throws IOException;
    }
}
