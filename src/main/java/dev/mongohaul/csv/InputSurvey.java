package dev.mongohaul.csv;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.FileSignature;
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
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Survey of the beginning of each input before the import: the header, and whether there is any record.
 *
 * @param header of all inputs; empty where each input ends before one
 * @param starts where the records of each input begin, in the inputs' order
 * @param heads what precedes them, in the inputs' order; null for an input that ends before its header
 * @param firsts offset of the first record of each input, in the inputs' order; empty for an input without one
 * @param below lines below the header of each input that are no records, such as units
 */
public record InputSurvey(
        Optional<Header> header,
        List<RecordsStart> starts,
        List<@Nullable HeaderBytes> heads,
        List<OptionalLong> firsts,
        List<List<CsvRecord>> below) {

    private static final byte[] NOTHING = new byte[0];
    private static final int LAST_SHOWN = 80;

    public InputSurvey {
        starts = List.copyOf(starts);
        heads = Collections.unmodifiableList(new ArrayList<>(heads));
        firsts = List.copyOf(firsts);
        below = List.copyOf(below);
    }

    /**
     * Reads the beginnings of the inputs; standard input keeps its place.
     *
     * @throws InputException for a header that is malformed, has unusable names or differs from the first input's
     */
    public static InputSurvey of(Inputs inputs, CsvDialect dialect) throws IOException {
        InputOpener opener = new InputOpener(dialect);
        List<RecordsStart> starts = new ArrayList<>();
        List<@Nullable HeaderBytes> heads = new ArrayList<>();
        Header header = null;
        List<OptionalLong> firsts = new ArrayList<>();
        List<List<CsvRecord>> leftOut = new ArrayList<>();
        for (Input input : inputs.list()) {
            FileSignature.requireCsv(input, dialect.header().isEmpty());
            try (RecordReader reader = opener.beforeHeader(input, true)) {
                boolean named = !dialect.header().isEmpty();
                CsvItem first = named ? null : reader.next(Long.MAX_VALUE);
                String origin = named ? "The job's header" : input.name();
                List<String> names =
                        first == null ? dialect.header() : dialect.headerText().named(names(input, first));
                HeaderBytes head = named || first != null ? head(first, reader) : null;
                List<CsvRecord> below = new ArrayList<>();
                for (int number = 0; number < dialect.headerText().below(); number++) {
                    CsvItem line = reader.next(Long.MAX_VALUE);
                    head = head == null || line == null ? head : head.with(line.toByteArray());
                    if (line instanceof CsvRecord record) {
                        below.add(record);
                    }
                }
                leftOut.add(below);
                if (head != null) {
                    header = header == null ? Header.of(origin, names, head) : header;
                    header.requireSame(origin, inputs.list().get(0).name(), names);
                }
                heads.add(head);
                starts.add(new RecordsStart(
                        reader.offset(), reader.line(), reader.blocks().charset()));
                firsts.add(reader.hasNext() ? OptionalLong.of(reader.offset()) : OptionalLong.empty());
            }
        }
        return new InputSurvey(Optional.ofNullable(header), starts, heads, firsts, leftOut);
    }

    /** Returns the survey of the same inputs, of which the last lines are no records. */
    public InputSurvey endingAs(Inputs shorter) {
        List<OptionalLong> before = new ArrayList<>();
        for (Input input : shorter.list()) {
            OptionalLong first = firsts.get(input.index());
            before.add(first.orElse(Long.MAX_VALUE) < input.recordsEnd() ? first : OptionalLong.empty());
        }
        return new InputSurvey(header, starts, heads, before, below);
    }

    /** Returns whether each input has a record, in the inputs' order. */
    public List<Boolean> filled() {
        return firsts.stream().map(OptionalLong::isPresent).toList();
    }

    /** Returns false where an import would read nothing. */
    public boolean hasRecords() {
        return firsts.stream().anyMatch(OptionalLong::isPresent);
    }

    private static List<String> names(Input input, CsvItem header) {
        if (header instanceof MalformedRecord malformed) {
            byte[] bytes = malformed.bytes();
            throw InputException.refused("%s:%d: the header cannot be read: column %d: %s: %s"
                    .formatted(
                            input.name(),
                            malformed.location().line(),
                            malformed.column(),
                            malformed.reason(),
                            new String(bytes, 0, Math.min(bytes.length, LAST_SHOWN), StandardCharsets.UTF_8)));
        }
        return ((CsvRecord) header).texts();
    }

    /** @param header that was read last; null where the input has records only */
    private static HeaderBytes head(@Nullable CsvItem header, RecordReader reader) {
        Charset charset = reader.blocks().charset();
        byte[] mark = reader.blocks().byteOrderMarkBytes() == 0 ? NOTHING : "\uFEFF".getBytes(charset);
        byte[] lineEnd = header == null ? NOTHING : reader.lineEndOf(header.location());
        if (lineEnd.length == 0) {
            lineEnd = "\n".getBytes(charset.canEncode() ? charset : StandardCharsets.US_ASCII);
        }
        return new HeaderBytes(mark, header == null ? NOTHING : header.toByteArray(), lineEnd);
    }
}
