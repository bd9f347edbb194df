package dev.mongohaul.job.file;

import tools.jackson.databind.JsonNode;

/**
 * One setting.
 *
 * @param key the full key; {@code <column>} stands for any name, {@code []} for any element
 * @param settable whether a parameter can set it by this key
 */
public record SettingRow(String key, JsonNode schema, boolean settable) {

    /** Returns the key's last name. */
    public String name() {
        return key.substring(key.lastIndexOf('.') + 1);
    }
}
