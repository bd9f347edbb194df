package dev.mongohaul.cli.output;

import dev.mongohaul.prove.DocumentsDigest;
import dev.mongohaul.prove.Receipt;
import dev.mongohaul.repository.run.TargetServer;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Receipt as JSON. A file with other fields than these is refused, since it may say more than this version understands. */
public record ReceiptJson(String name) {

    private static final int FORMAT = 1;
    private static final String DIGEST = "[0-9a-f]{64}";
    private static final Set<String> FIELDS = Set.of(
            "receipt",
            "program",
            "written",
            "job",
            "import",
            "operation",
            "server",
            "database",
            "target",
            "input",
            "meaning",
            "counts",
            "filter",
            "documents");
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Returns the text of a receipt. */
    public static String of(Receipt receipt) {
        ObjectNode json = JSON.createObjectNode()
                .put("receipt", FORMAT)
                .put("program", receipt.program())
                .put("written", receipt.written().toString())
                .put("job", receipt.job())
                .put("import", receipt.importNumber())
                .put("operation", receipt.operation());
        json.set("server", JSON.valueToTree(receipt.server()));
        json.put("database", receipt.database())
                .put("target", receipt.target())
                .put("input", receipt.input())
                .put("meaning", receipt.meaning());
        json.set("counts", JSON.valueToTree(receipt.counts()));
        BsonDocument filter = receipt.filter();
        json.set("filter", filter == null ? JSON.nullNode() : JSON.readTree(filter.toJson(CANONICAL)));
        json.putObject("documents")
                .put("count", receipt.documents().count())
                .put("bytes", receipt.documents().bytes())
                .put("digest", receipt.documents().hex());
        return JSON.writeValueAsString(json) + "\n";
    }

    /**
     * Returns the receipt of a text.
     *
     * @throws UsageException if it is none that this version understands
     */
    public Receipt read(String text) {
        JsonNode json = parsed(text);
        if (!json.isObject() || !json.path("receipt").isIntegralNumber()) {
            throw refused("it has no field \"receipt\" with the version of its format");
        }
        if (json.path("receipt").longValue() != FORMAT) {
            throw refused("its format is %s, and this version of the program reads format %d; program %s wrote it"
                    .formatted(
                            json.path("receipt"), FORMAT, json.path("program").asString("of an unknown version")));
        }
        List<String> unknown = json.propertyNames().stream()
                .filter(field -> !FIELDS.contains(field))
                .toList();
        if (!unknown.isEmpty()) {
            throw refused("it has the unknown field \"%s\"; allowed are %s"
                    .formatted(unknown.get(0), String.join(", ", new TreeSet<>(FIELDS))));
        }
        JsonNode server = object(json, "server");
        List<String> hosts = new ArrayList<>();
        server.path("hosts").forEach(host -> hosts.add(host.asString("")));
        Map<String, Long> counts = new LinkedHashMap<>();
        JsonNode counted = object(json, "counts");
        counted.propertyNames().forEach(count -> counts.put(count, number(counted, count)));
        JsonNode documents = object(json, "documents");
        return new Receipt(
                text(json, "program"),
                time(json),
                text(json, "job"),
                number(json, "import"),
                text(json, "operation"),
                new TargetServer(text(server, "version"), text(server, "kind"), hosts),
                text(json, "database"),
                target(json),
                text(json, "input"),
                text(json, "meaning"),
                counts,
                filter(json),
                new DocumentsDigest(number(documents, "count"), number(documents, "bytes"), sum(documents)));
    }

    private UsageException refused(String why) {
        return new UsageException("%s is not a receipt: %s".formatted(name, why));
    }

    private JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw refused("it is not JSON: " + e.getOriginalMessage());
        }
    }

    private JsonNode object(JsonNode json, String field) {
        if (!json.path(field).isObject()) {
            throw refused("\"%s\" is not an object".formatted(field));
        }
        return json.path(field);
    }

    private String text(JsonNode json, String field) {
        if (!json.path(field).isString()) {
            throw refused("\"%s\" is not a text".formatted(field));
        }
        return json.path(field).stringValue();
    }

    private long number(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw refused("\"%s\" is not a number from 0".formatted(field));
        }
        return value.longValue();
    }

    private Instant time(JsonNode json) {
        try {
            return Instant.parse(text(json, "written"));
        } catch (DateTimeException e) {
            throw refused("\"written\" is not a time such as 2026-11-28T04:10:00Z");
        }
    }

    private String target(JsonNode json) {
        String target = text(json, "target");
        if (!target.matches("[^.\\x00]+\\.[^\\x00]+")) {
            throw refused("\"target\" is not DATABASE.COLLECTION");
        }
        return target;
    }

    private BigInteger sum(JsonNode documents) {
        String digest = text(documents, "digest");
        if (!digest.matches(DIGEST)) {
            throw refused("\"digest\" does not have 64 hexadecimal digits");
        }
        return new BigInteger(digest, 16);
    }

    private @Nullable BsonDocument filter(JsonNode json) {
        if (json.path("filter").isNull()) {
            return null;
        }
        try {
            return BsonDocument.parse(object(json, "filter").toString());
        } catch (JsonParseException | IllegalArgumentException e) {
            throw refused("\"filter\" is not a filter: " + e.getMessage());
        }
    }
}
