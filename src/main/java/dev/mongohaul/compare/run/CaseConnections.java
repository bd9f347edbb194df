package dev.mongohaul.compare.run;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.compare.run.Hosts.HostGroup;
import dev.mongohaul.job.trial.TrialImports;
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

/** The ways to servers that cells have been measured on so far, each opened when it is first gone. */
final class CaseConnections implements AutoCloseable {

    private final Hosts hosts;
    private final ThrowAwayDatabases databases;
    private final CommandCounter counter = new CommandCounter();
    private final Map<Way, CaseConnection> open = new LinkedHashMap<>();

    /** What tells one from another. */
    private record Way(int hosts, Duration latency, boolean counted) {}

    CaseConnections(Hosts hosts, ThrowAwayDatabases databases) {
        this.hosts = hosts;
        this.databases = databases;
    }

    /** The same for the same arguments. */
    CaseConnection to(int count, Duration latency, boolean counted) {
        return open.computeIfAbsent(
                new Way(count, latency, counted),
                way -> CaseConnection.open(hosts.first(count), latency, counted ? counter : null, databases.next()));
    }

    /** Of all ways that are counted. */
    CommandCounter counter() {
        return counter;
    }

    @Override
    public void close() {
        open.values().forEach(CaseConnection::close);
        open.clear();
    }

    /** A way to the servers that cells are measured on: straight or delayed, counted or not; and imports that go it. */
    static final class CaseConnection implements AutoCloseable {

        private static final int PINGS = 7;
        private static final double NANOS_PER_MILLI = 1e6;

        private final List<Way> ways;
        private final TrialImports trials;

        /** To one of the servers. */
        private record Way(@Nullable DelayProxy proxy, MongoConnection data) {}

        private CaseConnection(List<Way> ways, TrialImports trials) {
            this.ways = List.copyOf(ways);
            this.trials = trials;
        }

        /**
         * Opens a way.
         *
         * @param latency that is added to each round trip of the data; the JobRepository's go straight
         * @param counter of the commands; null for nobody
         * @param repository name of the JobRepository's database, on the first of the hosts
         */
        static CaseConnection open(
                HostGroup hosts, Duration latency, @Nullable CommandCounter counter, String repository) {
            List<Way> ways = new ArrayList<>();
            try {
                for (ServerUnderTest server : hosts.servers()) {
                    ways.add(open(server, latency, counter));
                }
                MongoAddress address = hosts.servers().get(0).connection().address();
                MongoConnection aside =
                        MongoConnection.open(address.withDatabase(repository), ClientSettings.defaults());
                return new CaseConnection(
                        ways, TrialImports.open(ways.stream().map(Way::data).toList(), aside));
            } catch (RuntimeException e) {
                ways.forEach(way -> way.data().close());
                closeProxies(ways);
                throw e;
            }
        }

        private static Way open(ServerUnderTest server, Duration latency, @Nullable CommandCounter counter) {
            MongoAddress address = server.connection().address();
            DelayProxy proxy = latency.isZero() ? null : delay(server, latency);
            try {
                MongoClientSettings.Builder settings = ClientSettings.defaults().driverSettings(address);
                if (counter != null) {
                    settings.addCommandListener(counter);
                }
                if (proxy != null) {
                    lead(settings, proxy.address());
                }
                return new Way(proxy, MongoConnection.open(address, settings.build()));
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
                        "A latency is added between this program and the server, where a TLS certificate names another"
                                + " host: leave cells with a latency out, or name a server without TLS");
            }
            ServerAddress primary = server.primary();
            return DelayProxy.open(new InetSocketAddress(primary.getHost(), primary.getPort()), latency);
        }

        private static void lead(MongoClientSettings.Builder settings, InetSocketAddress way) {
            ServerAddress end = new ServerAddress(way.getAddress().getHostAddress(), way.getPort());
            settings.applyToClusterSettings(
                    cluster -> cluster.hosts(List.of(end)).mode(ClusterConnectionMode.SINGLE));
        }

        TrialImports trials() {
            return trials;
        }

        /** Milliseconds of a round trip, the median of some to each server. */
        double ping() {
            double[] millis = ways.stream()
                    .flatMapToDouble(
                            way -> DoubleStream.generate(() -> ping(way)).limit(PINGS))
                    .toArray();
            return Summary.of(millis).median();
        }

        private static double ping(Way way) {
            long start = System.nanoTime();
            way.data().client().getDatabase("admin").runCommand(new Document("ping", 1));
            return (System.nanoTime() - start) / NANOS_PER_MILLI;
        }

        /** Closes the connections with the imports. */
        @Override
        public void close() {
            trials.close();
            closeProxies(ways);
        }

        private static void closeProxies(List<Way> ways) {
            ways.stream().map(Way::proxy).filter(Objects::nonNull).forEach(DelayProxy::close);
        }
    }

    /**
     * Counts the commands that write to one database, and their bytes. It costs time, so that what is counted is not timed
     * where that can be helped. Thread-safe.
     */
    static final class CommandCounter implements CommandListener {

        private static final Set<String> WRITES = Set.of("insert", "update", "delete", "bulkWrite", "findAndModify");
        private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

        private final AtomicLong commands = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();
        private volatile String database = "";

        /** Begins anew. */
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
