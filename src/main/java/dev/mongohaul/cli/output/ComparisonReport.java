package dev.mongohaul.cli.output;

import dev.mongohaul.prove.ComparisonResult;
import dev.mongohaul.prove.Difference;
import dev.mongohaul.prove.DocumentsDigest;
import dev.mongohaul.prove.FieldDifference;
import dev.mongohaul.prove.Judgement;
import dev.mongohaul.prove.Receipt;
import dev.mongohaul.prove.ReceiptCheck;
import dev.mongohaul.prove.Verification;
import dev.mongohaul.text.Printable;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Result of a comparison as text and as JSON, in the words of {@code diff} or of {@code verify}. */
public enum ComparisonReport {
    DIFF("new", "changed", "deleted"),
    VERIFY("missing", "different", "extra");

    private static final int MOST_FIELDS = 10;
    private static final int LONGEST_VALUE = 80;
    private static final JsonWriterSettings READABLE = CheckReport.relaxed().build();

    /** Canonical, so that a program does not have to guess types. */
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private static final JsonMapper LINE = JsonMapper.builder().build();
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final String expectedOnly;
    private final String differing;
    private final String presentOnly;

    ComparisonReport(String expectedOnly, String differing, String presentOnly) {
        this.expectedOnly = expectedOnly;
        this.differing = differing;
        this.presentOnly = presentOnly;
    }

    private String word(Judgement judgement) {
        return switch (judgement) {
            case NEW -> expectedOnly;
            case CHANGED -> differing;
            case DELETED -> presentOnly;
            case CHANGED_MEANWHILE -> "changed meanwhile";
            case EXPLAINED -> "explained";
            case REPEATED -> "repeated keys";
            default -> judgement.name().toLowerCase(Locale.ROOT);
        };
    }

    /** Returns the result of {@code diff} as text. */
    public static String of(String job, String target, ComparisonResult result) {
        return DIFF.text("%s: what an import would change in %s".formatted(job, target), result, String::valueOf);
    }

    /**
     * Returns the result of {@code verify} as text.
     *
     * @param named returns an import by its number as messages name it
     */
    public static String of(Verification verification, LongFunction<String> named) {
        String verdict = switch (verification.verdict()) {
            case EQUAL -> "has what %s wrote";
            case DIFFERENT -> "differs from what %s wrote";
            case UNKNOWN -> "may differ from what %s wrote";
        };
        String itself = named.apply(verification.plan().importNumber());
        String text = VERIFY.text(
                "%s: %s %s"
                        .formatted(
                                verification.plan().identity().job(),
                                verification.plan().identity().target(),
                                verdict.formatted(itself)),
                verification.result(),
                named);
        StringBuilder all = new StringBuilder(text);
        verification
                .result()
                .explained()
                .forEach((number, count) -> all.append(String.format(
                        Locale.ROOT, "Explained by %s, whose input has the keys: %,d%n", named.apply(number), count)));
        if (verification.result().differences() > 0) {
            verification
                    .perhaps()
                    .forEach((number, why) -> all.append(Printable.of(
                                    "Changed after %s, perhaps by %s: %s".formatted(itself, named.apply(number), why)))
                            .append(System.lineSeparator()));
        }
        if (!verification.later().isEmpty()) {
            all.append("Later imports into the same target: %s%n".formatted(named(verification.later(), named)));
        }
        return all.toString();
    }

    private static String named(List<Long> imports, LongFunction<String> named) {
        return imports.stream().map(named::apply).collect(Collectors.joining(", "));
    }

    /** Returns the comparison with a receipt as text. */
    public static String of(ReceiptCheck check, LongFunction<String> named) {
        Receipt receipt = check.receipt();
        String verdict = check.isEqual()
                ? "has what the receipt says"
                : check.stable() ? "differs from the receipt" : "changes now, and may differ from the receipt";
        try (Formatter out = new Formatter(Locale.ROOT)) {
            out.format(
                    "%s%s%n",
                    Printable.of("%s: %s %s".formatted(receipt.job(), receipt.target(), verdict)),
                    check.whole() ? "" : " (stopped before the end)");
            out.format("  %-10s %15s %15s%n", "", "receipt", "now");
            out.format(
                    "  %-10s %,15d %,15d%n",
                    "documents", receipt.documents().count(), check.now().count());
            out.format(
                    "  %-10s %,15d %,15d%n",
                    "bytes", receipt.documents().bytes(), check.now().bytes());
            out.format("  digest of the receipt %s%n", receipt.documents().hex());
            out.format("  digest now            %s%n", check.now().hex());
            if (check.now().count() == 0 && receipt.documents().count() > 0) {
                out.format("%s is not there, or has none of the documents%n", Printable.of(receipt.target()));
            }
            if (!check.later().isEmpty()) {
                out.format("Later imports into the same target: %s%n", named(check.later(), named));
            }
            return out.toString();
        }
    }

    /** Returns the comparison with a receipt as JSON. */
    public static String json(ReceiptCheck check) {
        ObjectNode object = JSON.createObjectNode()
                .put("job", check.receipt().job())
                .put("target", check.receipt().target())
                .put("import", check.receipt().importNumber())
                .put("verified", check.isEqual() ? "equal" : check.stable() ? "different" : "unknown")
                .put("whole", check.whole());
        object.set("laterImports", JSON.valueToTree(check.later()));
        object.set("receipt", documents(check.receipt().documents()));
        object.set("now", documents(check.now()));
        return JSON.writeValueAsString(object);
    }

    private static ObjectNode documents(DocumentsDigest documents) {
        return JSON.createObjectNode()
                .put("count", documents.count())
                .put("bytes", documents.bytes())
                .put("digest", documents.hex());
    }

    private String text(String title, ComparisonResult result, LongFunction<String> named) {
        try (Formatter out = new Formatter(Locale.ROOT)) {
            out.format("%s%s%n", Printable.of(title), result.whole() ? "" : " (stopped before the end)");
            for (Judgement judgement : Judgement.values()) {
                long count = result.count(judgement);
                if (count > 0 || judgement.isDifference() || judgement == Judgement.EQUAL) {
                    out.format("  %-17s %,15d%n", word(judgement), count);
                }
            }
            if (!result.fields().isEmpty()) {
                String fields = result.fields().entrySet().stream()
                        .limit(MOST_FIELDS)
                        .map(field -> String.format(Locale.ROOT, "%s %,d", name(field.getKey()), field.getValue()))
                        .collect(Collectors.joining(", "));
                out.format("Changed fields: %s%n", Printable.of(fields));
            }
            result.samples().forEach((kind, samples) -> samples(out, kind, samples, named));
            result.notes().forEach(note -> out.format("%s%n", Printable.of(note)));
            return out.toString();
        }
    }

    private void samples(Formatter out, Judgement kind, List<Difference> samples, LongFunction<String> named) {
        for (Difference sample : samples) {
            out.format(
                    "%s: %s%s%n",
                    word(kind) + (sample.explainedBy() == null ? "" : " by " + named.apply(sample.explainedBy())),
                    Printable.of(sample.key().toJson(READABLE)),
                    sample.place() == null ? "" : Printable.of(" from " + sample.place()));
            if (sample.document() != null) {
                sample.document()
                        .forEach((name, value) -> out.format("    %s: %s%n", Printable.of(name), shown(value)));
            }
            for (FieldDifference field : sample.fields()) {
                out.format(
                        "    %s: %s%n",
                        Printable.of(field.ofOrder() ? (name(field.path()) + " in another order") : field.path()),
                        this == DIFF
                                ? shown(field.actual()) + " → " + shown(field.expected())
                                : shown(field.expected()) + " expected, found " + shown(field.actual()));
            }
        }
    }

    private static String name(String path) {
        return path.isEmpty() ? "order of fields" : path;
    }

    private static String shown(@Nullable BsonValue value) {
        if (value == null) {
            return "nothing";
        }
        String json = new BsonDocument("", value).toJson(READABLE);
        return Printable.shortened(Printable.of(json.substring("{\"\": ".length(), json.length() - 1)), LONGEST_VALUE);
    }

    /** Returns a difference as a line of JSON. */
    public String line(Difference difference) {
        return LINE.writeValueAsString(object(difference));
    }

    private ObjectNode object(Difference difference) {
        ObjectNode object = JSON.createObjectNode().put("kind", word(difference.kind()));
        object.set("key", node(difference.key()));
        object.put("place", difference.place());
        if (difference.explainedBy() != null) {
            object.put("explainedBy", difference.explainedBy());
        }
        if (difference.document() != null) {
            object.set("document", node(difference.document()));
        }
        ArrayNode fields = object.putArray("fields");
        for (FieldDifference field : difference.fields()) {
            ObjectNode each = fields.addObject().put("field", field.path()).put("order", field.ofOrder());
            set(each, "expected", field.expected());
            set(each, "actual", field.actual());
        }
        return object;
    }

    private static void set(ObjectNode object, String name, @Nullable BsonValue value) {
        if (value != null) {
            object.set(name, node(new BsonDocument("v", value)).get("v"));
        }
    }

    private static JsonNode node(BsonDocument document) {
        return JSON.readTree(document.toJson(CANONICAL));
    }

    /** Returns the result of {@code diff} as JSON. */
    public static String json(String job, String target, ComparisonResult result) {
        ObjectNode object = JSON.createObjectNode().put("job", job).put("target", target);
        return JSON.writeValueAsString(DIFF.add(object, result));
    }

    /** Returns the result of {@code verify} as JSON. */
    public static String json(Verification verification) {
        ObjectNode object = JSON.createObjectNode()
                .put("job", verification.plan().identity().job())
                .put("target", verification.plan().identity().target())
                .put("import", verification.plan().importNumber())
                .put("verified", verification.verdict().name().toLowerCase(Locale.ROOT));
        object.set("laterImports", JSON.valueToTree(verification.later()));
        object.set("explainedBy", JSON.valueToTree(verification.result().explained()));
        object.set("perhapsBy", JSON.valueToTree(verification.perhaps()));
        return JSON.writeValueAsString(VERIFY.add(object, verification.result()));
    }

    private ObjectNode add(ObjectNode object, ComparisonResult result) {
        object.put("whole", result.whole());
        for (Judgement judgement : Judgement.values()) {
            String name = switch (judgement) {
                case CHANGED_MEANWHILE -> "changedMeanwhile";
                case REPEATED -> "repeated";
                default -> word(judgement);
            };
            object.put(name, result.count(judgement));
        }
        object.set("fields", JSON.valueToTree(result.fields()));
        ArrayNode samples = object.putArray("samples");
        result.samples().values().forEach(ofKind -> ofKind.forEach(sample -> samples.add(object(sample))));
        object.set("notes", JSON.valueToTree(result.notes()));
        return object;
    }
}
