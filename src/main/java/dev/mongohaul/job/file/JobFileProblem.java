package dev.mongohaul.job.file;

import dev.mongohaul.text.Printable;
import java.util.List;

/**
 * Problem of one place of a job file, for people.
 *
 * @param source the file, or the parameter as it was given
 * @param line from 1; 0 if the source has no lines
 * @param key the full key, such as {@code write.chunk-size}; empty for the source as a whole
 * @param message the error and the allowed values, to follow the key
 */
public record JobFileProblem(String source, int line, String key, String message) {

    private static final int MAX_KEY = 200;

    public static JobFileProblem of(WrittenPlace place, List<String> key, String message) {
        return new JobFileProblem(place.source(), place.line(), joined(key), message);
    }

    /** Joins names by dots, except before the {@code [2]} of a list. */
    private static String joined(List<String> key) {
        String joined = String.join(".", key).replace(".[", "[").replaceAll("\\p{Cntrl}", "?");
        return joined.length() > MAX_KEY ? joined.substring(0, MAX_KEY) + "…" : joined;
    }

    /** Returns the same problem of a key within a group. */
    public JobFileProblem within(String group) {
        return new JobFileProblem(source, line, group + "." + key, message);
    }

    @Override
    public String toString() {
        boolean named = key.isEmpty() || source.startsWith("parameter " + key + "=");
        return Printable.of(source + (line > 0 ? ":" + line : "") + ": " + (named ? "" : key + ": ") + message);
    }
}
