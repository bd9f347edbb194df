package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Any one value of RFC 8259: objects become documents, keys keep their order, numbers are those of {@link JsonNumber}.
 *
 * <p>Refused is JSON that a document cannot hold: keys that occur twice in an object, begin with a dollar sign or hold
 * NUL, text with half a surrogate pair, more than {@value #HIGHEST_DEPTH} levels. Values of any depth are copied without
 * recursion.
 */
final class JsonType implements CellType {

    /**
     * Without Jackson's limits of length, because the length of a record is limited. A hash collision with the keys of
     * earlier records is not an error.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .disable(TokenStreamFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** MongoDB's own limit of nesting. */
    private static final int HIGHEST_DEPTH = 100;

    private static final int OBJECT = -1;

    private final Keys keys = new Keys();
    private final JsonNumber number = new JsonNumber();

    /** The index of the next element for each open array, {@link #OBJECT} for each open object. */
    private final int[] open = new int[HIGHEST_DEPTH];

    private int depth;

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        try (JsonParser parser = parser(bytes, from, to)) {
            copy(parser, name, sink);
            return true;
        } catch (JsonRefusedException | JacksonException refused) {
            return false;
        }
    }

    private static JsonParser parser(byte[] bytes, int from, int to) {
        return FACTORY.createParser(ObjectReadContext.empty(), bytes, from, to - from);
    }

    private void copy(JsonParser parser, FieldName root, ValueSink sink) {
        depth = 0;
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new JsonRefusedException("there is no value");
        }
        copyValue(token, parser, root, sink);
        FieldName key = root;
        // The parser refuses an end of the text before the last object or array ends.
        while (depth > 0) {
            token = parser.nextToken();
            if (token == JsonToken.PROPERTY_NAME) {
                key = keys.name(parser.currentName());
            } else if (token.isStructEnd()) {
                end(sink);
            } else {
                boolean member = open[depth - 1] == OBJECT;
                copyValue(token, parser, member ? key : FieldName.ofElement(open[depth - 1]++), sink);
            }
        }
        if (parser.nextToken() != null) {
            throw new JsonRefusedException("more follows behind the value");
        }
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
        requireWholeCharacters(text, "the text");
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        sink.putString(name, utf8, 0, utf8.length);
    }

    /** Refuses half a surrogate pair, which an escape in JSON can make and UTF-8 cannot hold. */
    private static void requireWholeCharacters(String text, String subject) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int character = text.codePointAt(at);
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                throw new JsonRefusedException(
                        subject + " holds half a character, \\u%04x, without its other half".formatted(character));
            }
        }
    }

    private void putNumber(String text, FieldName name, ValueSink sink) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        if (!number.put(ascii, 0, ascii.length, name, sink)) {
            throw new JsonRefusedException("a number " + number.refusal(ascii, 0, ascii.length));
        }
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        DocumentSink<?> scratch = DocumentSink.ofDocuments();
        scratch.begin();
        try (JsonParser parser = parser(bytes, from, to)) {
            try {
                copy(parser, FieldName.ofElement(0), scratch);
                throw new IllegalStateException("the cell is JSON");
            } catch (JsonRefusedException refused) {
                return refusal(refused.reason, bytes, from, parser.currentTokenLocation());
            } catch (UnexpectedEndOfInputException cutOff) {
                return refusal("it ends before its value does", bytes, from, parser.currentLocation());
            } catch (JacksonException noJson) {
                return refusal(reason(noJson), bytes, from, noJson.getLocation());
            }
        }
    }

    /** Counts characters of the whole cell, not bytes or lines. */
    private static String refusal(String why, byte[] bytes, int from, TokenStreamLocation place) {
        int before = Math.toIntExact(Math.max(0, place.getByteOffset()));
        String text = new String(bytes, from, before, StandardCharsets.UTF_8);
        return "is not JSON that a document can hold: at character " + (text.codePointCount(0, text.length()) + 1)
                + ", " + why;
    }

    /** Returns Jackson's message without its hints for programmers. */
    private static String reason(JacksonException noJson) {
        String words =
                noJson.getOriginalMessage().replaceFirst("(: enable `|: was expecting \\(| \\(not recognized).*", "");
        return Printable.excerpt(words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1));
    }

    /** Cache of the field names of keys, most of which occur in every record. */
    private static final class Keys {

        /** More different keys than these are values rather than names, and would fill the memory. */
        private static final int HIGHEST_KEPT = 1000;

        private static final int HIGHEST_KEPT_LENGTH = 200;

        private final Map<String, FieldName> names = new HashMap<>();

        FieldName name(String key) {
            FieldName known = names.get(key);
            if (known != null) {
                return known;
            }
            check(key);
            FieldName name = new FieldName(key);
            if (key.length() <= HIGHEST_KEPT_LENGTH) {
                if (names.size() == HIGHEST_KEPT) {
                    names.clear();
                }
                names.put(key, name);
            }
            return name;
        }

        private static void check(String key) {
            if (key.startsWith("$")) {
                throw new JsonRefusedException("the key \"" + Printable.excerpt(key)
                        + "\" begins with a dollar sign, which MongoDB keeps for operators");
            }
            if (key.indexOf('\0') >= 0) {
                throw new JsonRefusedException(
                        "the key \"" + Printable.excerpt(key) + "\" holds NUL, which ends a name in BSON");
            }
            requireWholeCharacters(key, "the key");
        }
    }

    /**
     * A number in JSON: the first of int32, int64, double and Decimal128 that holds it exactly.
     *
     * <p>A whole number without an exponent is not a double, except {@code -0}. Another number is a double if it is the
     * shortest decimal of that double, apart from zeros at the end. What {@link DecimalType} refuses is refused.
     */
    private static final class JsonNumber implements CellType {

        private final WholeNumber whole = new WholeNumber();
        private final DecimalNumber number = new DecimalNumber(false);
        private final DecimalType decimal = new DecimalType(false);

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            if (!number.scan(bytes, from, to)) {
                return false;
            }
            if (!number.isWhole(to - from) || (number.isNegative() && number.significantDigits() == 0)) {
                double value = number.toDouble(bytes, from, to);
                if (number.isShortestOf(value, bytes, from, to)) {
                    sink.putDouble(name, value);
                    return true;
                }
            } else if (whole.scan(bytes, from, to)) {
                whole.putSmallest(name, sink);
                return true;
            }
            return decimal.put(bytes, from, to, name, sink);
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return decimal.refusal(bytes, from, to);
        }
    }

    /** Well-formed JSON that no document can hold. */
    private static final class JsonRefusedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String reason;

        private JsonRefusedException(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }
}
