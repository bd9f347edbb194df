package dev.mongohaul.writer.delivery;

import com.mongodb.WriteError;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Message for a document that the collection's validator refused: the server's text, and what is wrong by property. */
final class FailedValidation {

    private static final int CODE = 121;

    private final Set<String> problems = new LinkedHashSet<>();

    private FailedValidation() {}

    /** Returns the server's message, with the properties at fault if it is about a validator. */
    static String message(WriteError error) {
        if (error.getCode() != CODE) {
            return error.getMessage();
        }
        FailedValidation validation = new FailedValidation();
        validation.collect("", error.getDetails().get("details", new BsonDocument()));
        return validation.problems.isEmpty()
                ? error.getMessage()
                : error.getMessage() + ": " + String.join("; ", validation.problems);
    }

    /** Collects the rules that failed. The server nests them as the validator nests its rules. */
    private void collect(String path, BsonValue details) {
        if (details.isArray()) {
            details.asArray().forEach(each -> collect(path, each));
        } else if (details.isDocument()) {
            collect(path, details.asDocument());
        }
    }

    private void collect(String path, BsonDocument rule) {
        String here = rule.containsKey("propertyName")
                ? within(path, text(rule, "propertyName"))
                : path
                        + (rule.containsKey("itemIndex")
                                ? "[" + rule.getNumber("itemIndex").intValue() + "]"
                                : "");
        int before = problems.size();
        rule.forEach((name, value) -> {
            switch (name) {
                case "missingProperties" ->
                    value.asArray().forEach(missing -> problems.add(within(here, missing) + " is missing"));
                case "additionalProperties" ->
                    value.asArray().forEach(other -> problems.add(within(here, other) + " is not allowed"));
                case "specifiedAs", "consideredValue", "consideredValues" -> {}
                default -> collect(here, value);
            }
        });
        if (problems.size() == before && rule.containsKey("reason")) {
            problems.add(problem(here, rule));
        }
    }

    private static String problem(String path, BsonDocument rule) {
        BsonDocument wanted = rule.getDocument("specifiedAs", new BsonDocument());
        String subject = path.isEmpty() ? "the document" : path;
        return wanted.containsKey("bsonType") && rule.containsKey("consideredType")
                ? "%s is of type %s, not %s".formatted(subject, text(rule, "consideredType"), types(wanted))
                : "%s: %s (%s)".formatted(subject, text(rule, "reason"), wanted.toJson());
    }

    private static String types(BsonDocument wanted) {
        return wanted.isString("bsonType")
                ? text(wanted, "bsonType")
                : wanted.getArray("bsonType", new BsonArray()).stream()
                        .map(type -> type.asString().getValue())
                        .collect(Collectors.joining(" or "));
    }

    private static String within(String path, BsonValue name) {
        return within(path, name.isString() ? name.asString().getValue() : name.toString());
    }

    private static String within(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String text(BsonDocument rule, String name) {
        return rule.getString(name, new BsonString("")).getValue();
    }
}
