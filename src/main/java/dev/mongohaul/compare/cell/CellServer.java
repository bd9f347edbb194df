package dev.mongohaul.compare.cell;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import dev.mongohaul.compare.ComparisonException;
import dev.mongohaul.compare.ServerUnderTest;
import dev.mongohaul.compare.Spread;
import dev.mongohaul.compare.latency.DelayProxy;
import dev.mongohaul.job.trial.TrialImports;
import dev.mongohaul.mongo.ClientSettings;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A way to the server that cells are measured on: straight or delayed, counted or not; and imports that go it. */
final class CellServer implements AutoCloseable {

    private static final int PINGS = 7;
    private static final double NANOS_PER_MILLI = 1e6;

    private final @Nullable DelayProxy proxy;
    private final MongoConnection data;
    private final TrialImports trials;

    private CellServer(@Nullable DelayProxy proxy, MongoConnection data, TrialImports trials) {
        this.proxy = proxy;
        this.data = data;
        this.trials = trials;
    }

    /**
     * Opens a way.
     *
     * @param latency that is added to each round trip of the data; the JobRepository's go straight
     * @param counter of the commands; null for nobody
     * @param repository name of the JobRepository's database
     */
    static CellServer open(
            ServerUnderTest server, Duration latency, @Nullable CommandCounter counter, String repository) {
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
            MongoConnection data = MongoConnection.open(address, settings.build());
            MongoConnection aside = MongoConnection.open(address.withDatabase(repository), ClientSettings.defaults());
            return new CellServer(proxy, data, TrialImports.open(data, aside));
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

    /** Milliseconds of a round trip, the median of some. */
    double ping() {
        double[] millis = IntStream.range(0, PINGS)
                .mapToDouble(index -> {
                    long start = System.nanoTime();
                    data.client().getDatabase("admin").runCommand(new Document("ping", 1));
                    return (System.nanoTime() - start) / NANOS_PER_MILLI;
                })
                .toArray();
        return Spread.of(millis).median();
    }

    /** Closes the connections with the imports. */
    @Override
    public void close() {
        trials.close();
        if (proxy != null) {
            proxy.close();
        }
    }
}
