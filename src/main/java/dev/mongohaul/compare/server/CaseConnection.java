package dev.mongohaul.compare.server;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.run.TrialImports;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.address.MongoAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Connection to the servers under test, optionally with added latency and command counting, and imports that use it. */
public final class CaseConnection implements AutoCloseable {

    private static final int PINGS = 7;
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<Link> links = new ArrayList<>();
    private final TrialImports trials;

    /**
     * Connects.
     *
     * @param latency added to each round trip of the data, but not of the JobRepository
     * @param repository name of the JobRepository's database, on the first server
     */
    public CaseConnection(
            List<ServerUnderTest> servers, Duration latency, @Nullable CommandCounter counter, String repository) {
        try {
            servers.forEach(server -> links.add(Link.open(server, latency, counter)));
            MongoAddress address = servers.get(0).connection().address().withDatabase(repository);
            trials = TrialImports.open(links.stream().map(Link::data).toList(), MongoConnection.open(address));
        } catch (RuntimeException e) {
            links.forEach(Link::close);
            throw e;
        }
    }

    public TrialImports trials() {
        return trials;
    }

    /** Returns the median milliseconds of several round trips to each server. */
    public double ping() {
        return Summary.of(links.stream()
                        .flatMapToDouble(
                                link -> DoubleStream.generate(link::ping).limit(PINGS))
                        .toArray())
                .median();
    }

    @Override
    public void close() {
        trials.close();
        links.forEach(Link::close);
    }

    private record Link(@Nullable DelayProxy proxy, MongoConnection data) implements AutoCloseable {

        static Link open(ServerUnderTest server, Duration latency, @Nullable CommandCounter counter) {
            MongoAddress address = server.connection().address();
            DelayProxy proxy = latency.isZero() ? null : delay(server, latency);
            try {
                MongoClientSettings.Builder settings = MongoConnection.driverSettings(address);
                if (counter != null) {
                    settings.addCommandListener(counter);
                }
                if (proxy != null) {
                    InetSocketAddress near = proxy.address();
                    ServerAddress end = new ServerAddress(near.getAddress().getHostAddress(), near.getPort());
                    settings.applyToClusterSettings(
                            cluster -> cluster.hosts(List.of(end)).mode(ClusterConnectionMode.SINGLE));
                }
                return new Link(proxy, MongoConnection.open(address, settings.build()));
            } catch (RuntimeException e) {
                if (proxy != null) {
                    proxy.close();
                }
                throw e;
            }
        }

        private static DelayProxy delay(ServerUnderTest server, Duration latency) {
            if (server.connection().address().isEncrypted()) {
                throw new ComparisonException(
                        "A latency is added by a proxy, whose address does not match the server's TLS certificate:"
                                + " leave cases with a latency out, or name a server without TLS");
            }
            ServerAddress primary = server.primary();
            return DelayProxy.open(new InetSocketAddress(primary.getHost(), primary.getPort()), latency);
        }

        double ping() {
            long start = System.nanoTime();
            data.client().getDatabase("admin").runCommand(new Document("ping", 1));
            return (System.nanoTime() - start) / NANOS_PER_MILLI;
        }

        @Override
        public void close() {
            data.close();
            if (proxy != null) {
                proxy.close();
            }
        }
    }

    /**
     * Proxy that forwards each byte to and from a server after half of an added round trip. It delays but does not throttle: bytes
     * that are sent close together arrive close together.
     */
    static final class DelayProxy implements AutoCloseable {

        private static final int CONNECT_MILLIS = 5000;
        private static final int BLOCK = 64 * 1024;

        private final InetSocketAddress server;
        private final long delayNanos;
        private final ServerSocket listening;
        private final Set<Socket> open = ConcurrentHashMap.newKeySet();

        private DelayProxy(InetSocketAddress server, long delayNanos, ServerSocket listening) {
            this.server = server;
            this.delayNanos = delayNanos;
            this.listening = listening;
        }

        /** Listens on a free loopback port. */
        static DelayProxy open(InetSocketAddress server, Duration roundTrip) {
            try {
                ServerSocket listening = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
                DelayProxy proxy = new DelayProxy(server, roundTrip.toNanos() / 2, listening);
                daemon(proxy::accept, "delay-accept").start();
                return proxy;
            } catch (IOException e) {
                throw new UncheckedIOException("No port can be listened on", e);
            }
        }

        InetSocketAddress address() {
            return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
        }

        private void accept() {
            while (!listening.isClosed()) {
                try {
                    Socket client = listening.accept();
                    daemon(() -> connect(client), "delay-connect").start();
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
                forward(client, toServer);
                forward(toServer, client);
            } catch (IOException e) {
                shut(client, toServer);
            }
            if (listening.isClosed()) {
                shut(client, toServer);
            }
        }

        /** Forwards one direction: one thread reads, another writes each block at its time. */
        private void forward(Socket from, Socket to) {
            ScheduledExecutorService writer =
                    Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "delay-write"));
            daemon(() -> read(from, to, writer), "delay-read").start();
        }

        private void read(Socket from, Socket to, ScheduledExecutorService writer) {
            byte[] buffer = new byte[BLOCK];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                    byte[] block = Arrays.copyOf(buffer, length);
                    later(writer, () -> {
                        try {
                            out.write(block);
                        } catch (IOException e) {
                            shut(from, to);
                        }
                    });
                }
                later(writer, () -> shut(from, to));
                writer.shutdown();
            } catch (IOException e) {
                shut(from, to);
                writer.shutdownNow();
            }
        }

        private void later(ScheduledExecutorService writer, Runnable action) {
            ScheduledFuture<?> unused = writer.schedule(action, delayNanos, TimeUnit.NANOSECONDS);
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
                // The socket is no longer used.
                return;
            }
        }

        private static Thread daemon(Runnable action, String name) {
            Thread thread = new Thread(action, name);
            thread.setDaemon(true);
            return thread;
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
    }
}
