package dev.mongohaul.job.run;

import dev.mongohaul.repository.PlannedInput;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

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
