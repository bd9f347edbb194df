package dev.mongohaul.job.file;

import dev.mongohaul.job.file.form.SettingRow;
import dev.mongohaul.job.file.table.JobFileTable;
import dev.mongohaul.mapping.layout.NearestName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The setting that a parameter names: by its full key, or by its last name where no other key ends in it.
 *
 * @param key the names that lead to the setting
 * @param nested whether it can be a list or a group of keys
 */
record ParameterName(List<String> key, boolean nested) {

    private static final String COLUMN_PREFIX = "fields.";
    private static final List<SettingRow> ROWS = JobFileTable.rows();

    /** @throws IllegalArgumentException whose message follows the parameter */
    static ParameterName of(String name) {
        if (name.startsWith(COLUMN_PREFIX) && name.length() > COLUMN_PREFIX.length()) {
            return new ParameterName(List.of("fields", name.substring(COLUMN_PREFIX.length())), true);
        }
        return byFullKey(name).orElseGet(() -> byLastName(name));
    }

    private static Optional<ParameterName> byFullKey(String name) {
        return ROWS.stream()
                .filter(row -> row.overridable() && row.key().equals(name))
                .findFirst()
                .map(ParameterName::of);
    }

    private static ParameterName of(SettingRow row) {
        return new ParameterName(List.of(row.key().split("\\.")), row.nested());
    }

    private static ParameterName byLastName(String name) {
        List<SettingRow> rows =
                ROWS.stream().filter(row -> row.name().equals(name)).toList();
        if (rows.size() > 1) {
            throw new IllegalArgumentException("can mean "
                    + rows.stream().map(SettingRow::key).collect(Collectors.joining(" or ")) + ": give the full key");
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(unknown(name));
        }
        if (!rows.get(0).overridable()) {
            throw new IllegalArgumentException(partOf(rows.get(0).key()));
        }
        return of(rows.get(0));
    }

    private static String partOf(String key) {
        String whole = key.substring(0, key.lastIndexOf('.'));
        boolean listed = whole.endsWith("[]");
        return "means " + key + ", which is set with the whole of it: "
                + (listed ? whole.replace("[]", "") + "=[{…}]" : whole + "={…}");
    }

    private static String unknown(String name) {
        List<String> within = ROWS.stream()
                .map(SettingRow::key)
                .filter(key -> key.startsWith(name + "."))
                .toList();
        if (!within.isEmpty()) {
            return "is a group of settings: set one of " + String.join(", ", within);
        }
        List<SettingRow> settable =
                ROWS.stream().filter(SettingRow::overridable).toList();
        List<String> known = settable.stream()
                .flatMap(row -> Stream.of(row.name(), row.key()))
                .distinct()
                .toList();
        String hint = NearestName.hint(name, known);
        String all = settable.stream().map(SettingRow::key).collect(Collectors.joining(", "));
        return "names no setting of a job file" + (hint.isEmpty() ? "; settings are " + all : hint);
    }
}
