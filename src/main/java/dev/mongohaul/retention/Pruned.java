package dev.mongohaul.retention;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was forgotten of a job, or would be.
 *
 * @param runs tries of the imports
 * @param rejects kept in MongoDB
 * @param files of exported rejects
 */
public record Pruned(String job, long imports, long runs, long rejects, long files, long slots) {

    /** Whether there was something. */
    public boolean isSomething() {
        return imports + runs + rejects + files + slots > 0;
    }

    /** What it is, in words; what there is none of is left out. */
    public String text() {
        return Stream.of(
                        counted(imports, "import"),
                        counted(runs, "run"),
                        counted(rejects, "reject"),
                        counted(files, "file"),
                        counted(slots, "slot"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    private static Optional<String> counted(long number, String noun) {
        return number == 0
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, number == 1 ? "%,d %s" : "%,d %ss", number, noun));
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
