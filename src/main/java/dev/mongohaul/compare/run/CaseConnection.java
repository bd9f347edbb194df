package dev.mongohaul.compare.run;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import dev.mongohaul.job.trial.TrialImports;
import dev.mongohaul.mongo.ClientSettings;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A way to the servers that cells are measured on: straight or delayed, counted or not; and imports that go it. */
final class CaseConnection implements AutoCloseable {

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
    static CaseConnection open(HostGroup hosts, Duration latency, @Nullable CommandCounter counter, String repository) {
        List<Way> ways = new ArrayList<>();
        try {
            for (ServerUnderTest server : hosts.servers()) {
                ways.add(open(server, latency, counter));
            }
            MongoAddress address = hosts.servers().get(0).connection().address();
            MongoConnection aside = MongoConnection.open(address.withDatabase(repository), ClientSettings.defaults());
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
        settings.applyToClusterSettings(cluster -> cluster.hosts(List.of(end)).mode(ClusterConnectionMode.SINGLE));
    }

    TrialImports trials() {
        return trials;
    }

    /** Milliseconds of a round trip, the median of some to each server. */
    double ping() {
        double[] millis = ways.stream()
                .flatMapToDouble(way -> DoubleStream.generate(() -> ping(way)).limit(PINGS))
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
