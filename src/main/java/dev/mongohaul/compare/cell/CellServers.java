package dev.mongohaul.compare.cell;

import dev.mongohaul.compare.ServerUnderTest;
import dev.mongohaul.compare.ThrowAwayDatabases;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The ways to the server that cells have been measured on so far, each opened when it is first gone. */
final class CellServers implements AutoCloseable {

    private final ServerUnderTest server;
    private final ThrowAwayDatabases databases;
    private final CommandCounter counter = new CommandCounter();
    private final Map<Way, CellServer> open = new LinkedHashMap<>();

    /** What tells one from another. */
    private record Way(Duration latency, boolean counted) {}

    CellServers(ServerUnderTest server, ThrowAwayDatabases databases) {
        this.server = server;
        this.databases = databases;
    }

    /** The same for the same arguments. */
    CellServer to(Duration latency, boolean counted) {
        return open.computeIfAbsent(
                new Way(latency, counted),
                way -> CellServer.open(server, latency, counted ? counter : null, databases.next()));
    }

    /** Of all ways that are counted. */
    CommandCounter counter() {
        return counter;
    }

    @Override
    public void close() {
        open.values().forEach(CellServer::close);
        open.clear();
    }
}
