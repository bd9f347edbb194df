package dev.mongohaul.mapping.type;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Copies the value that a JSON parser reads into a sink, whatever its depth without recursion. */
final class JsonCopy {

    /** Objects and arrays within one another: MongoDB's own limit of nesting. */
    static final int HIGHEST_DEPTH = 100;

    private static final int OBJECT = -1;

    private final JsonKeys keys = new JsonKeys();
    private final JsonNumber number = new JsonNumber();

    /** For each open array the index of its next element, for each open object {@link #OBJECT}. */
    private final int[] open = new int[HIGHEST_DEPTH];

    private int depth;

    /**
     * Copies the one value that the parser has.
     *
     * @throws JsonRefusedException for what no document can hold
     * @throws JacksonException for what is not JSON
     */
    void copy(JsonParser parser, FieldName root, ValueSink sink) {
        depth = 0;
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new JsonRefusedException("there is no value");
        }
        copyValue(token, parser, root, sink);
        copyMembers(parser, root, sink);
        if (parser.nextToken() != null) {
            throw new JsonRefusedException("more follows behind the value");
        }
    }

    /** All that is within the value, until its last object or array has ended; the parser refuses to end before. */
    private void copyMembers(JsonParser parser, FieldName root, ValueSink sink) {
        FieldName key = root;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.PROPERTY_NAME) {
                key = keys.name(parser.currentName());
            } else if (token.isStructEnd()) {
                end(sink);
            } else {
                copyValue(token, parser, nameWithin(key), sink);
            }
        }
    }

    private FieldName nameWithin(FieldName key) {
        return open[depth - 1] == OBJECT ? key : FieldName.ofElement(open[depth - 1]++);
    }

    private void copyValue(JsonToken token, JsonParser parser, FieldName name, ValueSink sink) {
        switch (token) {
            case START_OBJECT -> {
                begin(OBJECT);
                sink.startDocument(name);
            }
            case START_ARRAY -> {
                begin(0);
                sink.startArray(name);
            }
            case VALUE_STRING -> putString(parser.getString(), name, sink);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> putNumber(parser.getString(), name, sink);
            case VALUE_TRUE, VALUE_FALSE -> sink.putBoolean(name, token == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> sink.putNull(name);
            default -> throw new IllegalStateException("JSON has no " + token + " here");
        }
    }

    private void begin(int kind) {
        if (depth == HIGHEST_DEPTH) {
            throw new JsonRefusedException("objects and arrays nest deeper than " + HIGHEST_DEPTH + " levels");
        }
        open[depth++] = kind;
    }

    private void end(ValueSink sink) {
        depth--;
        if (open[depth] == OBJECT) {
            sink.endDocumentEvenIfEmpty();
        } else {
            sink.endArray();
        }
    }

    private static void putString(String text, FieldName name, ValueSink sink) {
        Surrogates.requirePairs(text, "the text");
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        sink.putString(name, utf8, 0, utf8.length);
    }

    private void putNumber(String text, FieldName name, ValueSink sink) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        if (!number.put(ascii, 0, ascii.length, name, sink)) {
            throw new JsonRefusedException("a number " + number.refusal(ascii, 0, ascii.length));
        }
    }
}
