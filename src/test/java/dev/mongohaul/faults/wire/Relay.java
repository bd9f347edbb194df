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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/**
 * Relay of TCP connections to a local port, of any protocol. It can be frozen, as by a network that loses all packets, and cut,
 * and its answers can end after some bytes.
 */
public final class Relay implements AutoCloseable {

    private static final int BUFFER = 16 * 1024;

    private final ServerSocket listener;
    private final int target;
    private final IntUnaryOperator limits;
    private final boolean stalls;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch limited = new CountDownLatch(1);
    private final Object gate = new Object();
    private boolean frozen;

    public Relay(int target) {
        this(target, connection -> Integer.MAX_VALUE, false);
    }

    /**
     * @param limits bytes after which the answers to a connection end, by its number from 0
     * @param stalls whether the connection stays open without an answer then, and does not end
     */
    public Relay(int target, IntUnaryOperator limits, boolean stalls) {
        this.target = target;
        this.limits = limits;
        this.stalls = stalls;
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

    /** Returns the number of connections that were accepted. */
    public int connections() {
        return connections.get();
    }

    /** Waits until the answers to a connection have reached their limit. */
    public void awaitLimit() throws InterruptedException {
        if (!limited.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("No connection reached its limit");
        }
    }

    /** Forwards nothing from now on; connections stay open. */
    public void freeze() {
        synchronized (gate) {
            frozen = true;
        }
    }

    /** Forwards what was held back, and what comes. */
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
                int limit = limits.applyAsInt(connections.getAndIncrement());
                sockets.add(client);
                start(() -> connect(client, limit));
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void connect(Socket client, int limit) {
        try {
            awaitThaw();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            start(() -> forward(server, client, limit));
            forward(client, server, Integer.MAX_VALUE);
        } catch (IOException e) {
            close(client);
        }
    }

    private void forward(Socket from, Socket to, int limit) {
        byte[] buffer = new byte[BUFFER];
        long left = limit == Integer.MAX_VALUE ? Long.MAX_VALUE : limit;
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                awaitThaw();
                int passed = (int) Math.min(left, count);
                out.write(buffer, 0, passed);
                left -= passed;
                if (left == 0) {
                    limited.countDown();
                }
                if (left == 0 && !stalls) {
                    return;
                }
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
