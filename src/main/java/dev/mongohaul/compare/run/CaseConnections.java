package dev.mongohaul.compare.run;

import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

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
}
