package dev.mongohaul.reject;

import dev.mongohaul.mongo.PrivateFile;
import dev.mongohaul.reject.Reject.RejectReason;
import dev.mongohaul.reject.Reject.RejectedCell;
import dev.mongohaul.reject.Reject.RejectedRecord;
import dev.mongohaul.text.Printable;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

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

    private static final JsonMapper MAPPER = new JsonMapper(
            JsonFactory.builder().characterEscapes(new LineEscapes()).build());

    private final Path directory;
    private final SortedMap<String, RejectedCsv> csvs;
    private final LongFunction<String> charsets;
    private final List<Path> inputs;

    /**
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
        List<Path> files = files(directory, job, instance, List.copyOf(csvs.keySet()));
        Iterator<Reject> remaining = rejects.iterator();
        try {
            if (remaining.hasNext()) {
                return Optional.of(write(remaining, files));
            }
            for (Path file : files) {
                delete(file);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new RejectExportException(directory, instance, e);
        }
    }

    /** @param files the records of each charset, in the order of {@link #csvs}, and last the reasons */
    private ExportedRejects write(Iterator<Reject> rejects, List<Path> files) throws IOException {
        Files.createDirectories(directory);
        for (Path file : files) {
            if (isInput(file)) {
                String reason = "is an input of this import and is left alone; name another rejects.directory";
                throw new FileSystemException(file.toString(), null, reason);
            }
        }
        Map<String, Path> csvFiles = new TreeMap<>();
        csvs.keySet().forEach(charset -> csvFiles.put(charset, files.get(csvFiles.size())));
        Path jsonFile = files.get(csvFiles.size());
        long count = 0;
        Map<String, AsideFile> records = new TreeMap<>();
        try (AsideFile reasons = AsideFile.create(jsonFile)) {
            for (; rejects.hasNext(); count++) {
                Reject reject = rejects.next();
                append(reject, csvFiles, records);
                appendReason(reject, reasons.out());
            }
            for (Map.Entry<String, AsideFile> file : records.entrySet()) {
                Objects.requireNonNull(csvs.get(file.getKey()))
                        .end(file.getValue().out());
                file.getValue().publish();
            }
            reasons.publish();
        } finally {
            for (AsideFile file : records.values()) {
                file.close();
            }
        }
        List<Path> exported = records.values().stream().map(AsideFile::target).toList();
        for (Path file : csvFiles.values()) {
            if (!exported.contains(file)) {
                delete(file);
            }
        }
        return new ExportedRejects(exported, jsonFile, count);
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

    /** Appends a JSON object with the same keys for each reject, {@code null} without a value. */
    private static void appendReason(Reject reject, OutputStream out) throws IOException {
        RejectedRecord record = reject.record();
        RejectReason reason = reject.reason();
        RejectedCell cell = reason.cell();
        ObjectNode line = MAPPER.createObjectNode()
                .put("file", record.file())
                .put("line", record.line())
                .put("offset", record.offset())
                .put("length", record.length())
                .put("cell", cell == null ? null : (Integer) cell.number())
                .put("column", cell == null ? null : cell.column())
                .put("value", cell == null ? null : cell.value())
                .put("stage", reason.stage().name())
                .put("code", reason.code())
                .put("reason", reason.text());
        out.write(MAPPER.writeValueAsBytes(line));
        out.write('\n');
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
            String suffix = charset.equals(ONLY) ? "" : "." + charset;
            files.add(file(directory, "%s-%d%s.csv".formatted(job, instance, suffix)));
        }
        files.add(file(directory, "%s-%d.jsonl".formatted(job, instance)));
        return files;
    }

    /** Returns whether a file has the name of exported records of a job, and lies in their folder or beside their reasons. */
    public static boolean isExported(Path file, Path directory, String job) {
        Path place = file.toAbsolutePath().normalize();
        Matcher name = Pattern.compile("(" + Pattern.quote(job) + "-[0-9]+)(\\..+)?\\.csv")
                .matcher(String.valueOf(place.getFileName()));
        return name.matches()
                && (directory.toAbsolutePath().normalize().equals(place.getParent())
                        || Files.exists(place.resolveSibling(name.group(1) + ".jsonl")));
    }

    /**
     * Writes the ids of documents whose deletion is held, or that an undo spares, to {@code <job>-<import>.held.jsonl}.
     *
     * @param lines ids as extended JSON, one each
     * @return the file
     * @throws RejectExportException where it cannot be written
     */
    public static Path writeHeld(Path directory, String job, long instance, Stream<String> lines) {
        Path file = heldFile(directory, job, instance);
        try {
            Files.createDirectories(directory);
            try (AsideFile aside = AsideFile.create(file)) {
                for (Iterator<String> remaining = lines.iterator(); remaining.hasNext(); ) {
                    aside.out().write((remaining.next() + "\n").getBytes(StandardCharsets.UTF_8));
                }
                aside.publish();
            }
            return file;
        } catch (IOException e) {
            throw RejectExportException.ofHeld(directory, instance, e);
        }
    }

    /** Removes the file of {@link #writeHeld}, if there is one. */
    public static void deleteHeld(Path directory, String job, long instance) {
        try {
            Files.deleteIfExists(heldFile(directory, job, instance));
        } catch (IOException e) {
            throw RejectExportException.ofHeld(directory, instance, e);
        }
    }

    /** Returns the file of {@link #writeHeld}, whether or not it exists. */
    public static Path heldFile(Path directory, String job, long instance) {
        return file(directory, "%s-%d.held.jsonl".formatted(job, instance));
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

    /** Failure of an export. Nothing is lost: all is in MongoDB. */
    public static final class RejectExportException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RejectExportException(Path directory, long instance, IOException cause) {
            super(
                    beginning(instance) + directory + ": " + describe(cause)
                            + ". They are kept in MongoDB: export them again when this is fixed.",
                    cause);
        }

        private RejectExportException(String message, IOException cause) {
            super(message, cause);
        }

        static RejectExportException ofHeld(Path directory, long instance, IOException cause) {
            return new RejectExportException(
                    "The list of the documents that import %d spares cannot be written to %s: %s. None of them was changed."
                            .formatted(instance, directory, describe(cause)),
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
            } else if (problem instanceof AccessDeniedException) {
                return "permission denied";
            } else if (problem instanceof NoSuchFileException) {
                return "no such file";
            }
            return problem instanceof FileAlreadyExistsException
                    ? "is in the way"
                    : problem.getClass().getSimpleName();
        }
    }

    /**
     * File written beside its target and renamed to it when complete, so that the target is always whole.
     *
     * <p>Records can hold personal data, so other users cannot read the file ({@value #PERMISSIONS}, where the file system has
     * permissions).
     */
    record AsideFile(Path target, Path aside, FileChannel channel, OutputStream out) implements Closeable {

        private static final String PERMISSIONS = "rw-r-----";

        /** Creates the file. The file of a process that was killed is removed; a link in its place is not followed. */
        static AsideFile create(Path target) throws IOException {
            Path aside = target.resolveSibling("." + target.getFileName() + ".part");
            Files.deleteIfExists(aside);
            FileChannel channel = FileChannel.open(
                    aside,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PrivateFile.permissions(target, PERMISSIONS));
            return new AsideFile(target, aside, channel, new BufferedOutputStream(Channels.newOutputStream(channel)));
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
    }

    /** Escapes for characters that JSON allows in a string and {@link Printable} does not. */
    static final class LineEscapes extends CharacterEscapes {

        private static final long serialVersionUID = 1L;
        private static final char DELETE = 0x7F;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[DELETE] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return Printable.isEscaped(character) ? new SerializedString(Printable.escape(character)) : null;
        }
    }

    /**
     * Rejected records as a CSV file that can be corrected and imported: each byte for byte as it lies in the input.
     *
     * <p>Nothing is escaped for spreadsheets: a cell that begins with {@code =} is still a formula there.
     *
     * @param head all bytes of the input before its first record: byte-order mark, skipped lines, header record with its
     *     line end; empty where the input begins with a record
     * @param lineEnd of the input, in its charset
     * @param end bytes after the last record, which stand for skipped lines; null if there are none
     */
    public record RejectedCsv(
            Binary head, Binary lineEnd, @Nullable Binary end, OriginalRecords originals) {

        /** Writes the records in their order and flushes; closes neither stream. */
        public void write(Stream<Reject> rejects, OutputStream out) throws IOException {
            begin(out);
            for (Iterator<Reject> remaining = rejects.iterator(); remaining.hasNext(); ) {
                append(remaining.next().record(), out);
            }
            end(out);
            out.flush();
        }

        void begin(OutputStream out) throws IOException {
            out.write(head.getData());
        }

        void end(OutputStream out) throws IOException {
            if (end != null) {
                out.write(end.getData());
            }
        }

        void append(RejectedRecord record, OutputStream out) throws IOException {
            Binary kept = record.bytes();
            if (kept == null) {
                copyOriginal(record, out);
            } else {
                out.write(kept.getData());
            }
            out.write(lineEnd.getData());
        }

        private void copyOriginal(RejectedRecord record, OutputStream out) throws IOException {
            long copied;
            try (InputStream original = originals.open(record.offset(), record.length())) {
                copied = original.transferTo(out);
            }
            if (copied != record.length()) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "%s has changed: the record at line %d had %,d bytes, and %,d are left",
                        record.file(),
                        record.line(),
                        record.length(),
                        copied));
            }
        }

        /** Source of records that are too long to be stored with their reason. */
        @FunctionalInterface
        public interface OriginalRecords {

            /**
             * Opens a record in its input; the stream ends after it and is closed by the caller.
             *
             * @param offset of the record's first byte, counted over all inputs of the import
             * @param length in bytes, without the line end
             * @throws IOException where the input is missing or has changed
             */
            InputStream open(long offset, long length) throws IOException;
        }
    }
}
