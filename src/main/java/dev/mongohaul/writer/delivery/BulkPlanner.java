package dev.mongohaul.writer.delivery;

import dev.mongohaul.writer.delivery.MatchFilter.MatchKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.bson.RawBsonDocument;

/**
 * Decides which operations of a chunk go to the server together. A write command is of one operation, so that a chunk in
 * which they alternate would take a command for each record.
 *
 * <ul>
 *   <li>In order: consecutive records of one operation make a command.
 *   <li>In any order: all records of one operation make a command, as far as their keys differ. Operations on one key keep
 *       their order: the second waits for the next wave, the third for the one after that.
 * </ul>
 *
 * <p>Where commands take several operations, the whole chunk makes one in order, and each wave one in any order.
 *
 * Immutable.
 */
public final class BulkPlanner {

    private final WriteSettings settings;
    private final boolean atOnce;
    private final MatchFilter filter;

    /** @param atOnce whether parts of what is sent next are sent at the same time, so that their keys must differ */
    public BulkPlanner(WriteSettings settings, boolean atOnce) {
        this.settings = settings;
        this.atOnce = atOnce;
        this.filter = new MatchFilter(settings);
    }

    /**
     * What is to be sent next, at once, of what is left of a chunk: the first operation on each key where they may be
     * regrouped, else everything.
     *
     * @param left in the order of the input, not empty
     * @param document gives what is matched by
     */
    public <T> List<T> next(List<T> left, Function<T, RawBsonDocument> document) {
        if (!regroups()) {
            return left;
        }
        Set<MatchKey> keys = new HashSet<>();
        List<T> first = new ArrayList<>();
        for (T operation : left) {
            if (keys.add(MatchKey.of(filter.of(document.apply(operation))))) {
                first.add(operation);
            }
        }
        return first;
    }

    /**
     * How many commands of one operation a chunk of several takes where nothing is refused, and why.
     *
     * @param documents in the order of the input
     * @param operations of the same records
     * @param encoding gives what is matched by
     */
    public <D> ChunkPlan plan(
            List<D> documents, List<WriteOperation> operations, Function<D, RawBsonDocument> encoding) {
        if (documents.isEmpty() || !settings.isMixed()) {
            return ChunkPlan.NOTHING;
        }
        return regroups() ? waves(documents, operations, encoding) : new ChunkPlan(1, runs(operations), 0);
    }

    /** Whether what is sent next has no key twice, so that its order does not matter. */
    public boolean regroups() {
        return !settings.ordered() && !settings.insertsOnly() && (settings.isMixed() || atOnce);
    }

    private static int runs(List<WriteOperation> operations) {
        int runs = 1;
        for (int index = 1; index < operations.size(); index++) {
            runs += operations.get(index) == operations.get(index - 1) ? 0 : 1;
        }
        return runs;
    }

    private <D> ChunkPlan waves(
            List<D> documents, List<WriteOperation> operations, Function<D, RawBsonDocument> encoding) {
        Map<MatchKey, Integer> waveOfKey = new HashMap<>();
        List<Set<WriteOperation>> waves = new ArrayList<>();
        int waiting = 0;
        for (int index = 0; index < documents.size(); index++) {
            int wave = waveOfKey.merge(MatchKey.of(filter.of(encoding.apply(documents.get(index)))), 1, Integer::sum);
            if (wave > waves.size()) {
                waves.add(new HashSet<>());
            }
            waves.get(wave - 1).add(operations.get(index));
            waiting += wave > 1 ? 1 : 0;
        }
        return new ChunkPlan(1, waves.stream().mapToInt(Set::size).sum(), waiting);
    }

    /**
     * How chunks reach the server.
     *
     * @param chunks those with anything to send
     * @param commands that they take
     * @param waiting records that wait for another of their key
     */
    public record ChunkPlan(long chunks, long commands, long waiting) {

        /** Of no chunk. */
        public static final ChunkPlan NOTHING = new ChunkPlan(0, 0, 0);

        /** This one and another. */
        public ChunkPlan plus(ChunkPlan other) {
            return new ChunkPlan(chunks + other.chunks, commands + other.commands, waiting + other.waiting);
        }
    }
}
