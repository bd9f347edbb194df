package dev.mongohaul.job.file.form;

/**
 * One line of the table of settings.
 *
 * @param key the full key; {@code <column>} stands for any name, {@code []} for any element
 * @param allowed what can be written
 * @param defaultValue as in the file; empty where there is none
 * @param required whether there is no job without it
 * @param meaning one sentence
 * @param overridable whether a parameter can set it by this key
 * @param nested whether it can be a list or a group of keys
 */
public record SettingRow(
        String key,
        String allowed,
        String defaultValue,
        boolean required,
        String meaning,
        boolean overridable,
        boolean nested) {

    /** The key's last name. */
    public String name() {
        return key.substring(key.lastIndexOf('.') + 1);
    }
}
