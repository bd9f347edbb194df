package dev.mongohaul.job.worker;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.PathRoots;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

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
        return prefixes.entrySet().stream()
                .filter(prefix -> path.equals(prefix.getKey()) || path.startsWith(folder(prefix.getKey())))
                .max(Comparator.comparingInt(prefix -> prefix.getKey().length()))
                .map(prefix -> moved(path, prefix.getKey(), prefix.getValue()))
                .orElse(path);
    }

    private static String moved(String path, String from, String to) {
        return path.equals(from) ? to : folder(to) + path.substring(folder(from).length());
    }

    private static String folder(String prefix) {
        return prefix.endsWith("/") ? prefix : prefix + "/";
    }

    /** Returns rules that allow the folders of this machine only, unless the given ones name folders. */
    InputRules confine(InputRules rules) {
        List<Path> folders = prefixes.values().stream().map(Path::of).toList();
        return rules.confined(new PathRoots(folders), VARIABLE, rules.search());
    }
}
