package dev.mongohaul.compare.run;

import com.mongodb.MongoNamespace;
import java.util.List;
import java.util.Optional;

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
