package dev.mongohaul.reject;

import com.mongodb.MongoCommandException;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.mongohaul.reject.ReasonPipeline.Samples;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;

/**
 * The reasons of an import's rejects: those that were kept when a run of it ended, or else sorted where the rejects are
 * stored. The server does that, and what comes over the network is bounded. Thread-safe.
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
        List<Long> offsets = found.stream()
                .flatMap(group -> ReasonPipeline.samples(group).stream())
                .map(id -> id.getLong("o"))
                .toList();
        return new RejectReasons(Math.max(total, grouped), groups, Math.max(0, total - grouped), offsets);
    }

    /**
     * The reasons of an import as they are after a run: those that were kept at its end, or else as {@link #of(long)}.
     *
     * @param run the last of the import
     */
    public RejectReasons of(long instance, long run) {
        return store.summary(instance)
                .filter(summary -> summary.getLong("run") == run)
                .map(StoredReasons::kept)
                .orElseGet(() -> of(instance));
    }

    /**
     * Keeps the reasons of an import at the end of a run. They hold until another run of the import begins, or its rejects
     * are deleted.
     *
     * @param all rejects of the import, sorted
     */
    public void keep(long instance, long run, RejectGroups all) {
        if (!all.list().isEmpty()) {
            store.saveSummary(instance, document(run, all.ungrouped() > 0 ? of(instance) : reasons(all)));
        }
    }

    private static RejectReasons reasons(RejectGroups all) {
        List<RejectGroup> groups = all.list().stream().limit(MOST_GROUPS).toList();
        long total = all.list().stream().mapToLong(RejectGroup::count).sum();
        long grouped = groups.stream().mapToLong(RejectGroup::count).sum();
        return new RejectReasons(total, groups, total - grouped, all.offsets(MOST_GROUPS));
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

    private static RejectReasons kept(Document summary) {
        return new RejectReasons(
                summary.getLong("total"),
                summary.getList("groups", Document.class).stream()
                        .map(StoredReasons::keptGroup)
                        .toList(),
                summary.getLong("ungrouped"),
                summary.getList("offsets", Long.class));
    }

    private static RejectGroup keptGroup(Document group) {
        return new RejectGroup(
                group.getString("reason"),
                group.getString("column"),
                group.getInteger("code"),
                group.getLong("count"),
                group.getList("samples", Document.class).stream()
                        .map(sample -> new RejectSample(
                                sample.getString("file"),
                                sample.getLong("line"),
                                sample.getString("value"),
                                sample.getString("text")))
                        .toList());
    }

    private static Document document(long run, RejectReasons reasons) {
        return new Document("run", run)
                .append("total", reasons.total())
                .append("ungrouped", reasons.ungrouped())
                .append("offsets", reasons.offsets())
                .append(
                        "groups",
                        reasons.groups().stream().map(StoredReasons::document).toList());
    }

    private static Document document(RejectGroup group) {
        return new Document("reason", group.reason())
                .append("column", group.column())
                .append("code", group.code())
                .append("count", group.count())
                .append(
                        "samples",
                        group.samples().stream()
                                .map(sample -> new Document("file", sample.file())
                                        .append("line", sample.line())
                                        .append("value", sample.value())
                                        .append("text", sample.text()))
                                .toList());
    }
}
