package dev.mongohaul.reject.export;

import dev.mongohaul.reject.Reject;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Leaves the rejects of an import in two files: {@code <job>-<import>.csv} to mend and import again, and
 * {@code <job>-<import>.jsonl} with the reasons.
 *
 * <p>Both are replaced as a whole, one after the other; an import without rejects has neither, and those of an earlier
 * try are removed. An input of the import is neither replaced nor removed: the rejects of one repository's first import
 * can be the input of another's. Memory use does not depend on the number of rejects.
 */
public final class RejectExport {

    private final Path directory;
    private final RejectedCsv csv;
    private final List<Path> inputs;

    /**
     * @param directory is made where it does not exist
     * @param inputs files of the import
     */
    public RejectExport(Path directory, RejectedCsv csv, List<Path> inputs) {
        this.directory = directory.toAbsolutePath();
        this.csv = csv;
        this.inputs = List.copyOf(inputs);
    }

    /**
     * Exports the rejects in the order given; closing the stream is left to the caller.
     *
     * @return the files, or nothing where there are no rejects
     * @throws RejectExportException where a file cannot be written, or a record not be read again: then the files of an
     *     earlier export are left as they were, and nothing unfinished stays behind
     */
    public Optional<ExportedRejects> write(String job, long instance, Stream<Reject> rejects) {
        List<Path> files = files(directory, job, instance);
        Path csvFile = files.get(0);
        Path jsonFile = files.get(1);
        Iterator<Reject> remaining = rejects.iterator();
        try {
            if (remaining.hasNext()) {
                return Optional.of(new ExportedRejects(csvFile, jsonFile, write(remaining, csvFile, jsonFile)));
            }
            delete(csvFile);
            delete(jsonFile);
            return Optional.empty();
        } catch (IOException e) {
            throw new RejectExportException(directory, instance, e);
        }
    }

    private long write(Iterator<Reject> rejects, Path csvFile, Path jsonFile) throws IOException {
        Files.createDirectories(directory);
        requireNoInput(csvFile);
        requireNoInput(jsonFile);
        long count = 0;
        try (AsideFile records = AsideFile.create(csvFile);
                AsideFile reasons = AsideFile.create(jsonFile)) {
            csv.begin(records.out());
            for (; rejects.hasNext(); count++) {
                Reject reject = rejects.next();
                csv.append(reject.record(), records.out());
                RejectJson.append(reject, reasons.out());
            }
            records.publish();
            reasons.publish();
        }
        return count;
    }

    private void requireNoInput(Path file) throws IOException {
        if (isInput(file)) {
            throw new FileSystemException(
                    file.toString(),
                    null,
                    "is an input of this import and is left alone; name another rejects.directory");
        }
    }

    private void delete(Path file) throws IOException {
        if (!isInput(file)) {
            Files.deleteIfExists(file);
        }
    }

    /** By whatever name or link. */
    private boolean isInput(Path file) throws IOException {
        for (Path input : inputs) {
            if (Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input)) {
                return true;
            }
        }
        return false;
    }

    /** The two files of an import, whether or not they are there: the records, and the reasons. */
    public static List<Path> files(Path directory, String job, long instance) {
        String name = job + "-" + instance;
        return List.of(file(directory, name + ".csv"), file(directory, name + ".jsonl"));
    }

    private static Path file(Path directory, String name) {
        Path file = directory.resolve(name);
        if (!directory.equals(file.getParent())) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a file in " + directory);
        }
        return file;
    }
}
