package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvItemReader.ReadRange;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.FileSource.Compression;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.text.Counted;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.input.BoundedInputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Part of the inputs that is read; each pass reads the same.
 *
 * <p>Small inputs are read as a whole, large plain ones at places spread evenly, and other large ones at their beginning.
 */
final class Sample {

    /** One record in this number may have another number of cells, at a place that begins with a record. */
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

    /** Returns a sample of the first bytes: for charsets whose lines cannot be found from any offset. */
    public Sample inOrder() {
        return new Sample(inputs, size, false);
    }

    /** Returns whether it is read from the first byte on. */
    public boolean isInOrder() {
        return !inPlaces;
    }

    public Inputs inputs() {
        return inputs;
    }

    /** Reads the bytes, of archives the unpacked ones. */
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
     * Reads the records.
     *
     * @param width cells of a record; a place where many have another number began inside a record and is left out
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

    /** Reads a place; returns false where it is left out. */
    private boolean place(CsvDialect dialect, ReadRange place, int width, ItemVisitor visitor) throws IOException {
        boolean atStart = inputs.locate(place.from()).baseOffset() == place.from();
        List<CsvItem> found = new ArrayList<>();
        int odd = 0;
        try (Items items = new Items(inputs, dialect, place)) {
            for (CsvItem item = items.next(); item != null; item = items.next()) {
                boolean usual = item instanceof CsvRecord record && record.cellCount() == width;
                // The first item may be the end of a record.
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

    /**
     * Size of a sample.
     *
     * @param bytes of inputs that are read as a whole, and of the sample of larger ones
     * @param places of larger inputs, spread evenly; at least 2
     */
    public record SampleSize(long bytes, int places) {

        /** All of 256 MiB, or 64 places of 4 MiB each. */
        public static final SampleSize USUAL = new SampleSize(256L << 20, 64);

        public SampleSize {
            if (bytes < places || places < 2) {
                throw new IllegalArgumentException("No sample: %d bytes at %d places".formatted(bytes, places));
            }
        }

        long placeBytes() {
            return bytes / places;
        }
    }

    /**
     * Extent of a sample.
     *
     * @param places number of places where records were found; 0 for other kinds
     */
    public record Extent(Kind kind, int places) {

        static final Extent WHOLE = new Extent(Kind.WHOLE, 0);
        static final Extent BEGINNING = new Extent(Kind.BEGINNING, 0);

        /** Kind of a sample. */
        public enum Kind {
            /** Every byte. */
            WHOLE,
            /** The first ones. */
            BEGINNING,
            /** Places spread evenly, the first and the last bytes included. */
            PLACES
        }

        public boolean isWhole() {
            return kind == Kind.WHOLE;
        }

        /** Returns text such as {@code all 48,184 records}. */
        public String describe(long records) {
            return switch (kind) {
                case WHOLE -> records == 1 ? "the only record" : "all " + Counted.of(records, "record");
                case BEGINNING -> "the first " + Counted.of(records, "record");
                case PLACES -> Counted.of(records, "record") + " at " + Counted.of(places, "place");
            };
        }
    }

    /** Contiguous bytes of a sample in one input. The end may be inside a character. */
    public static final class Stretch {

        private final Input input;
        private final InputStream rest;
        private final BoundedInputStream bytes;
        private final boolean fromStart;

        Stretch(Input input, InputStream rest, long most, boolean fromStart) throws IOException {
            this.input = input;
            this.rest = rest;
            this.bytes = BoundedInputStream.builder()
                    .setInputStream(rest)
                    .setMaxCount(most)
                    .get();
            this.fromStart = fromStart;
        }

        public Input input() {
            return input;
        }

        /** Returns whether it begins with the input's first byte. */
        public boolean isFromStart() {
            return fromStart;
        }

        /** Fills the part of the array, unless the stretch ends before, and returns the number of bytes. */
        public int read(byte[] block, int offset, int length) throws IOException {
            return bytes.readNBytes(block, offset, length);
        }

        /** Returns whether the input ends with the stretch; called when all of it is read. */
        public boolean endsInput() throws IOException {
            return rest.read() < 0;
        }

        long count() {
            return bytes.getCount();
        }
    }

    /** Receiver of the bytes of a sample in their order. */
    @FunctionalInterface
    public interface StretchVisitor {

        void visit(Stretch stretch) throws IOException;
    }

    /** Receiver of the records of a sample in their order. */
    @FunctionalInterface
    public interface ItemVisitor {

        /**
         * Called for each record.
         *
         * @param first whether it is the first of its input, which may be the header
         */
        void visit(CsvItem item, boolean first);
    }

    /** Ranges spread evenly over plain inputs; each begins at an input's first byte or behind a line end. */
    static final class Places {

        private Places() {}

        static List<ReadRange> of(Inputs inputs, SampleSize size) throws IOException {
            List<ReadRange> places = new ArrayList<>();
            long last = inputs.endOffset() - size.placeBytes();
            for (int place = 0; place < size.places(); place++) {
                long from = Math.round((double) last * place / (size.places() - 1));
                Input input = inputs.locate(from);
                long to = Math.min(from + size.placeBytes(), input.endOffset());
                long start = from == input.baseOffset() ? from : lineBehind(input, from, to);
                if (start < to) {
                    places.add(new ReadRange(start, to, 1));
                }
            }
            return places;
        }

        /** Returns the first beginning of a line; a line break inside quotes counts as one and is detected later. */
        private static long lineBehind(Input input, long from, long to) throws IOException {
            try (InputStream in = new BufferedInputStream(input.source().open())) {
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
    }
}
