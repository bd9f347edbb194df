package dev.mongohaul.compare.server;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Server under test and further servers, connected when a case first needs them: the named ones, or embedded ones if none is
 * named and the first is embedded. Not thread-safe.
 */
public final class Hosts implements AutoCloseable {

    private final List<ServerUnderTest> open = new ArrayList<>();
    private final List<Runnable> closing = new ArrayList<>();
    private final List<MongoAddress> named;
    private final Optional<Path> embedded;

    /**
     * Connects nothing yet. Only the further servers are closed with this.
     *
     * @param embedded folder below which further servers may be started; empty: none
     */
    public Hosts(ServerUnderTest first, List<MongoAddress> named, Optional<Path> embedded) {
        open.add(first);
        this.named = List.copyOf(named);
        this.embedded = embedded;
    }

    public static Hosts only(ServerUnderTest server) {
        return new Hosts(server, List.of(), Optional.empty());
    }

    public ServerUnderTest first() {
        return open.get(0);
    }

    /** Returns the first servers, or fails if there are not enough. */
    public List<ServerUnderTest> first(int count) {
        while (open.size() < count) {
            open.add(new ServerUnderTest(connect(open.size(), count)));
        }
        return List.copyOf(open.subList(0, count));
    }

    /** Returns a description of the connected servers but the first, to follow it; empty if there is none. */
    public String others() {
        List<String> others = open.stream()
                .skip(1)
                .flatMap(server -> server.connection().address().hosts().stream())
                .toList();
        return others.isEmpty() ? "" : ", beside it " + String.join(", ", others);
    }

    public void drop(String database) {
        open.forEach(server -> server.drop(database));
    }

    private MongoConnection connect(int index, int wanted) {
        MongoConnection connection = MongoConnection.open(address(index, wanted));
        closing.add(0, connection::close);
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
        Path folder = embedded.orElseThrow().resolve("host-" + (index + 1));
        EmbeddedServer server = EmbeddedServer.acquire(EmbeddedServerSettings.in(folder));
        closing.add(0, server::discard);
        return MongoAddress.parse(server.uri(), "the embedded server in " + folder);
    }

    /** Disconnects all servers but the first; stops the started ones and deletes their data. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (Runnable each : closing) {
            try {
                each.run();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        closing.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
