package dev.mongohaul.job.worker;

import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.PathRoots;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prefixes of paths that differ between the machine that planned an import and this one.
 *
 * @param prefixes by the prefix on the other machine
 */
public record InputMap(Map<String, String> prefixes) {

    /** Name of the environment variable with the prefixes. */
    public static final String VARIABLE = "MONGOHAUL_INPUT_MAP";

    /** Every path is the same on all machines. */
    public static final InputMap SAME = new InputMap(Map.of());

    /** Returns the path on this machine, by the longest prefix of whole names. */
    String here(String path) {
        @Nullable
        String longest = prefixes.keySet().stream()
                .filter(prefix -> path.equals(prefix) || path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/"))
                .max(Comparator.comparingInt(String::length))
                .orElse(null);
        return longest == null ? path : prefixes.get(longest) + path.substring(longest.length());
    }

    /** Returns rules that allow the folders of this machine only, unless the given ones name folders. */
    InputRules confine(InputRules rules) {
        List<Path> folders = prefixes.values().stream().map(Path::of).toList();
        return rules.confined(new PathRoots(folders), VARIABLE, rules.search());
    }
}
