package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * What is looked at; each pass over it sees the same.
 *
 * <p>Of small inputs that is all, of large plain ones places all over them, and the beginning of large ones whose bytes
 * can be had only in their order.
 */
public final class Sample {

    /** One record in this number may be odd, of a place that begins where a record does. */
    private static final int MOST_ODD = 10;

    private final Inputs inputs;
    private final SampleSize size;
    private final boolean inPlaces;

    private Sample(Inputs inputs, SampleSize size, boolean inPlaces) {
        this.inputs = inputs;
        this.size = size;
        this.inPlaces = inPlaces;
    }

    public static Sample of(Inputs inputs, SampleSize size) {
        boolean plain = inputs.list().stream().allMatch(Sample::isPlain);
        return new Sample(inputs, size, plain && inputs.endOffset() > size.bytes());
    }

    private static boolean isPlain(Input input) {
        return input.source() instanceof FileSource file && file.compression() == Compression.NONE;
    }

    /** As much, but read from the first byte on: for charsets whose lines cannot be found from anywhere. */
    public Sample inOrder() {
        return new Sample(inputs, size, false);
    }

    /** Whether it is read from the first byte on. */
    public boolean isInOrder() {
        return !inPlaces;
    }

    public Inputs inputs() {
        return inputs;
    }

    /** Shows the bytes, of archives the unpacked ones. */
    public void bytes(StretchVisitor visitor) throws IOException {
        if (inPlaces) {
            for (ReadRange place : Places.of(inputs, size)) {
                stretch(inputs.locate(place.from()), place.from(), place.to() - place.from(), visitor);
            }
            return;
        }
        long left = size.bytes();
        for (Input input : inputs.list()) {
            left -= stretch(input, input.baseOffset(), left, visitor);
        }
    }

    private static long stretch(Input input, long from, long most, StretchVisitor visitor) throws IOException {
        try (InputStream in = input.source().open()) {
            in.skipNBytes(from - input.baseOffset());
            Stretch stretch = new Stretch(input, in, most, from == input.baseOffset());
            visitor.visit(stretch);
            return stretch.count();
        }
    }

    /**
     * Shows the records.
     *
     * @param width cells of a record: a place where most have another number began within a record, and is left out
     */
    public Extent records(CsvDialect dialect, int width, ItemVisitor visitor) throws IOException {
        if (!inPlaces) {
            return inOrder(dialect, visitor);
        }
        int places = 0;
        for (ReadRange place : Places.of(inputs, size)) {
            places += place(dialect, place, width, visitor) ? 1 : 0;
        }
        return new Extent(Extent.Kind.PLACES, places);
    }

    private Extent inOrder(CsvDialect dialect, ItemVisitor visitor) throws IOException {
        long seen = 0;
        int input = -1;
        try (Items items = new Items(inputs, dialect, new ReadRange(0, inputs.endOffset(), 1))) {
            for (CsvItem item = items.next(); item != null; item = items.next()) {
                if (seen >= size.bytes()) {
                    return Extent.BEGINNING;
                }
                visitor.visit(item, item.location().input() != input);
                input = item.location().input();
                seen += item.location().nextOffset() - item.location().offset();
            }
        }
        return Extent.WHOLE;
    }

    /** False where the place is left out. */
    private boolean place(CsvDialect dialect, ReadRange place, int width, ItemVisitor visitor) throws IOException {
        boolean atStart = inputs.locate(place.from()).baseOffset() == place.from();
        List<CsvItem> found = new ArrayList<>();
        int odd = 0;
        try (Items items = new Items(inputs, dialect, place)) {
            for (CsvItem item = items.next(); item != null; item = items.next()) {
                boolean usual = item instanceof CsvRecord record && record.cellCount() == width;
                // What comes first may be the end of a record.
                if (atStart || usual || !found.isEmpty()) {
                    found.add(item);
                    odd += usual ? 0 : 1;
                }
            }
        }
        if (!atStart && odd * MOST_ODD > found.size()) {
            return false;
        }
        for (int index = 0; index < found.size(); index++) {
            visitor.visit(found.get(index), atStart && index == 0);
        }
        return !found.isEmpty();
    }

    /** A reader as a resource. */
    private static final class Items implements AutoCloseable {

        private final CsvItemReader reader;

        Items(Inputs inputs, CsvDialect dialect, ReadRange range) {
            reader = CsvItemReader.withoutHeader(inputs, dialect, range);
            reader.open(new ExecutionContext());
        }

        @Nullable
        CsvItem next() throws IOException {
            return reader.read();
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
