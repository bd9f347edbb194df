package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.setting.JobFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ParametersPropertyTests {

    /** Settings that are valid in any combination, with values as YAML. */
    private static final Map<String, List<String>> VALUES = Map.ofEntries(
            Map.entry("description", List.of("'nightly, large'", "a=b", "'007'")),
            Map.entry("source.charset", List.of("ISO-8859-1", "UTF-16LE")),
            Map.entry("source.delimiter", List.of("';'", "'|'", "\"\\t\"", "' '")),
            Map.entry("source.quote", List.of("none", "\"'\"")),
            Map.entry("source.skip-lines", List.of("0", "12")),
            Map.entry("source.skip-last-lines", List.of("0", "3")),
            Map.entry("source.ragged", List.of("lenient", "reject")),
            Map.entry("target.database", List.of("shop", "'2026'")),
            Map.entry("target.id", List.of("sku", "[a, 'b, c']")),
            Map.entry("unlisted", List.of("keep")),
            Map.entry("blanks", List.of("omit", "store-null", "text")),
            Map.entry("nulls", List.of("[]", "NA", "['', '-', '=']")),
            Map.entry("write.writer", List.of("save-all", "raw")),
            Map.entry("write.operation", List.of("insert", "{column: op, values: {I: insert}}")),
            Map.entry("write.ordered", List.of("true", "false")),
            Map.entry("write.write-concern", List.of("w3", "journaled")),
            Map.entry("write.chunk-size", List.of("1", "100000")),
            Map.entry("write.chunk-bytes", List.of("64KiB", "1GiB")),
            Map.entry("partition.grid-size", List.of("1", "16")),
            Map.entry("rejects.limit", List.of("7", "2.5%", "unlimited")),
            Map.entry("unfinished", List.of("abandon", "refuse")),
            Map.entry("empty", List.of("ok", "fail")));

    private static final Path FILE = Path.of("/srv/jobs/random.yml");
    private static final JobFileReader READER = new JobFileReader(Path.of("/home/me"));
    private static final String LEAST = "source: { files: /in/a.csv }\ntarget: { collection: c }\n";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
    void parameterEqualsTheSameSettingInTheFile(long seed) {
        Map<String, String> chosen = someSettings(new Random(seed));
        List<String> parameters = new ArrayList<>();
        chosen.forEach((key, value) -> parameters.add(key + "=" + unquoted(value)));

        JobFile byParameters = READER.read(FILE, LEAST, parameters);
        JobFile byFile = READER.read(FILE, asFile(chosen), List.of());

        assertThat(byParameters).as("seed %d: %s", seed, parameters).isEqualTo(byFile);
        assertThat(byParameters).as("seed %d: %s", seed, parameters).isNotEqualTo(READER.read(FILE, LEAST, List.of()));
    }

    private static Map<String, String> someSettings(Random random) {
        Map<String, String> chosen = new LinkedHashMap<>();
        VALUES.keySet().stream().sorted().forEach(key -> {
            List<String> values = VALUES.get(key);
            if (random.nextBoolean()) {
                chosen.put(key, values.get(random.nextInt(values.size())));
            }
        });
        return chosen;
    }

    /** Returns the values as a tree in flow YAML, which includes JSON. */
    private static String asFile(Map<String, String> settings) {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.putObject("source").put("files", "#/in/a.csv#");
        tree.putObject("target").put("collection", "#c#");
        settings.forEach((key, value) -> {
            int dot = key.indexOf('.');
            ObjectNode group = dot < 0 ? tree : tree.withObject("/" + key.substring(0, dot));
            group.put(key.substring(dot + 1), "#" + value.replace("\"", "~") + "#");
        });
        return tree.toString()
                .replace("\"#", "")
                .replace("#\"", "")
                .replace("\\\\", "\\")
                .replace('~', '"');
    }

    /** Returns a value as it is written after the equals sign, where texts have no quotes. */
    private static String unquoted(String value) {
        return value.matches("(['\"]).*\\1") ? value.substring(1, value.length() - 1) : value;
    }
}
