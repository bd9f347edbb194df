package dev.mongohaul.retention;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Numbers of removed, or removable, data of a job.
 *
 * @param runs of the imports
 * @param rejects stored in MongoDB
 * @param files of exported rejects
 */
public record Pruned(String job, long imports, long runs, long rejects, long files, long slots) {

    /** Returns whether there is any. */
    public boolean isSomething() {
        return imports + runs + rejects + files + slots > 0;
    }

    /** Returns the numbers above zero as text. */
    public String text() {
        return Stream.of(
                        counted(imports, "import"),
                        counted(runs, "run"),
                        counted(rejects, "reject"),
                        counted(files, "file"),
                        counted(slots, "slot"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String counted(long number, String noun) {
        return number == 0 ? "" : String.format(Locale.ROOT, number == 1 ? "%,d %s" : "%,d %ss", number, noun);
    }

    static Pruned nothing(String job) {
        return new Pruned(job, 0, 0, 0, 0, 0);
    }

    Pruned plus(Pruned other) {
        return new Pruned(
                job,
                imports + other.imports,
                runs + other.runs,
                rejects + other.rejects,
                files + other.files,
                slots + other.slots);
    }

    Pruned withSlots(long count) {
        return new Pruned(job, imports, runs, rejects, files, count);
    }
}
