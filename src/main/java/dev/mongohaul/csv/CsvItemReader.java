package dev.mongohaul.csv;

import dev.mongohaul.csv.CsvItem.RecordLocation;
import dev.mongohaul.csv.RecordReader.InputOpener;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.batch.infrastructure.item.ItemStreamReader;

/**
 * Reads the records that begin in a range of the inputs, in their order; each input's header is passed over.
 *
 * <p>It can pause, so that a chunk is bounded in bytes as well as in items: once so many bytes are handed out, {@link
 * #read} returns null until {@link #resume}.
 *
 * <p>It leaves no trace in the {@link ExecutionContext}. A restart makes a new reader that begins at the last record's
 * {@link RecordLocation#nextOffset} and {@link RecordLocation#nextLine}. Not thread-safe.
 */
public final class CsvItemReader implements ItemStreamReader<CsvItem> {

    private final List<Input> inputs;
    private final InputOpener opener;
    private final int columns;
    private final ReadRange range;
    private final long chunkBytes;
    private final int firstInput;
    private final long lastNextOffset;

    private boolean open;
    private int nextInput;
    private @Nullable RecordReader current;
    private long handedOut;
    private boolean pausedAtByteLimit;

    /**
     * @param header of the inputs; a record has as many cells as it has names
     * @param chunkBytes bytes of records after which the reader pauses, 1 or more; the record that reaches them is
     *     still handed out
     */
    public CsvItemReader(Inputs inputs, CsvDialect dialect, Header header, ReadRange range, long chunkBytes) {
        this(inputs, new InputOpener(dialect), header, range, chunkBytes);
    }

    CsvItemReader(Inputs inputs, InputOpener opener, Header header, ReadRange range, long chunkBytes) {
        this(inputs, opener, header.size(), range, chunkBytes);
    }

    private CsvItemReader(Inputs inputs, InputOpener opener, int columns, ReadRange range, long chunkBytes) {
        if (chunkBytes < 1) {
            throw new IllegalArgumentException("A chunk has %d bytes; it must have at least 1".formatted(chunkBytes));
        }
        this.inputs = inputs.list();
        this.opener = opener;
        this.columns = columns;
        this.range = range;
        this.chunkBytes = chunkBytes;
        this.firstInput = inputs.locate(range.from()).index();
        this.nextInput = firstInput;
        // A sample's range may end anywhere.
        this.lastNextOffset = columns == RecordReader.ANY ? inputs.endOffset() : range.to();
    }

    /**
     * A reader of inputs whose header nobody knows yet: their first records are records like others, and each may have
     * any number of cells; the range may end inside a record.
     */
    public static CsvItemReader withoutHeader(Inputs inputs, CsvDialect dialect, ReadRange range) {
        InputOpener opener = new InputOpener(dialect.withHeader(List.of("any")));
        return new CsvItemReader(inputs, opener, RecordReader.ANY, range, Long.MAX_VALUE);
    }

    /** Does nothing where the reader is open already: it stays where it is. */
    @Override
    public void open(ExecutionContext executionContext) {
        open = true;
    }

    /**
     * The next item, or null at the range's end and while the reader is paused.
     *
     * @throws IOException also where a record begins in the range and ends behind it: the next range would begin inside
     */
    @Override
    public @Nullable CsvItem read() throws IOException {
        if (!open) {
            throw new IllegalStateException("The reader is not open");
        }
        if (handedOut >= chunkBytes) {
            pausedAtByteLimit = true;
            return null;
        }
        CsvItem item = nextItem();
        if (item != null) {
            handedOut += item.location().length();
        }
        return item;
    }

    /** Begins to count the bytes anew: Spring Batch calls it where a chunk has ended. */
    @Override
    public void update(ExecutionContext executionContext) {
        handedOut = 0;
    }

    /** Whether the last null meant a pause, with more to come perhaps, and not the range's end. */
    public boolean pausedAtByteLimit() {
        return pausedAtByteLimit;
    }

    /** Goes on after a pause, with bytes counted anew. */
    public void resume() {
        handedOut = 0;
        pausedAtByteLimit = false;
    }

    private @Nullable CsvItem nextItem() throws IOException {
        RecordReader reader = current == null ? openNext() : current;
        while (reader != null) {
            CsvItem item = reader.next(range.to());
            if (item != null) {
                requireInRange(item.location());
                return item;
            }
            closeCurrent();
            reader = openNext();
        }
        return null;
    }

    private void requireInRange(RecordLocation location) throws IOException {
        if (location.nextOffset() > lastNextOffset) {
            Input input = inputs.get(location.input());
            long base = input.baseOffset();
            throw new IOException(
                    "%s: the record at byte %,d (line %,d) ends at byte %,d, but another one was found to begin at byte %,d; "
                                    .formatted(
                                            input.name(),
                                            location.offset() - base,
                                            location.line(),
                                            location.nextOffset() - base,
                                            range.to() - base)
                            + "either the file has changed since, or this is a fault of the program; nothing of the record was loaded");
        }
    }

    private @Nullable RecordReader openNext() throws IOException {
        if (nextInput == inputs.size()) {
            return null;
        }
        Input input = inputs.get(nextInput);
        long from = Math.max(range.from(), input.baseOffset());
        if (from >= range.to()) {
            return null;
        }
        RecordReader reader = opener.at(input, from, range.startLine());
        reader.expectCells(columns);
        current = reader;
        nextInput++;
        return reader;
    }

    private void closeCurrent() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    /** The reader begins again at the range's first record if it is opened once more. */
    @Override
    public void close() {
        try {
            closeCurrent();
        } catch (IOException failure) {
            throw new ItemStreamException("The input could not be closed", failure);
        }
        open = false;
        resume();
        nextInput = 0;
        while (nextInput < inputs.size() - 1
                && range.from() >= inputs.get(nextInput).endOffset()) {
            nextInput++;
        }
    }

    /**
     * A part of the inputs: the records that begin in it.
     *
     * @param from global offset of an input's first byte or of a record's beginning
     * @param to global offset that no record of the range begins at or after
     * @param startLine line of {@code from} in its input, from 1; 1 at an input's first byte
     */
    public record ReadRange(long from, long to, long startLine) {

        public ReadRange {
            if (from < 0 || to < from || startLine < 1) {
                throw new IllegalArgumentException(
                        "No range of records: from %d to %d, line %d".formatted(from, to, startLine));
            }
        }
    }
}
