package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Text of a field's settings, as a job file has it. */
public final class FieldText {

    private FieldText() {}

    /** Returns a field as a job file has it after its column. */
    public static String of(FieldSpec field) {
        return YamlScalars.value(setting(field));
    }

    /** Returns the value of a field's setting: the word of its type, or a map of options. */
    public static Object setting(FieldSpec field) {
        Map<String, Object> options = new LinkedHashMap<>();
        put(options, "to", field.to() == null ? null : field.to().elements());
        options.put("type", field.type().word());
        put(options, "from", field.from().isEmpty() ? null : field.from());
        put(options, "decimal-comma", field.decimalComma() ? true : null);
        put(options, "locale", field.locale() == null ? null : field.locale().toLanguageTag());
        put(options, "strip", field.strip());
        put(
                options,
                "negative",
                field.negative() == null ? null : field.negative().name().toLowerCase(Locale.ROOT));
        put(options, "true", field.trueTexts());
        put(options, "false", field.falseTexts());
        put(
                options,
                "pattern",
                field.type() == FieldType.DATE ? field.dateOrIso().pattern() : null);
        put(options, "nulls", field.nulls() == null ? null : List.copyOf(new TreeSet<>(field.nulls())));
        return options.size() == 1 ? field.type().word() : options;
    }

    private static void put(Map<String, Object> options, String key, @Nullable Object value) {
        if (value != null) {
            options.put(key, value);
        }
    }
}
