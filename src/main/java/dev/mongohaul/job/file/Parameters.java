package dev.mongohaul.job.file;

import dev.mongohaul.text.NearestName;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Parameters {@code name=value}, laid over the settings of a file. A name is the full key of a setting, or its last part if
 * no other key ends in it. A text in brackets or braces is a list or a group if the setting can be one.
 */
record Parameters(Path workingDirectory, WrittenSettings settings) {

    private static final String COLUMN_PREFIX = "fields.";

    /** Sets the values of the parameters; what is wrong with them is among the problems of the settings. */
    void layOver(List<String> parameters) {
        read(parameters).forEach(settings::set);
    }

    /** Returns the value of each full key; what is wrong with a parameter is among the problems of the settings. */
    Map<List<String>, JsonNode> read(List<String> parameters) {
        Map<List<String>, JsonNode> values = new LinkedHashMap<>();
        Map<List<String>, String> earlier = new HashMap<>();
        for (String parameter : parameters) {
            WrittenPlace place = new WrittenPlace("parameter " + parameter, 0, workingDirectory);
            try {
                int equals = parameter.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("is not of the form name=value, such as chunk-size=500");
                }
                Setting setting = setting(parameter.substring(0, equals));
                String other = earlier.putIfAbsent(setting.key(), parameter);
                if (other != null) {
                    throw new IllegalArgumentException("sets what " + other + " sets already: leave one out");
                }
                values.put(setting.key(), value(setting.schema(), parameter.substring(equals + 1), place));
            } catch (IllegalArgumentException e) {
                settings.addProblem(place, List.of(), String.valueOf(e.getMessage()));
            }
        }
        return values;
    }

    private JsonNode value(JsonNode schema, String text, WrittenPlace place) {
        boolean inBrackets =
                (text.startsWith("[") && text.endsWith("]")) || (text.startsWith("{") && text.endsWith("}"));
        if (inBrackets && (SettingsSchema.accepts(schema, "array") || SettingsSchema.accepts(schema, "object"))) {
            return settings.parse(text, place);
        }
        JsonNode typed = settings.scalar(text, true, place);
        boolean accepted = (typed.isBoolean() && SettingsSchema.accepts(schema, "boolean"))
                || (typed.isIntegralNumber() && SettingsSchema.accepts(schema, "integer"))
                || (typed.isNumber() && SettingsSchema.accepts(schema, "number"));
        return accepted ? typed : settings.scalar(text, false, place);
    }

    /** @throws IllegalArgumentException whose message follows the parameter */
    static Setting setting(String name) {
        List<SettingRow> rows = JobFileReader.settings();
        if (name.startsWith(COLUMN_PREFIX) && name.length() > COLUMN_PREFIX.length()) {
            JsonNode schema = byFullKey("fields", rows).orElseThrow().schema().path("additionalProperties");
            return new Setting(List.of("fields", name.substring(COLUMN_PREFIX.length())), schema);
        }
        return byFullKey(name, rows).orElseGet(() -> byLastName(name, rows));
    }

    private static Optional<Setting> byFullKey(String name, List<SettingRow> rows) {
        return rows.stream()
                .filter(row -> row.settable() && row.key().equals(name))
                .findFirst()
                .map(Setting::of);
    }

    private static Setting byLastName(String name, List<SettingRow> all) {
        List<SettingRow> rows =
                all.stream().filter(row -> row.name().equals(name)).toList();
        if (rows.size() > 1) {
            throw new IllegalArgumentException("can mean "
                    + rows.stream().map(SettingRow::key).collect(Collectors.joining(" or ")) + ": give the full key");
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(FormerKeys.successor(name).orElseGet(() -> unknown(name, all)));
        }
        if (!rows.get(0).settable()) {
            throw new IllegalArgumentException(partOf(rows.get(0).key()));
        }
        return Setting.of(rows.get(0));
    }

    private static String partOf(String key) {
        String whole = key.substring(0, key.lastIndexOf('.'));
        boolean listed = whole.endsWith("[]");
        return "means " + key + ", which is set with the whole of it: "
                + (listed ? whole.replace("[]", "") + "=[{…}]" : whole + "={…}");
    }

    private static String unknown(String name, List<SettingRow> rows) {
        List<String> within = rows.stream()
                .map(SettingRow::key)
                .filter(key -> key.startsWith(name + "."))
                .toList();
        if (!within.isEmpty()) {
            return "is a group of settings: set one of " + String.join(", ", within);
        }
        List<SettingRow> settable = rows.stream().filter(SettingRow::settable).toList();
        String hint = FormerKeys.nameHere(name)
                .map(here -> " (did you mean " + here + "?)")
                .orElseGet(() -> NearestName.hint(
                        name,
                        settable.stream()
                                .flatMap(row -> Stream.of(row.name(), row.key()))
                                .distinct()
                                .toList()));
        String all = settable.stream().map(SettingRow::key).collect(Collectors.joining(", "));
        return "names no setting of a job file" + (hint.isEmpty() ? "; settings are " + all : hint);
    }

    /** Setting that a parameter names. */
    record Setting(List<String> key, JsonNode schema) {

        static Setting of(SettingRow row) {
            return new Setting(List.of(row.key().split("\\.")), row.schema());
        }
    }
}
