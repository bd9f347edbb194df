package dev.mongohaul.csv.source.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Proxy in front of a server, which cuts its answers after some bytes. */
public final class CuttingProxy implements AutoCloseable {

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int server;
    private final IntUnaryOperator cuts;
    private final boolean stalls;
    private final CountDownLatch cut = new CountDownLatch(1);
    private final AtomicInteger connections = new AtomicInteger();

    /**
     * @param cuts bytes after which the answers to a connection end, by its number from 0
     * @param stalls whether nothing comes after them, in place of an end
     */
    CuttingProxy(int server, IntUnaryOperator cuts, boolean stalls) throws IOException {
        this.server = server;
        this.cuts = cuts;
        this.stalls = stalls;
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    /** Waits until a connection was cut. */
    public void awaitCut() throws InterruptedException {
        if (!cut.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("No connection was cut");
        }
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket client = listener.accept();
            Socket target = new Socket(InetAddress.getLoopbackAddress(), server);
            int number = connections.getAndIncrement();
            start(() -> pump(client, target, Integer.MAX_VALUE));
            start(() -> pump(target, client, cuts.applyAsInt(number)));
        }
    }

    private void pump(Socket from, Socket to, int most) throws IOException {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] bytes = new byte[8192];
            long left = most;
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, (int) Math.min(left, count));
                left -= count;
                if (left <= 0) {
                    cut.countDown();
                }
                if (left <= 0 && !stalls) {
                    return;
                }
                left = Math.max(0, left);
            }
        }
    }

    private static void start(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // The other side ended the connection, or the test.
                    }
                },
                "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private interface Task {

        void run() throws IOException;
    }
}
