package dev.mongohaul.job;

import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.repository.PlannedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

    /** The first file that has not the size and time it had: what was read may not be what the digest is of. */
    static Optional<String> changed(Inputs inputs) {
        return inputs.list().stream()
                .flatMap(input -> input.source() instanceof FileSource file ? Stream.of(file) : Stream.empty())
                .flatMap(file -> changed(file).stream())
                .findFirst();
    }

    private static Optional<String> changed(FileSource file) {
        try {
            long size = Files.size(file.path());
            if (size != file.size()) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "%s had %,d bytes when the import began and has %,d now",
                        file.path(),
                        file.size(),
                        size));
            }
            return Files.getLastModifiedTime(file.path()).toInstant().equals(file.lastModified())
                    ? Optional.empty()
                    : Optional.of("%s was written to while it was imported".formatted(file.path()));
        } catch (IOException e) {
            return Optional.of("%s is not there any more, or cannot be read".formatted(file.path()));
        }
    }
}
