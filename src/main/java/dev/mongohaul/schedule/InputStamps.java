package dev.mongohaul.schedule;

import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.job.file.JobFile;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files that a job would read now, each with its size and its time.
 *
 * @param rules of what may be read
 */
public record InputStamps(InputRules rules) implements SlotInput.InputLook {

    @Override
    public List<String> at(JobFile job) {
        try {
            Inputs inputs = Inputs.resolve(
                    Path.of("").toAbsolutePath(), job.source().files(), InputStream.nullInputStream(), rules);
            return inputs.list().stream()
                    .flatMap(input -> input.source() instanceof FileSource file ? Stream.of(file) : Stream.empty())
                    .map(file -> "%s %d %s".formatted(file.path(), file.size(), file.lastModified()))
                    .toList();
        } catch (InputException e) {
            if (e.isIncomplete()) {
                return List.of();
            }
            throw e;
        }
    }
}
