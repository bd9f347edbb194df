package dev.mongohaul.job.launch;

import dev.mongohaul.repository.PlannedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What became of the files of an import since it was planned, in a sentence for people. */
final class InputDifference {

    private InputDifference() {}

    /** Empty where the import was of other files. At most one file is told of: the first that differs. */
    static Optional<String> between(List<PlannedInput> planned, List<PlannedInput> found) {
        if (!paths(planned).equals(paths(found))) {
            return Optional.empty();
        }
        return Optional.of(IntStream.range(0, planned.size())
                .filter(file -> differ(planned.get(file), found.get(file)))
                .mapToObj(file -> describe(planned.get(file), found.get(file)))
                .findFirst()
                .orElseGet(() -> "The content is another now, though sizes and times are as they were"));
    }

    /** As {@link #between}, of the same files as they lie now; empty where they are as they were. */
    static Optional<String> since(List<PlannedInput> planned) {
        return planned.stream()
                .flatMap(file -> {
                    try {
                        Path path = Path.of(file.path());
                        PlannedInput now = new PlannedInput(
                                file.path(),
                                Files.size(path),
                                Files.getLastModifiedTime(path).toInstant(),
                                file.base());
                        return differ(file, now) ? Stream.of(describe(file, now)) : Stream.empty();
                    } catch (IOException e) {
                        return Stream.of(file.path() + " is not there any more, or cannot be read");
                    }
                })
                .findFirst();
    }

    private static List<String> paths(List<PlannedInput> inputs) {
        return inputs.stream().map(PlannedInput::path).toList();
    }

    private static boolean differ(PlannedInput planned, PlannedInput found) {
        return planned.size() != found.size() || !time(planned).equals(time(found));
    }

    private static String describe(PlannedInput planned, PlannedInput found) {
        return String.format(
                Locale.ROOT,
                "%s has changed since: it had %,d bytes, written at %s, and has %,d, written at %s",
                found.path(),
                planned.size(),
                time(planned),
                found.size(),
                time(found));
    }

    /** As exact as MongoDB keeps it. */
    private static String time(PlannedInput input) {
        return input.modified().truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
