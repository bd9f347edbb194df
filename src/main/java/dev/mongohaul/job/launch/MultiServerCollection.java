package dev.mongohaul.job.launch;

import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.repository.Piece;
import java.util.List;
import java.util.UUID;

/**
 * The collection an import goes to, on each of the servers that its pieces are spread over: piece k goes to server k mod n.
 * Of several, it is for trials: a next try would cut other pieces, and look for their documents elsewhere.
 *
 * @param servers one, as a rule
 */
public record MultiServerCollection(List<TargetCollection> servers) {

    public MultiServerCollection {
        servers = List.copyOf(servers);
    }

    /** As {@link TargetCollection#end}, on all of them. */
    public void end(List<UUID> sessions) {
        servers.forEach(server -> server.end(sessions));
    }

    /** As {@link TargetCollection#prepare}, on all of them. */
    public void prepare() {
        servers.forEach(TargetCollection::prepare);
    }

    /** As {@link TargetCollection#finish}, on all of them. */
    public void finish() {
        servers.forEach(TargetCollection::finish);
    }

    /**
     * As {@link TargetCollection#count}, on the server of the piece. Thread-safe.
     *
     * @param index of the piece
     */
    public long count(GeneratedIds ids, Piece piece, int index) {
        return servers.get(index % servers.size()).count(ids, piece);
    }
}
