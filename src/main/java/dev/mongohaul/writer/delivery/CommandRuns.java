package dev.mongohaul.writer.delivery;

import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.writer.delivery.WriteCommand.CommandReply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The commands that different operations take: one for each operation, or, in order, one for each run of one operation;
 * and what the server said of all of them.
 */
final class CommandRuns {

    private final boolean ordered;
    private final List<Run> runs;
    private final List<BulkWriteError> errors = new ArrayList<>();
    private final Set<String> labels = new HashSet<>();
    private @Nullable WriteConcernError unconfirmed;
    private long found;
    private long added;

    /** The documents of one command, by their indexes. */
    record Run(WriteOperation operation, List<Integer> indexes) {

        List<RawBsonDocument> of(List<RawBsonDocument> documents) {
            return indexes.size() == documents.size()
                    ? documents
                    : indexes.stream().map(documents::get).toList();
        }
    }

    CommandRuns(List<WriteOperation> operations, boolean ordered) {
        this.ordered = ordered;
        runs = ordered ? consecutive(operations) : regrouped(operations);
    }

    private static List<Run> consecutive(List<WriteOperation> operations) {
        List<Run> runs = new ArrayList<>();
        for (int index = 0; index < operations.size(); index++) {
            if (index == 0 || operations.get(index) != operations.get(index - 1)) {
                runs.add(new Run(operations.get(index), new ArrayList<>()));
            }
            runs.get(runs.size() - 1).indexes().add(index);
        }
        return runs;
    }

    private static List<Run> regrouped(List<WriteOperation> operations) {
        Map<WriteOperation, Run> runs = new LinkedHashMap<>();
        for (int index = 0; index < operations.size(); index++) {
            runs.computeIfAbsent(operations.get(index), operation -> new Run(operation, new ArrayList<>()))
                    .indexes()
                    .add(index);
        }
        return List.copyOf(runs.values());
    }

    List<Run> list() {
        return runs;
    }

    /** Takes notice of what became of a run. */
    void add(Run run, CommandReply reply) {
        found += reply.found();
        added += reply.added();
        labels.addAll(reply.labels());
        confirm(reply);
        for (BulkWriteError error : reply.errors()) {
            int index = run.indexes().get(error.getIndex());
            errors.add(new BulkWriteError(error.getCode(), error.getMessage(), error.getDetails(), index));
        }
    }

    /** Takes notice of whether what was added is safe. */
    void confirm(CommandReply reply) {
        unconfirmed = unconfirmed == null ? reply.unconfirmed() : unconfirmed;
    }

    /** Whether nothing more may be sent: in order, behind an error. */
    boolean stopped() {
        return ordered && !errors.isEmpty();
    }

    /** What the server said of all of them. */
    CommandReply total() {
        return new CommandReply(found, added, errors, unconfirmed, labels, null);
    }
}
