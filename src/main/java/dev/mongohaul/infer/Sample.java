package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.infer.column.ItemVisitor;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Part of the inputs that is read; each pass reads the same.
 *
 * <p>Small inputs are read as a whole, large plain ones at places spread evenly, and other large ones at their beginning.
 *
 * @param inOrder whether it is read from the first byte on
 * @param isCut whether the inputs may end inside a record, which is left out
 */
record Sample(Inputs inputs, SampleSize size, boolean inOrder, boolean isCut) {

    /** Allows any number of cells. */
    static final int ANY_WIDTH = 0;

    /** One record in this number may have another number of cells, at a place that begins with a record. */
    private static final int MOST_ODD = 10;

    static Sample of(Inputs inputs, SampleSize size, boolean isCut) {
        boolean plain = inputs.list().stream().allMatch(Input::isPlain);
        return new Sample(inputs, size, !plain || inputs.endOffset() <= size.bytes(), isCut);
    }

    /** Returns a sample of the first bytes: for charsets whose lines cannot be found from any offset. */
    Sample fromStart() {
        return new Sample(inputs, size, true, isCut);
    }

    /** Returns whether the item's line is that of its input; those of later places are counted from the place. */
    boolean hasLine(CsvItem item) {
        return inOrder || item.location().offset() < size.placeBytes();
    }

    /** Returns the name of the first input. */
    String firstName() {
        return inputs.list().get(0).name();
    }

    /** Returns the name of an item's input and its line. */
    String place(CsvItem item) {
        return "%s: line %d"
                .formatted(
                        inputs.list().get(item.location().input()).name(),
                        item.location().line());
    }

    /**
     * Reads the records.
     *
     * @param width cells of a record; a place where many have another number began inside a record and is left out
     */
    SampleExtent records(CsvDialect dialect, int width, ItemVisitor visitor) throws IOException {
        if (inOrder) {
            return inOrder(dialect, visitor);
        }
        int found = 0;
        long last = inputs.endOffset() - size.placeBytes();
        for (int index = 0; index < size.places(); index++) {
            ReadRange place = place(Math.round((double) last * index / (size.places() - 1)));
            found += place.from() < place.to() && place(dialect, place, width, visitor) ? 1 : 0;
        }
        return new SampleExtent(false, found);
    }

    private SampleExtent inOrder(CsvDialect dialect, ItemVisitor visitor) throws IOException {
        long[] seen = {0};
        int[] input = {-1};
        boolean whole = read(inputs, dialect, new ReadRange(0, inputs.endOffset(), 1), item -> {
            if (seen[0] >= size.bytes()) {
                return false;
            }
            if (isCut(item)) {
                return true;
            }
            visitor.visit(item, item.location().input() != input[0]);
            input[0] = item.location().input();
            seen[0] += item.location().nextOffset() - item.location().offset();
            return true;
        });
        return new SampleExtent(whole, 0);
    }

    private boolean isCut(CsvItem item) {
        return isCut && item.location().nextOffset() == inputs.endOffset();
    }

    /** Returns the place at an offset; it begins at an input's first byte or after a line end. */
    private ReadRange place(long from) throws IOException {
        Input input = inputs.locate(from);
        long to = Math.min(from + size.placeBytes(), input.endOffset());
        return new ReadRange(from == input.baseOffset() ? from : lineBehind(input, from, to), to, 1);
    }

    /** Returns the first beginning of a line; a line break inside quotes counts as one and is detected later. */
    private static long lineBehind(Input input, long from, long to) throws IOException {
        try (InputStream in = new BufferedInputStream(input.open())) {
            in.skipNBytes(from - input.baseOffset());
            for (long at = from; at < to; at++) {
                int octet = in.read();
                if (octet == '\n' || octet == '\r') {
                    return at + 1;
                }
            }
        }
        return to;
    }

    /** Reads a place; returns false where it is left out. */
    private boolean place(CsvDialect dialect, ReadRange place, int width, ItemVisitor visitor) throws IOException {
        boolean atStart = inputs.locate(place.from()).baseOffset() == place.from();
        List<CsvItem> found = new ArrayList<>();
        int[] odd = {0};
        read(inputs, dialect, place, item -> {
            boolean usual = width == ANY_WIDTH || (item instanceof CsvRecord record && record.cellCount() == width);
            // The first item may be the end of a record.
            if ((atStart || usual || !found.isEmpty()) && !isCut(item)) {
                found.add(item);
                odd[0] += usual ? 0 : 1;
            }
            return true;
        });
        if (!atStart && odd[0] * MOST_ODD > found.size()) {
            return false;
        }
        for (int index = 0; index < found.size(); index++) {
            visitor.visit(found.get(index), atStart && index == 0);
        }
        return !found.isEmpty();
    }

    /** Reads a range until the visitor returns false; returns whether it was read to its end. */
    static boolean read(Inputs inputs, CsvDialect dialect, ReadRange range, Predicate<CsvItem> visitor)
            throws IOException {
        CsvItemReader reader = CsvItemReader.withoutHeader(inputs, dialect, range);
        reader.open(new ExecutionContext());
        try {
            CsvItem item = reader.read();
            while (item != null && visitor.test(item)) {
                item = reader.read();
            }
            return item == null;
        } finally {
            reader.close();
        }
    }
}
