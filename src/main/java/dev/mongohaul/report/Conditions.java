package dev.mongohaul.report;

import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Run.TargetServer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run was done with.
 *
 * @param settings every setting of the job file with its value, in the file's shape; null where unknown
 * @param server that was written to; null where the run ended before it was known
 */
public record Conditions(
        @Nullable JsonNode settings, @Nullable TargetServer server) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static Conditions of(Run run) {
        String settings = run.settings();
        return new Conditions(
                settings == null ? null : JSON.readTree(settings), run.server().orElse(null));
    }
}
