package dev.mongohaul.job.launch.each;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.repository.run.Run;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Results of all files of a job that imports each file, in their order.
 *
 * @param files none if the job found none, which it allows then
 */
public record FileResults(List<FileResult> files) {

    public FileResults {
        files = List.copyOf(files);
    }

    /** Returns the runs of the files, in their order. */
    public List<Run> runs() {
        return files.stream().flatMap(file -> file.run().stream()).toList();
    }

    /** Returns why files were refused, as one exception of the same kind; empty if none was. */
    public Optional<RuntimeException> refusal() {
        return files.stream()
                .flatMap(file -> Stream.ofNullable(file.failure()))
                .findFirst()
                .map(failure -> {
                    String message = obstacles().orElseThrow();
                    return switch (Refusal.of(failure).kind()) {
                        case WRONG -> InputException.refused(message);
                        case CONFLICT -> new RunRefusedException(message);
                        case FAILED -> failure;
                    };
                });
    }

    /** Returns why files were not imported by a run, in one line; empty if there is none but known, empty and older ones. */
    public Optional<String> obstacles() {
        return oneLine(files.stream()
                .filter(file -> file.run().isEmpty()
                        && file.outcome() != FileOutcome.KNOWN
                        && file.outcome() != FileOutcome.EMPTY
                        && file.outcome() != FileOutcome.OLDER)
                .sorted(Comparator.comparing(file -> file.outcome() != FileOutcome.REFUSED))
                .map(FileResult::text)
                .toList());
    }

    /** Returns the first of the reasons why files were left, and the number of the others. */
    static Optional<String> oneLine(List<String> left) {
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(left.get(0)
                        + (left.size() == 1
                                ? ""
                                : ", and %,d more files were not imported".formatted(left.size() - 1)));
    }
}
