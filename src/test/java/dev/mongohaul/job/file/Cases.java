package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.setting.JobFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Cases of {@code src/test/resources/job/file/*.yaml}. */
public final class Cases {

    private Cases() {}

    /** Returns every case of a file, named by the value of a key. */
    public static Stream<Arguments> of(String file, String nameKey) throws IOException {
        try (InputStream in = Cases.class.getResourceAsStream("/job/file/" + file)) {
            JsonNode cases = YAMLMapper.builder().build().readTree(in);
            assertThat(cases).isNotEmpty();
            return cases.valueStream().map(one -> Arguments.of(one.get(nameKey).toString(), one)).toList().stream();
        }
    }

    public static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::stringValue).toList();
    }

    /** Checks settings by JSON pointer. A null value means that the setting is absent. */
    public static void assertMeans(JobFile job, JsonNode expected) {
        JsonNode settings =
                JsonMapper.shared().readTree(EffectiveSettings.of(job).toJson());
        assertThat(expected).isNotEmpty();
        expected.properties().forEach(property -> {
            JsonNode actual = settings.at(property.getKey());
            if (property.getValue().isNull()) {
                assertThat(actual.isMissingNode()).as(property.getKey()).isTrue();
            } else {
                assertThat(actual).as(property.getKey()).isEqualTo(property.getValue());
            }
        });
    }
}
