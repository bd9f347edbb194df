package dev.mongohaul.job.file;

import dev.mongohaul.job.file.WrittenSettings.Place;
import dev.mongohaul.text.Printable;
import java.util.List;

/**
 * What is wrong with one place of a job file, for people.
 *
 * @param source the file, or the parameter as it was given
 * @param line from 1; 0 where the source has no lines
 * @param key the full key, such as {@code write.chunk-size}; empty where it is the source as a whole
 * @param message what is wrong and what is allowed, to follow the key
 */
public record JobFileProblem(String source, int line, String key, String message) {

    private static final int MAX_KEY = 200;

    public static JobFileProblem of(Place place, List<String> key, String message) {
        return new JobFileProblem(place.source(), place.line(), joined(key), message);
    }

    /** The names as one key: dots between them, none before the {@code [2]} of a list. */
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
        return Printable.of(source + (line > 0 ? ":" + line : "") + ": " + (key.isEmpty() ? "" : key + ": ") + message);
    }
}
