package dev.mongohaul.job.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keys that job files and parameters had once, with what takes their place. */
final class FormerKeys {

    private static final Map<String, String> SUCCESSORS = Map.of(
            "drift.lengths", "leave it out; reports show the longest cell of each column",
            "target.indexes[].name", "leave it out, or make the index with mongosh",
            "target.indexes[].sparse", "leave it out, or make the index with mongosh");

    private FormerKeys() {}

    /** Returns what to write in place of a key; empty if there never was such a key. */
    static Optional<String> successor(List<String> key) {
        return successor(String.join(".", key).replaceAll("\\.\\[[0-9]+]", "[]"));
    }

    /** Returns what to write in place of a parameter, which has the full key or its last name. */
    static Optional<String> successor(String name) {
        return SUCCESSORS.entrySet().stream()
                .filter(former ->
                        former.getKey().equals(name) || former.getKey().endsWith("." + name))
                .findFirst()
                .map(former -> "is not a setting any more: " + former.getValue());
    }
}
