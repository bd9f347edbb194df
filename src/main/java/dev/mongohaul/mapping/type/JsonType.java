package dev.mongohaul.mapping.type;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
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
 * <p>Refused is what a document could not hold as it is: keys that come twice within an object, begin with a dollar sign
 * or hold NUL, text with half a surrogate pair, more than {@value JsonCopy#HIGHEST_DEPTH} levels.
 */
public final class JsonType implements CellType {

    /**
     * Cells are UTF-8, and limited as records: nothing is detected, and no length has a limit of Jackson's. Which keys
     * other records had must not matter: a clash of their hashes is no error.
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

    private final JsonCopy copy = new JsonCopy();

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        try (JsonParser parser = parser(bytes, from, to)) {
            copy.copy(parser, name, sink);
            return true;
        } catch (JsonRefusedException | JacksonException refused) {
            return false;
        }
    }

    private static JsonParser parser(byte[] bytes, int from, int to) {
        return FACTORY.createParser(ObjectReadContext.empty(), bytes, from, to - from);
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        DocumentSink<?> scratch = DocumentTreeSink.ofDocuments();
        scratch.begin();
        try (JsonParser parser = parser(bytes, from, to)) {
            try {
                copy.copy(parser, FieldName.ofElement(0), scratch);
            } catch (JsonRefusedException refused) {
                return refusal(refused.why(), bytes, from, parser.currentTokenLocation());
            } catch (UnexpectedEndOfInputException cutOff) {
                return refusal("it ends before its value does", bytes, from, parser.currentLocation());
            } catch (JacksonException noJson) {
                return refusal(reason(noJson), bytes, from, noJson.getLocation());
            }
        }
        throw new IllegalStateException("the cell is JSON");
    }

    /** Counts characters, not bytes, and over the ends of lines: what a person counts in the cell. */
    private static String refusal(String why, byte[] bytes, int from, TokenStreamLocation place) {
        int before = Math.toIntExact(Math.max(0, place.getByteOffset()));
        String text = new String(bytes, from, before, StandardCharsets.UTF_8);
        return "is not JSON that a document can hold: at character " + (text.codePointCount(0, text.length()) + 1)
                + ", " + why;
    }

    /** Jackson's words, without its hints at what a program could set. */
    private static String reason(JacksonException noJson) {
        String words =
                noJson.getOriginalMessage().replaceFirst("(: enable `|: was expecting \\(| \\(not recognized).*", "");
        return Excerpt.of(words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1));
    }
}
