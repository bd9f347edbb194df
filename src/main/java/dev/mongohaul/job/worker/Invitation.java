package dev.mongohaul.job.worker;

import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Invitation to import a partition.
 *
 * @param plan key of the import's plan
 * @param run number of the run that cut the partition
 * @param from offset of its first byte
 */
record Invitation(String plan, long run, long from) {

    private static final int VERSION = 1;

    String text() {
        return JsonMapper.shared()
                .createObjectNode()
                .put("v", VERSION)
                .put("import", plan)
                .put("run", run)
                .put("from", from)
                .toString();
    }

    /** Returns the invitation of a text; empty for any other text. */
    static Optional<Invitation> parse(String text) {
        try {
            var json = JsonMapper.shared().readTree(text);
            return json.path("v").asInt(0) == VERSION
                    ? Optional.of(new Invitation(
                            json.path("import").stringValue(),
                            json.path("run").longValue(),
                            json.path("from").longValue()))
                    : Optional.empty();
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    String key() {
        return plan + " " + run;
    }
}
