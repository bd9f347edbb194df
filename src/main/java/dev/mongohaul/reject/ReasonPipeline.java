package dev.mongohaul.reject;

import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Field;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The stages by which a server sorts rejects by their reasons: what {@link ReasonPattern} does, in its language. Of a text
 * with many figures, all but the first few count as different.
 */
final class ReasonPipeline {

    private static final int FIGURES = 8;

    private static final String VALUE = "$cell.value";
    private static final String TEXT = "$text";
    private static final String GROUPED = "$_id.text";
    private static final String FOUND = "$figures";

    /** Which rejects of a group are told. */
    enum Samples {
        /** The first few: MongoDB 5.2 can. */
        FEW,
        /** The first alone. */
        ONE
    }

    private ReasonPipeline() {}

    /**
     * A document for each of the most frequent reasons, for {@link #pattern} and {@link #samples}. Equal texts are put
     * together before they are looked into: as a rule there are few.
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

    /** The text without the cell's value, where it begins with that. */
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
                        .append("regex", call("$cond", refused, ReasonPattern.NUMBER_OR_QUOTED, ReasonPattern.NUMBER)));
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

    /** What stands before, between and behind the figures. */
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

    /** What the texts of a group have in common. */
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

    /** The ids of the first rejects of a group, each of whose texts has told its own first ones. */
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
