package dev.mongohaul.reject;

import com.mongodb.MongoCommandException;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Field;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.reject.Reject.RejectStage;
import dev.mongohaul.reject.RejectGroups.ReasonPattern;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.reject.RejectReasons.RejectSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Reasons of an import's rejects: the summary that was saved at the end of a run, or else the result of an aggregation by
 * the server, so that the transferred data is bounded. Thread-safe.
 */
public final class StoredReasons {

    static final int MOST_GROUPS = 100;

    private static final int UNKNOWN_ACCUMULATOR = 15_952;

    private final RejectStore store;

    public StoredReasons(RejectStore store) {
        this.store = store;
    }

    /** Returns the reasons of an import, grouped by the server as {@link RejectGroups} does. */
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
     * Returns the reasons of an import after a run: those that were saved at its end, or else {@link #of(long)}.
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
     * Saves the reasons of an import at the end of a run. They are valid until another run of the import begins or its
     * rejects are deleted.
     *
     * @param all rejects of the import, grouped
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
            return groups(instance, ReasonPipeline.Samples.FEW);
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNKNOWN_ACCUMULATOR) {
                throw e;
            }
            return groups(instance, ReasonPipeline.Samples.ONE);
        }
    }

    private List<Document> groups(long instance, ReasonPipeline.Samples samples) {
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

    /**
     * Aggregation stages that group rejects by their reasons, as {@link ReasonPattern} does. In a text with many figures, all
     * but the first few count as different.
     */
    static final class ReasonPipeline {

        private static final int FIGURES = 8;

        private static final String VALUE = "$cell.value";
        private static final String TEXT = "$text";
        private static final String GROUPED = "$_id.text";
        private static final String FOUND = "$figures";

        /** Rejects of a group that are returned. */
        enum Samples {
            /** The first few, from MongoDB 5.2 on. */
            FEW,
            /** The first only. */
            ONE
        }

        private ReasonPipeline() {}

        /**
         * Returns stages with a document for each of the most frequent reasons, for {@link #pattern} and {@link #samples}.
         * Equal texts are grouped first, as there are usually few.
         */
        static List<Bson> groups(int most, Samples samples) {
            return List.of(
                    Aggregates.project(new Document("code", 1)
                            .append("number", "$cell.number")
                            .append("column", "$cell.column")
                            .append("stage", 1)
                            .append("text", withoutValue())),
                    texts(samples),
                    Aggregates.addFields(new Field<>("figures", figures())),
                    reasons(samples),
                    Aggregates.sort(Sorts.orderBy(Sorts.descending("count"), Sorts.ascending("first"))),
                    Aggregates.limit(most));
        }

        /** Returns the text without the cell's value at its beginning. */
        private static Document withoutValue() {
            Document quoted = call("$ifNull", call("$concat", "\"", VALUE, "\" "), "");
            Document begins = call("$eq", call("$indexOfCP", "$reason", "$$quoted"), 0);
            Document rest = call("$substrCP", "$reason", length("$$quoted"), length("$reason"));
            return new Document(
                    "$let",
                    new Document("vars", new Document("quoted", quoted))
                            .append("in", call("$cond", begins, rest, "$reason")));
        }

        private static Bson texts(Samples samples) {
            Document key = new Document("number", "$number")
                    .append("code", "$code")
                    .append("stage", "$stage")
                    .append("text", TEXT);
            return new Document(
                    "$group",
                    new Document("_id", key)
                            .append("column", new Document("$first", "$column"))
                            .append("count", new Document("$sum", 1))
                            .append("first", new Document("$min", "$_id"))
                            .append("samples", accumulator(samples, "$_id")));
        }

        private static Document figures() {
            Document refused = call("$eq", "$_id.stage", RejectStage.REFUSED.name());
            return new Document(
                    "$regexFindAll",
                    new Document("input", GROUPED)
                            .append(
                                    "regex",
                                    call("$cond", refused, ReasonPattern.NUMBER_OR_QUOTED, ReasonPattern.NUMBER)));
        }

        private static Bson reasons(Samples samples) {
            Document key = new Document("number", "$_id.number")
                    .append("code", "$_id.code")
                    .append("words", words());
            Document group = new Document("_id", key)
                    .append("column", new Document("$first", "$column"))
                    .append("count", new Document("$sum", "$count"))
                    .append("first", new Document("$min", "$first"))
                    .append("samples", accumulator(samples, "$samples"));
            for (int index = 0; index < FIGURES; index++) {
                Document figure = call("$arrayElemAt", FOUND + ".match", index);
                group.append("low" + index, new Document("$min", figure))
                        .append("high" + index, new Document("$max", figure));
            }
            return new Document("$group", group);
        }

        private static Document accumulator(Samples samples, String input) {
            return switch (samples) {
                case FEW -> new Document("$minN", new Document("input", input).append("n", RejectGroups.MOST_SAMPLES));
                case ONE -> new Document("$min", input);
            };
        }

        /** Returns the text before, between and after the figures. */
        private static Document words() {
            Document word = call("$substrCP", GROUPED, "$$value.to", call("$subtract", "$$this.idx", "$$value.to"));
            Document step = new Document("to", call("$add", "$$this.idx", length("$$this.match")))
                    .append("words", call("$concatArrays", "$$value.words", List.of(word)));
            Document all = new Document(
                    "$reduce",
                    new Document("input", FOUND)
                            .append("initialValue", new Document("to", 0).append("words", List.of()))
                            .append("in", step));
            Document last = call("$substrCP", GROUPED, "$$all.to", length(GROUPED));
            return new Document(
                    "$let",
                    new Document("vars", new Document("all", all))
                            .append("in", call("$concatArrays", "$$all.words", List.of(last))));
        }

        private static Document length(String text) {
            return new Document("$strLenCP", text);
        }

        private static Document call(String operator, Object... arguments) {
            return new Document(operator, List.of(arguments));
        }

        /** Returns the pattern of the texts of a group. */
        static ReasonPattern pattern(Document group) {
            List<String> words = group.get("_id", Document.class).getList("words", String.class);
            List<String> lowest = new ArrayList<>();
            List<String> highest = new ArrayList<>();
            for (int index = 0; index < words.size() - 1; index++) {
                lowest.add(index < FIGURES ? group.getString("low" + index) : "");
                highest.add(index < FIGURES ? group.getString("high" + index) : " ");
            }
            ReasonPattern pattern = new ReasonPattern(words, lowest);
            pattern.admit(new ReasonPattern(words, highest));
            return pattern;
        }

        /** Returns the ids of the first rejects of a group, from those of each of its texts. */
        static List<Document> samples(Document group) {
            return ids(group.get("samples"))
                    .sorted(Comparator.comparing(id -> id.getLong("o")))
                    .limit(RejectGroups.MOST_SAMPLES)
                    .toList();
        }

        private static Stream<Document> ids(@Nullable Object samples) {
            if (samples instanceof List<?> several) {
                return several.stream().flatMap(ReasonPipeline::ids);
            }
            return samples instanceof Document id ? Stream.of(id) : Stream.of();
        }
    }
}
