package dev.mongohaul.compare.run;

import com.mongodb.MongoNamespace;
import dev.mongohaul.mongo.ClientSettings;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Server under test and further servers, connected when a case first needs them: the named ones, or embedded ones if none is
 * named and the first is embedded. Not thread-safe.
 */
public final class Hosts implements AutoCloseable {

    private final List<ServerUnderTest> open = new ArrayList<>();
    private final List<AutoCloseable> closing = new ArrayList<>();
    private final List<MongoAddress> named;
    private final Optional<Path> embedded;

    /**
     * Connects nothing yet.
     *
     * @param first is not closed with this
     * @param named further servers
     * @param embedded folder below which further servers may be started; empty: none
     */
    public Hosts(ServerUnderTest first, List<MongoAddress> named, Optional<Path> embedded) {
        open.add(first);
        this.named = List.copyOf(named);
        this.embedded = embedded;
    }

    /** Returns one server alone. */
    public static Hosts only(ServerUnderTest server) {
        return new Hosts(server, List.of(), Optional.empty());
    }

    /** Returns the server under test. */
    public ServerUnderTest first() {
        return open.get(0);
    }

    /**
     * Returns the first servers.
     *
     * @throws ComparisonException if there are not enough
     */
    public HostGroup first(int count) {
        while (open.size() < count) {
            open.add(new ServerUnderTest(connect(open.size(), count)));
        }
        return new HostGroup(open.subList(0, count));
    }

    /** Returns a description of the connected servers but the first; empty if there is none. */
    public String others() {
        return String.join(
                ", ",
                open.stream()
                        .skip(1)
                        .flatMap(server -> server.connection().address().hosts().stream())
                        .toList());
    }

    /** Drops a database on all connected servers. */
    public void drop(String database) {
        open.forEach(server -> server.drop(database));
    }

    private MongoConnection connect(int index, int wanted) {
        MongoConnection connection = MongoConnection.open(address(index, wanted), ClientSettings.defaults());
        closing.add(0, connection);
        if (open.stream()
                .anyMatch(other -> other.connection()
                        .address()
                        .hosts()
                        .equals(connection.address().hosts()))) {
            throw new ComparisonException(
                    "%s is named twice: documents are spread over servers, so give each an address of"
                                    .formatted(connection.address().hosts())
                            + " its own");
        }
        return connection;
    }

    private MongoAddress address(int index, int wanted) {
        if (index <= named.size()) {
            return named.get(index - 1);
        }
        if (!named.isEmpty() || embedded.isEmpty()) {
            throw new ComparisonException(
                    "%d hosts take %d servers beside the first, of which %s: name each by a variable MONGODB_URI_<NAME>"
                                    .formatted(
                                            wanted,
                                            wanted - 1,
                                            named.isEmpty() ? "none is named" : named.size() + " are")
                            + ", such as MONGODB_URI_2");
        }
        return start(embedded.orElseThrow().resolve("host-" + (index + 1)));
    }

    private MongoAddress start(Path folder) {
        EmbeddedServer server = EmbeddedServer.acquire(EmbeddedServerSettings.in(folder));
        closing.add(0, server::discard);
        return MongoAddress.parse(server.uri(), "the embedded server in " + folder);
    }

    /** Disconnects all servers but the first; stops the started ones and deletes their data. */
    @Override
    public void close() {
        @Nullable Exception failure = null;
        for (AutoCloseable opened : closing) {
            try {
                opened.close();
            } catch (Exception e) {
                failure = e;
            }
        }
        closing.clear();
        if (failure != null) {
            throw new IllegalStateException("A host cannot be closed", failure);
        }
    }

    /**
     * Servers that documents are spread over, used like one.
     *
     * @param servers at least one, all different
     */
    public record HostGroup(List<ServerUnderTest> servers) {

        public HostGroup {
            servers = List.copyOf(servers);
        }

        /** Creates an empty collection on each. */
        public void create(MongoNamespace namespace) {
            servers.forEach(server -> server.create(namespace, List.of()));
        }

        /** Calls {@link ServerUnderTest#flush} on each. */
        public void flush() {
            servers.forEach(ServerUnderTest::flush);
        }

        /** Returns the documents of a collection on all servers. */
        public long count(MongoNamespace namespace) {
            return servers.stream().mapToLong(server -> server.count(namespace)).sum();
        }

        /** Returns the sum of {@link ServerUnderTest#cpuSeconds}; empty if one is unknown. */
        public Optional<Double> cpuSeconds() {
            return servers.stream()
                    .map(ServerUnderTest::cpuSeconds)
                    .reduce((sum, next) -> sum.flatMap(first -> next.map(second -> first + second)))
                    .orElseThrow();
        }
    }
}
