package dev.mongohaul.compare.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hands on what is sent to a server, and its answers, each byte half a round trip after it came. It delays and does not
 * throttle: bytes that come close together arrive close together, however many are on their way.
 */
public final class DelayProxy implements AutoCloseable {

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
     * Listens on a free port of this machine, for this machine alone.
     *
     * @param roundTrip what is added to each round trip
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

    /** Where to connect instead. */
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
            // It is of no use any more, closed or not.
            return;
        }
    }

    private static void daemon(Runnable action, String name) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes all connections; bytes on their way are lost. */
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
}
