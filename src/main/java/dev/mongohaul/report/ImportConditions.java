package dev.mongohaul.report;

import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.ShownSettings;
import dev.mongohaul.repository.run.TargetServer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Settings and server of a run.
 *
 * @param settings every setting of the job file with its value, in the file's shape; null if unknown
 * @param server of the target; null if the run ended before it connected
 */
public record ImportConditions(
        @Nullable JsonNode settings, @Nullable TargetServer server) {

    static ImportConditions of(Run run) {
        String settings = run.settings();
        return new ImportConditions(
                settings == null
                        ? null
                        : ShownSettings.withoutSecrets(JsonMapper.shared().readTree(settings)),
                run.server().orElse(null));
    }
}
