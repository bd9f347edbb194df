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
 * The server under test, and those beside it, each connected when a cell first asks for it: the named ones, or embedded ones
 * where nobody names any and the first is embedded, too. Not thread-safe.
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
     * @param named the servers beside it
     * @param embedded the folder under which servers may be started, a folder for each; empty: none
     */
    public Hosts(ServerUnderTest first, List<MongoAddress> named, Optional<Path> embedded) {
        open.add(first);
        this.named = List.copyOf(named);
        this.embedded = embedded;
    }

    /** One server, and no others. */
    public static Hosts only(ServerUnderTest server) {
        return new Hosts(server, List.of(), Optional.empty());
    }

    /** The server under test. */
    public ServerUnderTest first() {
        return open.get(0);
    }

    /**
     * The first so many, always the same.
     *
     * @throws ComparisonException where there are not as many
     */
    public HostGroup first(int count) {
        while (open.size() < count) {
            open.add(new ServerUnderTest(connect(open.size(), count)));
        }
        return new HostGroup(open.subList(0, count));
    }

    /** Those beside the first that were connected, for people; empty where none was. */
    public String others() {
        return String.join(
                ", ",
                open.stream()
                        .skip(1)
                        .flatMap(server -> server.connection().address().hosts().stream())
                        .toList());
    }

    /** Drops a database on all that were connected. */
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
            throw new ComparisonException("%s is named twice: documents are spread over servers, each by an address of"
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

    /** Disconnects all but the first; what was started is stopped, and its data deleted. */
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
            throw new IllegalStateException("A host cannot be left", failure);
        }
    }

    /**
     * Servers that documents are spread over, as if they were one.
     *
     * @param servers at least one, no two the same
     */
    public record HostGroup(List<ServerUnderTest> servers) {

        public HostGroup {
            servers = List.copyOf(servers);
        }

        /** Makes an empty collection on each. */
        public void create(MongoNamespace namespace) {
            servers.forEach(server -> server.create(namespace, List.of()));
        }

        /** As {@link ServerUnderTest#settle}, one after the other. */
        public void settle() {
            servers.forEach(ServerUnderTest::settle);
        }

        /** Documents of a collection, of all. */
        public long count(MongoNamespace namespace) {
            return servers.stream().mapToLong(server -> server.count(namespace)).sum();
        }

        /** As {@link ServerUnderTest#cpuSeconds}, of all; empty where one does not tell. */
        public Optional<Double> cpuSeconds() {
            return servers.stream()
                    .map(ServerUnderTest::cpuSeconds)
                    .reduce((sum, next) -> sum.flatMap(first -> next.map(second -> first + second)))
                    .orElseThrow();
        }
    }
}
