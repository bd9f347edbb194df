package dev.mongohaul.reject.reason;

import com.mongodb.MongoCommandException;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.reason.ReasonPipeline.Samples;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;

/**
 * Sorts the rejects of an import by their reasons where they are kept: the server does it, and what comes over the
 * network is bounded, whatever there is. Thread-safe.
 */
public final class StoredReasons {

    static final int MOST_GROUPS = 100;

    private static final int UNKNOWN_ACCUMULATOR = 15_952;

    private final RejectStore store;

    public StoredReasons(RejectStore store) {
        this.store = store;
    }

    /** The reasons of an import, alike to what {@link RejectGroups} makes of its rejects. */
    public RejectReasons of(long instance) {
        long total = store.count(instance);
        if (total == 0) {
            return RejectReasons.NONE;
        }
        List<Document> found = groups(instance);
        Map<Document, RejectSample> samples = samples(instance, found);
        List<RejectGroup> groups =
                found.stream().map(group -> group(group, samples)).toList();
        long grouped = groups.stream().mapToLong(RejectGroup::count).sum();
        return new RejectReasons(Math.max(total, grouped), groups, Math.max(0, total - grouped));
    }

    private List<Document> groups(long instance) {
        try {
            return groups(instance, Samples.FEW);
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNKNOWN_ACCUMULATOR) {
                throw e;
            }
            return groups(instance, Samples.ONE);
        }
    }

    private List<Document> groups(long instance, Samples samples) {
        return store.aggregate(instance, ReasonPipeline.groups(MOST_GROUPS, samples));
    }

    private Map<Document, RejectSample> samples(long instance, List<Document> groups) {
        List<Document> ids = groups.stream()
                .flatMap(group -> ReasonPipeline.samples(group).stream())
                .toList();
        Map<Document, RejectSample> samples = new HashMap<>();
        store.aggregate(
                        instance,
                        List.of(
                                Aggregates.match(Filters.in("_id", ids)),
                                Aggregates.project(Projections.include("file", "line", "cell.value", "reason"))))
                .forEach(reject -> samples.put(reject.get("_id", Document.class), sample(reject)));
        return samples;
    }

    private static RejectSample sample(Document reject) {
        String value = Optional.ofNullable(reject.get("cell", Document.class))
                .map(cell -> cell.getString("value"))
                .orElse(null);
        return new RejectSample(reject.getString("file"), reject.getLong("line"), value, reject.getString("reason"));
    }

    private static RejectGroup group(Document group, Map<Document, RejectSample> samples) {
        return new RejectGroup(
                ReasonPipeline.pattern(group).toString(),
                group.getString("column"),
                group.get("_id", Document.class).getInteger("code"),
                group.get("count", Number.class).longValue(),
                ReasonPipeline.samples(group).stream()
                        .map(samples::get)
                        .filter(Objects::nonNull)
                        .toList());
    }
}
