package dev.mongohaul.csv;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.batch.infrastructure.item.ItemStreamReader;

/**
 * Reader of the records that begin in a range of the inputs, in their order; headers are skipped.
 *
 * <p>The reader can pause, so that a chunk is bounded in bytes as well as in items: after that many bytes, {@link #read}
 * returns null until {@link #resume}.
 *
 * <p>The reader stores nothing in the {@link ExecutionContext}. A restart makes a new reader that begins at the last record's
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
    private long recordsEnd;
    private long handedOut;
    private boolean pausedAtByteLimit;

    /**
     * @param header of the inputs; a record has as many fields as it has names
     * @param chunkBytes bytes of records after which the reader pauses, 1 or more; the record that reaches the limit
     *     is still returned
     */
    public CsvItemReader(Inputs inputs, CsvDialect dialect, Header header, ReadRange range, long chunkBytes) {
        this(inputs, new InputOpener(dialect), header.size(), range, chunkBytes);
    }

    CsvItemReader(Inputs inputs, InputOpener opener, int columns, ReadRange range, long chunkBytes) {
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
     * Returns a reader of inputs whose header is not known yet: their first records are returned as records, each may
     * have any number of fields, and the range may end inside a record.
     */
    public static CsvItemReader withoutHeader(Inputs inputs, CsvDialect dialect, ReadRange range) {
        return new CsvItemReader(inputs, new InputOpener(dialect), RecordReader.ANY, range, Long.MAX_VALUE);
    }

    /** Returns the first records of an input, within one block. Standard input keeps its place. */
    public static List<CsvItem> peek(Input input, CsvDialect dialect, Header header, int count) throws IOException {
        List<CsvItem> records = new ArrayList<>();
        try (RecordReader reader = new InputOpener(dialect).peek(input)) {
            reader.expectCells(header.size());
            while (records.size() < count && reader.offset() < input.baseOffset() + InputOpener.BLOCK_BYTES) {
                CsvItem item = reader.next(input.recordsEnd());
                if (item == null) {
                    break;
                }
                records.add(item);
            }
        }
        return records;
    }

    /** Opens the reader; a reader that is open keeps its place. */
    @Override
    public void open(ExecutionContext executionContext) {
        open = true;
    }

    /**
     * Returns the next item, or null at the range's end and while the reader is paused.
     *
     * @throws IOException also if a record begins in the range and ends after it: the next range would begin inside
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

    /** Resets the count of bytes: Spring Batch calls it at the end of a chunk. */
    @Override
    public void update(ExecutionContext executionContext) {
        handedOut = 0;
    }

    /** Returns whether the last null was a pause, perhaps with more to come, and not the range's end. */
    public boolean pausedAtByteLimit() {
        return pausedAtByteLimit;
    }

    /** Continues after a pause and resets the count of bytes. */
    public void resume() {
        handedOut = 0;
        pausedAtByteLimit = false;
    }

    private @Nullable CsvItem nextItem() throws IOException {
        RecordReader reader = current == null ? openNext() : current;
        while (reader != null) {
            CsvItem item = reader.next(Math.min(range.to(), recordsEnd));
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
        while (nextInput < inputs.size()
                && range.from() >= inputs.get(nextInput).recordsEnd()) {
            nextInput++;
        }
        if (nextInput == inputs.size()) {
            return null;
        }
        Input input = inputs.get(nextInput);
        long from = Math.max(range.from(), input.baseOffset());
        if (from >= range.to()) {
            return null;
        }
        RecordReader reader = opener.at(input, from, range.startLine(), columns != RecordReader.ANY);
        reader.expectCells(columns);
        current = reader;
        recordsEnd = input.recordsEnd();
        nextInput++;
        return reader;
    }

    private void closeCurrent() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    /** Closes the input; a reader that is opened again begins at the range's first record. */
    @Override
    public void close() {
        try {
            closeCurrent();
        } catch (IOException failure) {
            throw new ItemStreamException("The input could not be closed", failure);
        }
        open = false;
        resume();
        nextInput = firstInput;
    }
}
