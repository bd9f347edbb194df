package dev.mongohaul.serve.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Body of a request that restarts an import.
 *
 * @param settings of the command line, by name, that replace those of the last run
 */
record RestartBody(@Nullable Map<String, String> settings) {

    static final RestartBody EMPTY = new RestartBody(null);

    /** Returns the settings as the {@code restart} command takes them. */
    List<String> parameters() {
        return StartBody.of(null, settings, null).parameters();
    }
}
