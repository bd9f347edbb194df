package dev.mongohaul.csv;

import dev.mongohaul.csv.CsvItem.MalformedRecord;
import dev.mongohaul.csv.Header.HeaderBytes;
import dev.mongohaul.csv.RecordReader.InputOpener;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Survey of the beginning of each input before the import: the header, and whether there is any record.
 *
 * @param header of all inputs; empty where each input ends before one
 * @param starts where the records of each input begin, in the inputs' order
 * @param heads what precedes them, in the inputs' order; null for an input that ends before its header
 * @param hasRecords false where an import would read nothing
 */
public record InputSurvey(
        Optional<Header> header, List<Start> starts, List<@Nullable HeaderBytes> heads, boolean hasRecords) {

    /**
     * Beginning of an input's records.
     *
     * @param offset global, just after the header's line end
     * @param line of that place, from 1
     * @param charset that the input is in
     */
    public record Start(long offset, long line, Charset charset) {}

    public InputSurvey {
        starts = List.copyOf(starts);
        heads = Collections.unmodifiableList(new ArrayList<>(heads));
    }

    /**
     * Reads the beginnings of the inputs; standard input keeps its place.
     *
     * @throws InputException for a header that is malformed, has unusable names or differs from the first input's
     */
    public static InputSurvey of(Inputs inputs, CsvDialect dialect) throws IOException {
        return new Surveyor(new InputOpener(dialect)).survey(inputs);
    }

    /** Collector of the results. */
    private static final class Surveyor {

        private final InputOpener opener;
        private final CsvDialect dialect;
        private final List<Start> starts = new ArrayList<>();
        private final List<@Nullable HeaderBytes> heads = new ArrayList<>();
        private @Nullable Header header;
        private boolean hasRecords;

        Surveyor(InputOpener opener) {
            this.opener = opener;
            this.dialect = opener.dialect();
        }

        InputSurvey survey(Inputs inputs) throws IOException {
            for (Input input : inputs.list()) {
                try (RecordReader reader = opener.beforeHeader(input, true)) {
                    heads.add(readHeader(input, reader));
                    starts.add(new Start(
                            reader.offset(), reader.line(), reader.blocks().charset()));
                    hasRecords = hasRecords || reader.hasNext();
                }
            }
            return new InputSurvey(Optional.ofNullable(header), starts, heads, hasRecords);
        }

        private @Nullable HeaderBytes readHeader(Input input, RecordReader reader) throws IOException {
            if (!dialect.header().isEmpty()) {
                HeaderBytes bytes = HeaderReader.without(reader.blocks());
                if (header == null) {
                    header = Header.of("The job's header", dialect.header(), bytes);
                }
                return bytes;
            }
            CsvItem item = reader.next(Long.MAX_VALUE);
            if (item == null) {
                return null;
            }
            List<String> names = HeaderReader.names(input, item);
            HeaderBytes bytes = HeaderReader.bytes(item, reader);
            if (header == null) {
                header = Header.of(input.name(), names, bytes);
            } else {
                header.requireSame(input.name(), names);
            }
            return bytes;
        }
    }

    /** Header of an input's first record. */
    static final class HeaderReader {

        private static final byte[] NOTHING = new byte[0];
        private static final int LAST_SHOWN = 80;

        private HeaderReader() {}

        static List<String> names(Input input, CsvItem item) {
            if (item instanceof MalformedRecord malformed) {
                throw InputException.refused("%s:%d: the header cannot be read: column %d: %s: %s"
                        .formatted(
                                input.name(),
                                malformed.location().line(),
                                malformed.column(),
                                malformed.reason(),
                                beginning(malformed)));
            }
            CsvRecord record = (CsvRecord) item;
            List<String> names = new ArrayList<>(record.cellCount());
            for (int cell = 0; cell < record.cellCount(); cell++) {
                names.add(record.text(cell));
            }
            return names;
        }

        private static String beginning(MalformedRecord malformed) {
            byte[] bytes = malformed.toByteArray();
            return new String(bytes, 0, Math.min(bytes.length, LAST_SHOWN), StandardCharsets.UTF_8);
        }

        /** Returns the bytes of the header that was read last. */
        static HeaderBytes bytes(CsvItem item, RecordReader reader) {
            byte[] lineEnd = reader.lineEndOf(item.location());
            Utf8Blocks blocks = reader.blocks();
            return new HeaderBytes(mark(blocks), item.toByteArray(), lineEnd.length == 0 ? lineFeed(blocks) : lineEnd);
        }

        /** Returns the bytes of an input that has records only. */
        static HeaderBytes without(Utf8Blocks blocks) {
            return new HeaderBytes(mark(blocks), NOTHING, lineFeed(blocks));
        }

        private static byte[] lineFeed(Utf8Blocks blocks) {
            Charset charset = blocks.charset();
            return "\n".getBytes(charset.canEncode() ? charset : StandardCharsets.US_ASCII);
        }

        private static byte[] mark(Utf8Blocks blocks) {
            return blocks.byteOrderMarkBytes() == 0 ? NOTHING : "\uFEFF".getBytes(blocks.charset());
        }
    }
}
