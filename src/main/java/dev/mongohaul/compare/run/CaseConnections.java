package dev.mongohaul.compare.run;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.compare.run.Hosts.HostGroup;
import dev.mongohaul.job.launch.TrialImports;
import dev.mongohaul.mongo.ClientSettings;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/** Connections that cases have used so far, opened lazily. */
final class CaseConnections implements AutoCloseable {

    private final Hosts hosts;
    private final ThrowAwayDatabases databases;
    private final CommandCounter counter = new CommandCounter();
    private final Map<Key, CaseConnection> open = new LinkedHashMap<>();

    private record Key(int hosts, Duration latency, boolean counted) {}

    CaseConnections(Hosts hosts, ThrowAwayDatabases databases) {
        this.hosts = hosts;
        this.databases = databases;
    }

    /** Returns a connection, the same for the same arguments. */
    CaseConnection to(int count, Duration latency, boolean counted) {
        return open.computeIfAbsent(
                new Key(count, latency, counted),
                key -> CaseConnection.open(hosts.first(count), latency, counted ? counter : null, databases.next()));
    }

    /** Returns the counter of all connections that count. */
    CommandCounter counter() {
        return counter;
    }

    @Override
    public void close() {
        open.values().forEach(CaseConnection::close);
        open.clear();
    }

    /** Connection to the servers under test, optionally with added latency and command counting, and imports that use it. */
    static final class CaseConnection implements AutoCloseable {

        private static final int PINGS = 7;
        private static final double NANOS_PER_MILLI = 1e6;

        private final List<Link> links;
        private final TrialImports trials;

        /** Link to one server. */
        private record Link(@Nullable DelayProxy proxy, MongoConnection data) {}

        private CaseConnection(List<Link> links, TrialImports trials) {
            this.links = List.copyOf(links);
            this.trials = trials;
        }

        /**
         * Opens a connection.
         *
         * @param latency added to each round trip of the data, but not of the JobRepository
         * @param counter of the commands; null: none
         * @param repository name of the JobRepository's database, on the first host
         */
        static CaseConnection open(
                HostGroup hosts, Duration latency, @Nullable CommandCounter counter, String repository) {
            List<Link> links = new ArrayList<>();
            try {
                for (ServerUnderTest server : hosts.servers()) {
                    links.add(open(server, latency, counter));
                }
                MongoAddress address = hosts.servers().get(0).connection().address();
                MongoConnection metadata =
                        MongoConnection.open(address.withDatabase(repository), ClientSettings.defaults());
                return new CaseConnection(
                        links, TrialImports.open(links.stream().map(Link::data).toList(), metadata));
            } catch (RuntimeException e) {
                links.forEach(link -> link.data().close());
                closeProxies(links);
                throw e;
            }
        }

        private static Link open(ServerUnderTest server, Duration latency, @Nullable CommandCounter counter) {
            MongoAddress address = server.connection().address();
            DelayProxy proxy = latency.isZero() ? null : delay(server, latency);
            try {
                MongoClientSettings.Builder settings = ClientSettings.defaults().driverSettings(address);
                if (counter != null) {
                    settings.addCommandListener(counter);
                }
                if (proxy != null) {
                    route(settings, proxy.address());
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

        private static void route(MongoClientSettings.Builder settings, InetSocketAddress link) {
            ServerAddress end = new ServerAddress(link.getAddress().getHostAddress(), link.getPort());
            settings.applyToClusterSettings(
                    cluster -> cluster.hosts(List.of(end)).mode(ClusterConnectionMode.SINGLE));
        }

        TrialImports trials() {
            return trials;
        }

        /** Returns the median milliseconds of several round trips to each server. */
        double ping() {
            double[] millis = links.stream()
                    .flatMapToDouble(
                            link -> DoubleStream.generate(() -> ping(link)).limit(PINGS))
                    .toArray();
            return Summary.of(millis).median();
        }

        private static double ping(Link link) {
            long start = System.nanoTime();
            link.data().client().getDatabase("admin").runCommand(new Document("ping", 1));
            return (System.nanoTime() - start) / NANOS_PER_MILLI;
        }

        @Override
        public void close() {
            trials.close();
            closeProxies(links);
        }

        private static void closeProxies(List<Link> links) {
            links.stream().map(Link::proxy).filter(Objects::nonNull).forEach(DelayProxy::close);
        }
    }

    /**
     * Counter of the write commands to one database, and of their bytes. Counting costs time, so counted runs are not timed if
     * possible. Thread-safe.
     */
    static final class CommandCounter implements CommandListener {

        private static final Set<String> WRITES = Set.of("insert", "update", "delete", "bulkWrite", "findAndModify");
        private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

        private final AtomicLong commands = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();
        private volatile String database = "";

        /** Restarts the count for another database. */
        void count(String newDatabase) {
            commands.set(0);
            bytes.set(0);
            database = newDatabase;
        }

        long commands() {
            return commands.get();
        }

        long bytes() {
            return bytes.get();
        }

        @Override
        public void commandStarted(CommandStartedEvent event) {
            if (event.getDatabaseName().equals(database) && WRITES.contains(event.getCommandName())) {
                commands.incrementAndGet();
                bytes.addAndGet(size(event.getCommand()));
            }
        }

        private static long size(BsonDocument command) {
            if (command instanceof RawBsonDocument raw) {
                return raw.getByteBuffer().remaining();
            }
            try (BasicOutputBuffer buffer = new BasicOutputBuffer();
                    BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
                CODEC.encode(writer, command, EncoderContext.builder().build());
                return buffer.getSize();
            }
        }
    }
}
