package dev.mongohaul.reject.export;

import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.mongo.address.PrivateFile;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReason;
import dev.mongohaul.reject.RejectedCell;
import dev.mongohaul.reject.RejectedRecord;
import dev.mongohaul.text.AsideFile;
import dev.mongohaul.text.Printable;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
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
 * <p>Each file is replaced as a whole; an import without rejects has no files, and those of an earlier run are removed. A
 * file that was changed since, or is an input of the import, is neither replaced nor removed: then the export is
 * {@code <job>-<import>.2.csv}, or has the next number that is free. Memory use does not depend on the number of rejects.
 */
public final class RejectExport {

    /** Name of the charset where all inputs are in one. */
    public static final String ONLY = "";

    private static final JsonMapper MAPPER = new JsonMapper(
            JsonFactory.builder().characterEscapes(new LineEscapes()).build());

    /** Beginning of the file with the reasons, of which the path of an input is the longest part. */
    private static final Pattern REASON =
            Pattern.compile("\\{\"file\":\".*?\",\"line\":\\d+,\"offset\":\\d+,\"length\":\\d+,\"cell\":");

    private static final int LONGEST_BEGINNING = 64 << 10;

    private final Path directory;
    private final SortedMap<String, RejectedCsv> csvs;
    private final LongFunction<String> charsets;
    private final List<Path> inputs;
    private final Set<String> known;

    /**
     * @param directory is created where it does not exist
     * @param csvs the records of each charset
     * @param charsets the charset of the record at an offset
     * @param inputs files of the import
     * @param known digests of the files that earlier runs of the import exported
     */
    public RejectExport(
            Path directory,
            Map<String, RejectedCsv> csvs,
            LongFunction<String> charsets,
            List<Path> inputs,
            Set<String> known) {
        this.directory = directory.toAbsolutePath();
        this.csvs = new TreeMap<>(csvs);
        this.charsets = charsets;
        this.inputs = List.copyOf(inputs);
        this.known = new HashSet<>(known);
    }

    /**
     * Exports the rejects in the order given; does not close the stream.
     *
     * @return the files; empty where there are no rejects
     * @throws RejectExportException where a file cannot be written, or a record cannot be read again; then the files of an
     *     earlier export stay as they are, and unfinished files are removed
     */
    public Optional<ExportedRejects> write(String job, long instance, Stream<Reject> rejects) {
        IntFunction<List<Path>> files = number -> files(directory, job, instance, List.copyOf(csvs.keySet()), number);
        Iterator<Reject> remaining = rejects.iterator();
        try {
            if (remaining.hasNext()) {
                return Optional.of(write(remaining, files));
            }
            deleteFrom(1, files);
            return Optional.empty();
        } catch (IOException e) {
            throw new RejectExportException(directory, e);
        }
    }

    /** @param files by the number of the export: the records of each charset, as in {@link #csvs}, and last the reasons */
    private ExportedRejects write(Iterator<Reject> rejects, IntFunction<List<Path>> files) throws IOException {
        Files.createDirectories(directory);
        List<String> names = List.copyOf(csvs.keySet());
        List<Path> usual = files.apply(1);
        long count = 0;
        SortedMap<String, ExportFile> records = new TreeMap<>();
        try (ExportFile reasons = ExportFile.create(usual.get(names.size()))) {
            for (; rejects.hasNext(); count++) {
                Reject reject = rejects.next();
                append(reject, usual, records);
                appendReason(reject, reasons.out());
            }
            for (Map.Entry<String, ExportFile> file : records.entrySet()) {
                Objects.requireNonNull(csvs.get(file.getKey()))
                        .end(file.getValue().out());
                known.add(file.getValue().complete());
            }
            known.add(reasons.complete());
            int number = 1;
            while (!areOurs(files.apply(number))) {
                number++;
            }
            deleteFrom(number, files);
            List<Path> targets = files.apply(number);
            List<Path> exported = new ArrayList<>();
            for (Map.Entry<String, ExportFile> file : records.entrySet()) {
                Path target = targets.get(names.indexOf(file.getKey()));
                file.getValue().publish(target);
                exported.add(target);
            }
            reasons.publish(targets.get(names.size()));
            return new ExportedRejects(exported, targets.get(names.size()), count, Set.copyOf(known));
        } finally {
            for (ExportFile file : records.values()) {
                file.close();
            }
        }
    }

    /** Returns whether no file would be lost. A folder in the place of one is not, so that the export fails. */
    private boolean areOurs(List<Path> files) throws IOException {
        for (Path file : files) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(file) && !isOurs(file)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether an existing file is as an export left it, and can be replaced. */
    private boolean isOurs(Path file) throws IOException {
        return Files.isRegularFile(file)
                && !isInput(file)
                && known.contains(new DigestUtils(DigestUtils.getSha256Digest()).digestAsHex(file));
    }

    /** Deletes the files of this number and the next ones that are as an export left them. */
    private void deleteFrom(int number, IntFunction<List<Path>> files) throws IOException {
        for (int next = number; files.apply(next).stream().anyMatch(Files::exists); next++) {
            for (Path file : files.apply(next)) {
                if (Files.exists(file) && isOurs(file)) {
                    Files.delete(file);
                }
            }
        }
    }

    private void append(Reject reject, List<Path> files, SortedMap<String, ExportFile> records) throws IOException {
        String charset = charsets.apply(reject.record().offset());
        RejectedCsv csv = Objects.requireNonNull(csvs.get(charset), charset);
        ExportFile file = records.get(charset);
        if (file == null) {
            file = ExportFile.create(files.get(csvs.headMap(charset).size()));
            records.put(charset, file);
            csv.begin(file.out());
        }
        csv.append(reject.record(), file.out());
    }

    /** Appends a JSON object with the same keys for each reject, {@code null} without a value. */
    public static void appendReason(Reject reject, OutputStream out) throws IOException {
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
     * Returns the files of the exports of an import, the last one at the end: of each the records, and last the reasons. The
     * first one is there whether or not it exists.
     *
     * @param charsets of its inputs, where there are several; none where all are in one
     */
    public static List<List<Path>> files(Path directory, String job, long instance, List<String> charsets) {
        List<List<Path>> exports = new ArrayList<>();
        List<Path> next = files(directory, job, instance, charsets, 1);
        do {
            exports.add(next);
            next = files(directory, job, instance, charsets, exports.size() + 1);
        } while (next.stream().anyMatch(Files::exists));
        return exports;
    }

    private static List<Path> files(Path directory, String job, long instance, List<String> charsets, int number) {
        String name = number == 1 ? "%s-%d".formatted(job, instance) : "%s-%d.%d".formatted(job, instance, number);
        List<Path> files = new ArrayList<>();
        for (String charset : charsets.isEmpty() ? List.of(ONLY) : charsets) {
            String suffix = charset.equals(ONLY) ? "" : "." + charset;
            files.add(file(directory, name + suffix + ".csv"));
        }
        files.add(file(directory, name + ".jsonl"));
        return files;
    }

    /**
     * Returns the number of the import whose rejects a file has by its name: one of exported records of a job, in their
     * folder or beside their reasons. Empty for other files.
     *
     * @param input address
     */
    public static OptionalLong importOf(String input, Path directory, String job) {
        if (!InputSources.isFile(input)) {
            return OptionalLong.empty();
        }
        Path place = Path.of(input).toAbsolutePath().normalize();
        Matcher name = name(place, job);
        return name.matches()
                        && (directory.toAbsolutePath().normalize().equals(place.getParent())
                                || hasReasons(place.resolveSibling(name.group(1) + ".jsonl")))
                ? OptionalLong.of(Long.parseLong(name.group(2)))
                : OptionalLong.empty();
    }

    /** Returns the number in the name of a file that is known to have rejects of a job; empty if its name has none. */
    public static OptionalLong numberIn(String rejects, String job) {
        Matcher name = name(Path.of(rejects), job);
        return name.matches() ? OptionalLong.of(Long.parseLong(name.group(2))) : OptionalLong.empty();
    }

    private static Matcher name(Path file, String job) {
        return Pattern.compile("(" + Pattern.quote(job) + "-([0-9]{1,18}))(\\..+)?\\.csv")
                .matcher(String.valueOf(file.getFileName()));
    }

    /** Returns whether a file begins as {@link #appendReason} writes it: a sender can have files of such names, too. */
    private static boolean hasReasons(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return REASON.matcher(new String(in.readNBytes(LONGEST_BEGINNING), StandardCharsets.UTF_8))
                    .lookingAt();
        } catch (IOException e) {
            return false;
        }
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
            try (ExportFile aside = ExportFile.create(file)) {
                for (Iterator<String> remaining = lines.iterator(); remaining.hasNext(); ) {
                    aside.out().write((remaining.next() + "\n").getBytes(StandardCharsets.UTF_8));
                }
                aside.complete();
                aside.publish(file);
            }
            return file;
        } catch (IOException e) {
            throw RejectExportException.ofHeld(directory, e);
        }
    }

    /** Removes the file of {@link #writeHeld}, if there is one. */
    public static void deleteHeld(Path directory, String job, long instance) {
        try {
            Files.deleteIfExists(heldFile(directory, job, instance));
        } catch (IOException e) {
            throw RejectExportException.ofHeld(directory, e);
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
     * File of an export.
     *
     * <p>Records can hold personal data, so other users cannot read the file ({@value #PERMISSIONS}, where the file system has
     * permissions).
     */
    record ExportFile(AsideFile aside, FileChannel channel, DigestOutputStream out) implements Closeable {

        private static final String PERMISSIONS = "rw-r-----";

        static ExportFile create(Path target) throws IOException {
            AsideFile aside = AsideFile.create(target, PrivateFile.permissions(target, PERMISSIONS));
            FileChannel channel = FileChannel.open(aside.path(), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
            return new ExportFile(aside, channel, new DigestOutputStream(out, DigestUtils.getSha256Digest()));
        }

        /** Brings the bytes to the disk, so that a crash cannot leave an empty target, and returns their digest. */
        String complete() throws IOException {
            out.flush();
            channel.force(true);
            channel.close();
            return HexFormat.of().formatHex(out.getMessageDigest().digest());
        }

        /** Moves the complete file to a target. */
        void publish(Path target) throws IOException {
            aside.publish(target);
        }

        /** Removes the file, unless it was published. */
        @Override
        public void close() throws IOException {
            channel.close();
            aside.close();
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
}
