package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Text of a field's settings, as a job file has it. */
public final class FieldText {

    private FieldText() {}

    /** Returns a field as a job file has it after its column. */
    public static String of(FieldSpec field) {
        List<String> options = new ArrayList<>();
        if (field.to() != null) {
            options.add("to: " + YamlScalars.list(field.to().elements()));
        }
        options.add("type: " + field.type().word());
        if (!field.from().isEmpty()) {
            options.add("from: " + YamlScalars.list(field.from()));
        }
        if (field.decimalComma()) {
            options.add("decimal-comma: true");
        }
        if (field.locale() != null) {
            options.add("locale: " + field.locale().toLanguageTag());
        }
        addTexts(options, "strip", field.strip());
        if (field.negative() != null) {
            options.add("negative: " + field.negative().name().toLowerCase(Locale.ROOT));
        }
        addTexts(options, "true", field.trueTexts());
        addTexts(options, "false", field.falseTexts());
        if (field.type() == FieldType.DATE) {
            options.add("pattern: " + YamlScalars.of(field.dateOrIso().pattern()));
        }
        if (field.nulls() != null) {
            options.add("nulls: " + YamlScalars.list(new TreeSet<>(field.nulls())));
        }
        return options.size() == 1
                ? field.type().word().toLowerCase(Locale.ROOT)
                : "{" + String.join(", ", options) + "}";
    }

    private static void addTexts(List<String> options, String key, @Nullable List<String> texts) {
        if (texts != null) {
            options.add(key + ": " + YamlScalars.list(texts));
        }
    }
}
