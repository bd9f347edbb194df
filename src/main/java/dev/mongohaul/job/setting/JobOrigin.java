package dev.mongohaul.job.setting;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Where the settings of a job come from.
 *
 * @param name the file's name without its suffix
 * @param path the file
 * @param variables values with environment variables as the file writes them, by the JSON pointers of their settings
 * @param unset JSON pointers of settings that the file leaves out, and that its effective settings leave out then
 */
record JobOrigin(String name, Path path, Map<String, String> variables, Set<String> unset) {

    JobOrigin {
        variables = Map.copyOf(variables);
        unset = Set.copyOf(unset);
    }
}
