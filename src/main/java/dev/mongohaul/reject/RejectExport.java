package dev.mongohaul.reject;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * Export of the rejects of an import to two files: {@code <job>-<import>.csv} to correct and import again, and
 * {@code <job>-<import>.jsonl} with the reasons. Where the inputs are in several charsets, the records of each have a file
 * of their own, {@code <job>-<import>.<charset>.csv}.
 *
 * <p>Each file is replaced as a whole; an import without rejects has no files, and those of an earlier run are removed. An
 * input of the import is neither replaced nor removed, since an exported file can be the input of another import. Memory
 * use does not depend on the number of rejects.
 */
public final class RejectExport {

    /** Name of the charset where all inputs are in one. */
    public static final String ONLY = "";

    private final Path directory;
    private final SortedMap<String, RejectedCsv> csvs;
    private final LongFunction<String> charsets;
    private final List<Path> inputs;

    /**
     * @param directory is created where it does not exist
     * @param inputs files of the import
     */
    public RejectExport(Path directory, RejectedCsv csv, List<Path> inputs) {
        this(directory, Map.of(ONLY, csv), offset -> ONLY, inputs);
    }

    /**
     * Creates an export by charset.
     *
     * @param directory is created where it does not exist
     * @param csvs the records of each charset
     * @param charsets the charset of the record at an offset
     * @param inputs files of the import
     */
    public RejectExport(
            Path directory, Map<String, RejectedCsv> csvs, LongFunction<String> charsets, List<Path> inputs) {
        this.directory = directory.toAbsolutePath();
        this.csvs = new TreeMap<>(csvs);
        this.charsets = charsets;
        this.inputs = List.copyOf(inputs);
    }

    /**
     * Exports the rejects in the order given; does not close the stream.
     *
     * @return the files; empty where there are no rejects
     * @throws RejectExportException where a file cannot be written, or a record cannot be read again; then the files of an
     *     earlier export stay as they are, and unfinished files are removed
     */
    public Optional<ExportedRejects> write(String job, long instance, Stream<Reject> rejects) {
        Map<String, Path> files = new LinkedHashMap<>();
        csvs.keySet().forEach(charset -> files.put(charset, file(directory, csvName(job, instance, charset))));
        Path jsonFile = file(directory, jsonName(job, instance));
        Iterator<Reject> remaining = rejects.iterator();
        try {
            if (remaining.hasNext()) {
                return Optional.of(write(remaining, files, jsonFile));
            }
            for (Path file : files.values()) {
                delete(file);
            }
            delete(jsonFile);
            return Optional.empty();
        } catch (IOException e) {
            throw new RejectExportException(directory, instance, e);
        }
    }

    private ExportedRejects write(Iterator<Reject> rejects, Map<String, Path> files, Path jsonFile) throws IOException {
        Files.createDirectories(directory);
        for (Path file : files.values()) {
            requireNoInput(file);
        }
        requireNoInput(jsonFile);
        long count = 0;
        Map<String, AsideFile> records = new TreeMap<>();
        try (AsideFile reasons = AsideFile.create(jsonFile)) {
            for (; rejects.hasNext(); count++) {
                Reject reject = rejects.next();
                append(reject, files, records);
                RejectJson.append(reject, reasons.out());
            }
            for (AsideFile file : records.values()) {
                file.publish();
            }
            reasons.publish();
        } finally {
            for (AsideFile file : records.values()) {
                file.close();
            }
        }
        for (Map.Entry<String, Path> file : files.entrySet()) {
            if (!records.containsKey(file.getKey())) {
                delete(file.getValue());
            }
        }
        return new ExportedRejects(records.keySet().stream().map(files::get).toList(), jsonFile, count);
    }

    private void append(Reject reject, Map<String, Path> files, Map<String, AsideFile> records) throws IOException {
        String charset = charsets.apply(reject.record().offset());
        RejectedCsv csv = Objects.requireNonNull(csvs.get(charset), charset);
        AsideFile file = records.get(charset);
        if (file == null) {
            file = AsideFile.create(Objects.requireNonNull(files.get(charset)));
            records.put(charset, file);
            csv.begin(file.out());
        }
        csv.append(reject.record(), file.out());
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

    /** Returns whether the file is an input, by any name or link. */
    private boolean isInput(Path file) throws IOException {
        for (Path input : inputs) {
            if (Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the files of an import, whether or not they exist: the records, and last the reasons.
     *
     * @param charsets of its inputs, where there are several; none where all are in one
     */
    public static List<Path> files(Path directory, String job, long instance, List<String> charsets) {
        List<Path> files = new ArrayList<>();
        for (String charset : charsets.isEmpty() ? List.of(ONLY) : charsets) {
            files.add(file(directory, csvName(job, instance, charset)));
        }
        files.add(file(directory, jsonName(job, instance)));
        return files;
    }

    private static String csvName(String job, long instance, String charset) {
        return "%s-%d%s.csv".formatted(job, instance, charset.equals(ONLY) ? "" : "." + charset);
    }

    private static String jsonName(String job, long instance) {
        return "%s-%d.jsonl".formatted(job, instance);
    }

    private static Path file(Path directory, String name) {
        Path file = directory.resolve(name);
        if (!directory.equals(file.getParent())) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a file in " + directory);
        }
        return file;
    }

    /**
     * Files of an export.
     *
     * @param csv the rejected records, one file for each charset
     * @param jsonLines their reasons, in the same order
     * @param count how many there are
     */
    public record ExportedRejects(List<Path> csv, Path jsonLines, long count) {}

    /** Failure of an export. No reject is lost: all are in MongoDB. */
    public static final class RejectExportException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RejectExportException(Path directory, long instance, IOException cause) {
            super(
                    beginning(instance) + directory + ": " + describe(cause)
                            + ". They are kept in MongoDB: export them again when this is fixed.",
                    cause);
        }

        /** Returns whether the failure message of a run has this failure in it. */
        public static boolean isIn(String reason, long instance) {
            return reason.contains(beginning(instance));
        }

        private static String beginning(long instance) {
            return "The rejects of import " + instance + " cannot be written to ";
        }

        /** Returns what went wrong: exceptions of {@code java.nio.file} have a path for a message, or no reason. */
        private static String describe(IOException cause) {
            if (cause instanceof FileSystemException problem && problem.getFile() != null) {
                return problem.getFile() + ": " + reason(problem);
            }
            String message = cause.getMessage();
            return message == null ? cause.getClass().getSimpleName() : message;
        }

        private static String reason(FileSystemException problem) {
            if (problem.getReason() != null) {
                return problem.getReason();
            }
            if (problem instanceof AccessDeniedException) {
                return "permission denied";
            }
            if (problem instanceof NoSuchFileException) {
                return "no such file";
            }
            if (problem instanceof FileAlreadyExistsException) {
                return "is in the way";
            }
            return problem.getClass().getSimpleName();
        }
    }

    /**
     * File written beside its target and renamed to it when complete, so that the target is always whole.
     *
     * <p>Records can hold personal data, so other users cannot read the file ({@value #PERMISSIONS}, where the file system has
     * permissions).
     */
    static final class AsideFile implements Closeable {

        private static final String PERMISSIONS = "rw-r-----";

        private final Path target;
        private final Path aside;
        private final FileChannel channel;
        private final OutputStream out;

        private AsideFile(Path target, Path aside, FileChannel channel) {
            this.target = target;
            this.aside = aside;
            this.channel = channel;
            this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
        }

        /** Creates the file. The file of a process that was killed is removed; a link in its place is not followed. */
        static AsideFile create(Path target) throws IOException {
            Path aside = target.resolveSibling("." + target.getFileName() + ".part");
            Files.deleteIfExists(aside);
            FileChannel channel = FileChannel.open(
                    aside, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), permissions(target));
            return new AsideFile(target, aside, channel);
        }

        OutputStream out() {
            return out;
        }

        /** Moves the file to the target, after its bytes reached the disk: a crash cannot leave an empty target. */
        void publish() throws IOException {
            out.flush();
            channel.force(true);
            channel.close();
            Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }

        /** Removes the file, unless it was published. */
        @Override
        public void close() throws IOException {
            channel.close();
            Files.deleteIfExists(aside);
        }

        private static FileAttribute<?>[] permissions(Path target) {
            boolean posix = target.getFileSystem().supportedFileAttributeViews().contains("posix");
            return posix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PERMISSIONS))
                    }
                    : new FileAttribute<?>[0];
        }
    }
}
