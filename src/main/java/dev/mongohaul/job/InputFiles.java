package dev.mongohaul.job;

import dev.mongohaul.csv.input.ContentDigest;
import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.FileSource.FileStamp;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files of an import as they were found, and whether they still are so. */
final class InputFiles {

    private InputFiles() {}

    static List<PlannedInput> planned(Inputs inputs) {
        return inputs.list().stream().map(InputFiles::planned).toList();
    }

    private static PlannedInput planned(Input input) {
        return input.source() instanceof FileSource file
                ? new PlannedInput(file.path().toString(), file.size(), file.lastModified(), input.baseOffset())
                : new PlannedInput("-", -1, Instant.EPOCH, input.baseOffset());
    }

    /** The first file that may have another content than the one that was found, by what the file system says. */
    static Optional<String> touched(Inputs inputs) {
        return files(inputs).flatMap(file -> touched(file).stream()).findFirst();
    }

    /** As {@link #touched}, but a file that only looks changed is read again: its digest decides. */
    static Optional<String> changed(Inputs inputs, String digest) {
        return files(inputs)
                .flatMap(file -> resized(file).stream())
                .findFirst()
                .or(() -> touched(inputs).filter(what -> !digest.equals(digestNow(inputs))));
    }

    private static Stream<FileSource> files(Inputs inputs) {
        return inputs.list().stream()
                .flatMap(input -> input.source() instanceof FileSource file ? Stream.of(file) : Stream.empty());
    }

    private static Optional<String> resized(FileSource file) {
        return compare(file, stamp -> stamp.size() == file.size());
    }

    private static Optional<String> touched(FileSource file) {
        return compare(file, file.stamp()::equals);
    }

    private static Optional<String> compare(FileSource file, Predicate<FileStamp> same) {
        try {
            FileStamp now = FileStamp.of(file.path());
            return same.test(now) ? Optional.empty() : Optional.of(describe(file, now));
        } catch (IOException e) {
            return Optional.of("%s is not there any more, or cannot be read".formatted(file.path()));
        }
    }

    private static String describe(FileSource file, FileStamp now) {
        return now.size() == file.size()
                ? "%s was written to, or replaced, while it was imported".formatted(file.path())
                : String.format(
                        Locale.ROOT,
                        "%s had %,d bytes when the import began and has %,d now",
                        file.path(),
                        file.size(),
                        now.size());
    }

    /** Of none where a file cannot be read to its end. */
    private static String digestNow(Inputs inputs) {
        try {
            return ContentDigest.of(inputs);
        } catch (IOException e) {
            return "";
        }
    }
}
