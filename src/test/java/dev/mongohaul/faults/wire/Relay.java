package dev.mongohaul.faults.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Relay of TCP connections to a local port, which can be frozen, as by a network that loses all packets, and cut. */
public final class Relay implements AutoCloseable {

    private static final int BUFFER = 16 * 1024;

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private boolean frozen;

    public Relay(int target) {
        this.target = target;
        try {
            listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Forwards nothing from now on; connections stay open. */
    public void freeze() {
        synchronized (gate) {
            frozen = true;
        }
    }

    /** Forwards what was held back, and goes on. */
    public void thaw() {
        synchronized (gate) {
            frozen = false;
            gate.notifyAll();
        }
    }

    /** Closes all connections; new ones are accepted. */
    public void cut() {
        sockets.forEach(Relay::close);
        sockets.clear();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                start(() -> connect(client));
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void connect(Socket client) {
        try {
            awaitThaw();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            start(() -> forward(server, client));
            forward(client, server);
        } catch (IOException e) {
            close(client);
        }
    }

    private void forward(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                awaitThaw();
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // Both ends are closed by now.
            return;
        }
    }

    private void awaitThaw() throws IOException {
        synchronized (gate) {
            while (frozen) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(e);
                }
            }
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
        thaw();
    }
}
