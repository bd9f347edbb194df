package dev.mongohaul.reject.reason;

import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Field;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.reject.RejectStage;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The stages by which a server sorts rejects by their reasons: what {@link ReasonPattern} does, in its language. Of a text
 * with many figures, all but the first few count as different.
 */
final class ReasonPipeline {

    private static final int FIGURES = 8;

    private static final String VALUE = "$cell.value";
    private static final String TEXT = "$text";
    private static final String FOUND = "$figures";

    /** Which rejects of a group are told. */
    enum Samples {
        /** The first few: MongoDB 5.2 can. */
        FEW,
        /** The first alone. */
        ONE
    }

    private ReasonPipeline() {}

    /** A document for each of the most frequent reasons, for {@link #pattern}. */
    static List<Bson> groups(int most, Samples samples) {
        return List.of(
                Aggregates.project(new Document("code", 1)
                        .append("cell", 1)
                        .append("text", withoutValue())
                        .append("stage", 1)),
                Aggregates.addFields(new Field<>("figures", figures())),
                group(samples),
                Aggregates.sort(Sorts.orderBy(Sorts.descending("count"), Sorts.ascending("samples"))),
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

    private static Document figures() {
        Document refused = call("$eq", "$stage", RejectStage.REFUSED.name());
        return new Document(
                "$regexFindAll",
                new Document("input", TEXT)
                        .append("regex", call("$cond", refused, ReasonPattern.NUMBER_OR_QUOTED, ReasonPattern.NUMBER)));
    }

    private static Bson group(Samples samples) {
        Document key =
                new Document("number", "$cell.number").append("code", "$code").append("words", words());
        Document group = new Document("_id", key)
                .append("column", new Document("$first", "$cell.column"))
                .append("count", new Document("$sum", 1))
                .append("samples", accumulator(samples));
        for (int index = 0; index < FIGURES; index++) {
            Document figure = call("$arrayElemAt", FOUND + ".match", index);
            group.append("low" + index, new Document("$min", figure))
                    .append("high" + index, new Document("$max", figure));
        }
        return new Document("$group", group);
    }

    private static Document accumulator(Samples samples) {
        return switch (samples) {
            case FEW -> new Document("$minN", new Document("input", "$_id").append("n", RejectGroups.MOST_SAMPLES));
            case ONE -> new Document("$min", "$_id");
        };
    }

    /** What stands before, between and behind the figures. */
    private static Document words() {
        Document word = call("$substrCP", TEXT, "$$value.to", call("$subtract", "$$this.idx", "$$value.to"));
        Document step = new Document("to", call("$add", "$$this.idx", length("$$this.match")))
                .append("words", call("$concatArrays", "$$value.words", List.of(word)));
        Document all = new Document(
                "$reduce",
                new Document("input", FOUND)
                        .append("initialValue", new Document("to", 0).append("words", List.of()))
                        .append("in", step));
        Document last = call("$substrCP", TEXT, "$$all.to", length(TEXT));
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
}
