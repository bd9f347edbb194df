package dev.mongohaul.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** A document as extended JSON for people: as many fields side by side as a line takes, long values cut short. */
final class DocumentText {

    private static final int WIDTH = 100;
    private static final int MOST_LINES = 20;
    private static final int LONGEST_FIELD = 400;

    /**
     * Relaxed, since canonical JSON hides numbers among their types. But int64 is told from int32, which relaxed JSON
     * does not do; a double has a point or an exponent, and all else its type's name. mongosh reads it with EJSON.parse.
     */
    private static final JsonWriterSettings READABLE = JsonWriterSettings.builder()
            .outputMode(JsonMode.RELAXED)
            .maxLength(LONGEST_FIELD)
            .int64Converter((value, writer) -> {
                writer.writeStartObject();
                writer.writeString("$numberLong", value.toString());
                writer.writeEndObject();
            })
            .build();

    private DocumentText() {}

    /** One or more lines, none of them longer than a field makes it. */
    static List<String> of(BsonDocument document) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder("{");
        int left = document.size();
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            String text = field(field) + (--left > 0 ? "," : "}");
            if (line.length() > 1 && line.length() + text.length() >= WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder();
            }
            line.append(line.length() == 1 ? "" : " ").append(text);
        }
        lines.add(document.isEmpty() ? "{}" : line.toString());
        return lines.size() <= MOST_LINES ? lines : cut(lines);
    }

    private static String field(Map.Entry<String, BsonValue> field) {
        String json = new BsonDocument(field.getKey(), field.getValue()).toJson(READABLE);
        return json.length() == LONGEST_FIELD ? json.substring(1) + " …" : json.substring(1, json.length() - 1);
    }

    private static List<String> cut(List<String> lines) {
        List<String> shown = new ArrayList<>(lines.subList(0, MOST_LINES - 1));
        shown.add(" …}");
        return shown;
    }
}
