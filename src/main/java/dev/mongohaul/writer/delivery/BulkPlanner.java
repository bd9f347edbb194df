package dev.mongohaul.writer.delivery;

import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.MatchKey;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.bson.RawBsonDocument;

/**
 * Planner of the commands of a chunk. A write command has one operation, so that a chunk of alternating operations would
 * take a command for each record.
 *
 * <ul>
 *   <li>Ordered: consecutive records of one operation form a command.
 *   <li>Unordered: all records of one operation form a command, as far as their keys differ. Operations on one key keep
 *       their order: the second waits for the next round, the third for the round after that. So do records of one key that
 *       are added, since the second is left out only if the server took the first.
 * </ul>
 *
 * <p>If the server supports commands of several operations, an ordered chunk forms one command, as does each round of an
 * unordered one.
 *
 * Immutable.
 */
public final class BulkPlanner {

    private final WriteSettings settings;
    private final boolean inParts;
    private final MatchFilter filter;

    /** @param inParts whether parts of a chunk are sent at the same time, so that their keys must differ */
    public BulkPlanner(WriteSettings settings, boolean inParts) {
        this.settings = settings;
        this.inParts = inParts;
        this.filter = new MatchFilter(settings);
    }

    /**
     * Returns the next operations to send, the first on each key. Must be called only if the planner {@link #regroups}.
     *
     * @param left in the order of the input, not empty
     * @param document returns the document of an operation
     */
    public <T> List<T> next(List<T> left, Function<T, RawBsonDocument> document) {
        Set<MatchKey> keys = new HashSet<>();
        List<T> first = new ArrayList<>();
        for (T operation : left) {
            if (keys.add(filter.key(document.apply(operation)))) {
                first.add(operation);
            }
        }
        return first;
    }

    /**
     * Returns how many commands of one operation a mixed chunk takes if nothing is refused.
     *
     * @param documents in the order of the input
     * @param operations of the same records
     * @param encoding returns the encoded document
     */
    public <D> ChunkPlan plan(
            List<D> documents, List<WriteOperation> operations, Function<D, RawBsonDocument> encoding) {
        if (documents.isEmpty() || !settings.isMixed()) {
            return ChunkPlan.NOTHING;
        }
        return regroups() ? rounds(documents, operations, encoding) : new ChunkPlan(1, runs(operations), 0);
    }

    /** Returns whether operations are regrouped, so that no two that are sent together have the same key. */
    public boolean regroups() {
        boolean inOrder = !settings.insertsOnly() && (settings.isMixed() || inParts);
        return !settings.ordered() && (inOrder || settings.leavesExisting());
    }

    private static int runs(List<WriteOperation> operations) {
        int runs = 1;
        for (int index = 1; index < operations.size(); index++) {
            runs += operations.get(index) == operations.get(index - 1) ? 0 : 1;
        }
        return runs;
    }

    private <D> ChunkPlan rounds(
            List<D> documents, List<WriteOperation> operations, Function<D, RawBsonDocument> encoding) {
        Map<MatchKey, Integer> roundOfKey = new HashMap<>();
        List<Set<WriteOperation>> rounds = new ArrayList<>();
        int waiting = 0;
        for (int index = 0; index < documents.size(); index++) {
            int round = roundOfKey.merge(filter.key(encoding.apply(documents.get(index))), 1, Integer::sum);
            if (round > rounds.size()) {
                rounds.add(new HashSet<>());
            }
            rounds.get(round - 1).add(operations.get(index));
            waiting += round > 1 ? 1 : 0;
        }
        return new ChunkPlan(1, rounds.stream().mapToInt(Set::size).sum(), waiting);
    }
}
