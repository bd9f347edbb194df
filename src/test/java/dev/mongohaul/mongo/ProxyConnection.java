package dev.mongohaul.mongo;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One connection through a {@link TcpProxy}, message by message. */
final class ProxyConnection {

    private static final int OP_MSG = 2013;

    /** Behind the header of 16 bytes, the flags, the kind of section, the length of the document, the type of its first field. */
    private static final int COMMAND_NAME = 16 + 4 + 1 + 4 + 1;

    private final TcpProxy proxy;
    private final Socket client;
    private final Socket server;
    private volatile TcpProxy.@Nullable Break breaking;

    ProxyConnection(TcpProxy proxy, Socket client, Socket server) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
    }

    void start() {
        daemon("proxy-requests", () -> pump(client, server, this::request));
        daemon("proxy-replies", () -> pump(server, client, this::reply));
    }

    /** Closes both sides; the client sees a reset. */
    void reset() {
        try {
            client.setSoLinger(true, 0);
        } catch (IOException closedAlready) {
            // There is nothing left to reset.
        }
        close();
    }

    private void close() {
        proxy.forget(this);
        try {
            client.close();
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pump(Socket from, Socket to, Passing passing) throws IOException, InterruptedException {
        try {
            DataInputStream in = new DataInputStream(from.getInputStream());
            while (true) {
                byte[] message = read(in);
                proxy.hold();
                if (!passing.pass(message, to.getOutputStream())) {
                    return;
                }
            }
        } catch (IOException ended) {
            close();
        }
    }

    /** @return whether the connection goes on */
    private boolean request(byte[] message, OutputStream out) throws IOException {
        breaking = proxy.breakOf(commandOf(message));
        if (breaking == TcpProxy.Break.UNSENT) {
            reset();
            return false;
        }
        out.write(message);
        return true;
    }

    private boolean reply(byte[] message, OutputStream out) throws IOException {
        TcpProxy.Break what = breaking;
        if (what == null) {
            out.write(message);
            return true;
        }
        switch (what) {
            case UNSENT, UNANSWERED -> reset();
            case CUT -> {
                out.write(message, 0, message.length / 2);
                close();
            }
            case HALF_CLOSED -> client.shutdownOutput();
            case SILENT -> {}
        }
        return false;
    }

    private static byte[] read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int length = Integer.reverseBytes(data.readInt());
        byte[] message = new byte[length];
        ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putInt(length);
        data.readFully(message, Integer.BYTES, length - Integer.BYTES);
        return message;
    }

    /** Empty for what is no command of the present protocol, such as the greeting of a new connection. */
    private static String commandOf(byte[] message) {
        if (ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getInt(12) != OP_MSG) {
            return "";
        }
        int end = COMMAND_NAME;
        while (message[end] != 0) {
            end++;
        }
        return new String(message, COMMAND_NAME, end - COMMAND_NAME, StandardCharsets.UTF_8);
    }

    /** Runs a loop that ends with its connection. */
    static void daemon(String name, Loop loop) {
        Thread thread = new Thread(
                () -> {
                    try {
                        loop.run();
                    } catch (IOException | InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /** What a thread of the proxy does. */
    interface Loop {

        void run() throws IOException, InterruptedException;
    }

    private interface Passing {

        boolean pass(byte[] message, OutputStream out) throws IOException;
    }
}
