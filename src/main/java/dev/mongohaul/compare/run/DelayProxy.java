package dev.mongohaul.compare.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Proxy that forwards each byte to and from a server after half of an added round trip. It delays but does not throttle: bytes
 * that are sent close together arrive close together.
 */
final class DelayProxy implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5000;

    private final InetSocketAddress server;
    private final long delayNanos;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private DelayProxy(InetSocketAddress server, long delayNanos, ServerSocket listening) {
        this.server = server;
        this.delayNanos = delayNanos;
        this.listening = listening;
    }

    /**
     * Listens on a free loopback port.
     *
     * @param roundTrip time added to each round trip
     */
    public static DelayProxy open(InetSocketAddress server, Duration roundTrip) {
        try {
            ServerSocket listening = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
            DelayProxy proxy = new DelayProxy(server, roundTrip.toNanos() / 2, listening);
            daemon(proxy::accept, "delay-accept");
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException("No port can be listened on", e);
        }
    }

    /** Returns the address to connect to. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                daemon(() -> connect(client), "delay-connect");
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        Socket toServer = new Socket();
        open.add(client);
        open.add(toServer);
        try {
            toServer.connect(new InetSocketAddress(server.getHostString(), server.getPort()), CONNECT_MILLIS);
            client.setTcpNoDelay(true);
            toServer.setTcpNoDelay(true);
            pump(client, toServer);
            pump(toServer, client);
        } catch (IOException e) {
            shut(client, toServer);
        }
        if (listening.isClosed()) {
            shut(client, toServer);
        }
    }

    private void pump(Socket from, Socket to) {
        DelayedStream stream = new DelayedStream(from, to, delayNanos, () -> shut(from, to));
        daemon(stream::read, "delay-read");
        daemon(stream::write, "delay-write");
    }

    private void shut(Socket one, Socket other) {
        for (Socket socket : new Socket[] {one, other}) {
            open.remove(socket);
            close(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is not used any more.
            return;
        }
    }

    private static void daemon(Runnable action, String name) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes all connections; bytes in transit are lost. */
    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            open.forEach(DelayProxy::close);
        }
    }

    /** One direction of a connection: one thread reads and adds the due time, another writes at that time. */
    static final class DelayedStream {

        private static final int BLOCK = 64 * 1024;

        /** Queue capacity: large enough not to throttle the sender. */
        private static final int BLOCKS = 4096;

        private final Socket from;
        private final Socket to;
        private final long delayNanos;
        private final Runnable end;
        private final BlockingQueue<Block> queue = new LinkedBlockingQueue<>(BLOCKS);

        /** @param due as {@link System#nanoTime} */
        private record Block(ByteBuffer bytes, long due) {}

        /** @param end closes both sockets */
        DelayedStream(Socket from, Socket to, long delayNanos, Runnable end) {
            this.from = from;
            this.to = to;
            this.delayNanos = delayNanos;
            this.end = end;
        }

        /** Reads until the end of the stream; an empty block marks it for the writer. */
        void read() {
            byte[] buffer = new byte[BLOCK];
            try {
                InputStream in = from.getInputStream();
                int length = in.read(buffer);
                while (length > 0) {
                    queue.put(
                            new Block(ByteBuffer.wrap(Arrays.copyOf(buffer, length)), System.nanoTime() + delayNanos));
                    length = in.read(buffer);
                }
                queue.put(new Block(ByteBuffer.allocate(0), System.nanoTime() + delayNanos));
            } catch (IOException e) {
                endNow();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                endNow();
            }
        }

        private void endNow() {
            end.run();
            queue.clear();
            queue.add(new Block(ByteBuffer.allocate(0), System.nanoTime()));
        }

        /** Writes until the empty block, or until the connection is closed. */
        void write() {
            try {
                OutputStream out = to.getOutputStream();
                Block block = queue.take();
                while (block.bytes().hasRemaining()) {
                    await(block.due());
                    out.write(block.bytes().array());
                    block = queue.take();
                }
            } catch (IOException e) {
                // The other end has closed the connection.
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                end.run();
            }
        }

        private static void await(long due) {
            long left = due - System.nanoTime();
            while (left > 0) {
                LockSupport.parkNanos(left);
                left = due - System.nanoTime();
            }
        }
    }
}
