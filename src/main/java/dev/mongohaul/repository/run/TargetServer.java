package dev.mongohaul.repository.run;

import dev.mongohaul.mongo.ServerFacts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Server that a run wrote to, stored in the context of its JobExecution.
 *
 * @param version for example {@code 8.0.23}
 * @param kind standalone, replica-set or sharded
 * @param hosts of its address; no user, password or option
 */
public record TargetServer(String version, String kind, List<String> hosts) {

    private static final String VERSION = "mongohaul.serverVersion";
    private static final String KIND = "mongohaul.serverKind";
    private static final String HOSTS = "mongohaul.serverHosts";
    private static final String SEPARATOR = ",";

    public TargetServer {
        hosts = List.copyOf(hosts);
    }

    public static TargetServer of(ServerFacts facts, List<String> hosts) {
        String kind = facts.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new TargetServer(facts.version(), kind, hosts);
    }

    /** Returns the server in a context; empty if the run never prepared. */
    static Optional<TargetServer> of(ExecutionContext context) {
        if (!context.containsKey(VERSION)) {
            return Optional.empty();
        }
        return Optional.of(new TargetServer(
                context.getString(VERSION),
                context.getString(KIND),
                List.of(context.getString(HOSTS).split(SEPARATOR, -1))));
    }

    public void putInto(ExecutionContext context) {
        context.putString(VERSION, version);
        context.putString(KIND, kind);
        context.putString(HOSTS, String.join(SEPARATOR, hosts));
    }
}
