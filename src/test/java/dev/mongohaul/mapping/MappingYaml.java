package dev.mongohaul.mapping;

import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldSpecs;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.LeadingZeros;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Negative;
import dev.mongohaul.mapping.spec.Rounding;
import dev.mongohaul.mapping.spec.Unlisted;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the cases of {@code src/test/resources/mapping}, whose mappings are written as in a job file. */
final class MappingYaml {

    private MappingYaml() {}

    static List<JsonNode> cases(String name) {
        try (InputStream yaml = MappingYaml.class.getResourceAsStream("/mapping/" + name)) {
            return List.copyOf(new YAMLMapper().readTree(yaml).values());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MappingSpec spec(JsonNode mapping) {
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        mapping.path("fields").properties().forEach(field -> fields.put(field.getKey(), field(field.getValue())));
        Set<String> nulls =
                mapping.has("nulls") ? new LinkedHashSet<>(texts(mapping.get("nulls"))) : MappingSpec.DEFAULT_NULLS;
        return new MappingSpec(
                texts(mapping.path("columns")),
                fields,
                Unlisted.valueOf(constant(mapping, "unlisted", "keep")),
                Blanks.valueOf(constant(mapping, "blanks", "omit")),
                nulls,
                Set.copyOf(texts(mapping.path("left-out"))),
                texts(mapping.path("id")));
    }

    static FieldSpec field(JsonNode field) {
        if (field.isString()) {
            return FieldSpec.of(FieldType.valueOf(field.stringValue().toUpperCase(Locale.ROOT)));
        }
        FieldType type = FieldType.valueOf(constant(field, "type", "string"));
        FieldType of = field.has("of") ? FieldType.valueOf(constant(field, "of", "")) : null;
        boolean isoDate = !field.has("pattern") && (of == null ? type : of) == FieldType.DATE;
        return FieldSpecs.builder(type)
                .to(path(field.path("to")))
                .decimalComma(field.path("decimal-comma").asBoolean(false))
                .rounding(word(field, "rounding", Rounding.class))
                .strip(list(field, "strip"))
                .negative(word(field, "negative", Negative.class))
                .leadingZeros(word(field, "leading-zeros", LeadingZeros.class))
                .from(list(field, "from"))
                .pattern(
                        isoDate
                                ? DateFormat.ISO.pattern()
                                : field.path("pattern").stringValue(null))
                .zone(field.has("zone") ? ZoneId.of(field.path("zone").stringValue()) : null)
                .locale(
                        field.has("locale")
                                ? Locale.forLanguageTag(field.path("locale").stringValue())
                                : null)
                .pivotYear(
                        field.has("pivot-year")
                                ? (Integer) field.path("pivot-year").intValue()
                                : null)
                .encoding(word(field, "encoding", BinaryEncoding.class))
                .trueTexts(list(field, "true"))
                .falseTexts(list(field, "false"))
                .of(of)
                .separator(field.path("separator").stringValue(null))
                .value(value(field.path("value")))
                .nulls(list(field, "nulls"))
                .required(field.path("required").asBoolean(false))
                .min(field.path("min").asString(null))
                .max(field.path("max").asString(null))
                .oneOf(list(field, "one-of"))
                .matches(field.path("matches").stringValue(null))
                .defaultCell(field.path("default").asString(null))
                .skip(field.path("skip").asBoolean(false))
                .build();
    }

    private static <E extends Enum<E>> E word(JsonNode field, String key, Class<E> type) {
        return field.has(key) ? Enum.valueOf(type, constant(field, key, "")) : null;
    }

    private static List<String> list(JsonNode field, String key) {
        return field.has(key) ? texts(field.get(key)) : null;
    }

    private static Object value(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.stringValue();
            case NUMBER -> value.isIntegralNumber() ? (Object) value.longValue() : (Object) value.doubleValue();
            case BOOLEAN -> value.booleanValue();
            default -> null;
        };
    }

    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.values().forEach(text -> texts.add(text.stringValue()));
        return texts;
    }

    private static FieldPath path(JsonNode to) {
        if (to.isMissingNode()) {
            return null;
        }
        return to.isArray() ? new FieldPath(texts(to)) : FieldPath.parse(to.stringValue());
    }

    private static String constant(JsonNode node, String key, String otherwise) {
        return node.path(key).asString(otherwise).toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
