package dev.mongohaul.job.file.describe;

import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.table.JobFileTable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * What a job does after defaults and parameters: every setting with its value, in the order of the table. There is
 * nothing secret in it.
 *
 * <p>Both texts are job files themselves: read again, they give the same settings.
 */
public final class EffectiveSettings {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
            .build();

    private final JsonNode settings;

    private EffectiveSettings(JsonNode settings) {
        this.settings = settings;
    }

    public static EffectiveSettings of(JobFile job) {
        return new EffectiveSettings(JobFileTable.form().write(job));
    }

    /** One line, to store and to compare: equal settings have equal texts. */
    public String toJson() {
        return JSON.writeValueAsString(settings);
    }

    /** Several lines, for people. */
    public String toYaml() {
        return YAML.writeValueAsString(settings);
    }
}
