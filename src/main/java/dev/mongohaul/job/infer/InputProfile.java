package dev.mongohaul.job.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.MalformedRecord;
import dev.mongohaul.job.infer.column.ColumnProfile;
import dev.mongohaul.job.infer.dialect.DialectGuess;
import dev.mongohaul.job.infer.sample.Extent;
import dev.mongohaul.job.infer.sample.ItemVisitor;
import dev.mongohaul.job.infer.sample.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What one pass over the sample found, column by column, and what does not fit. */
final class InputProfile implements ItemVisitor {

    private final int width;
    private final List<ColumnProfile> columns;
    private final List<CsvRecord> firsts = new ArrayList<>();
    private Extent extent;
    private long records;
    private long shorter;
    private long longer;
    private long malformed;
    private @Nullable CsvRecord firstRagged;
    private @Nullable MalformedRecord firstMalformed;

    private InputProfile(Sample sample, DialectGuess guess) throws IOException {
        this.width = guess.width();
        boolean decimalComma = guess.dialect().delimiter() == ';';
        this.columns = IntStream.range(0, width)
                .mapToObj(column -> new ColumnProfile(decimalComma))
                .toList();
        this.extent = sample.records(guess.dialect(), width, this);
    }

    static InputProfile of(Sample sample, DialectGuess guess) throws IOException {
        return new InputProfile(sample, guess);
    }

    @Override
    public void visit(CsvItem item, boolean first) {
        if (item instanceof MalformedRecord broken) {
            malformed++;
            firstMalformed = firstMalformed == null ? broken : firstMalformed;
        } else if (first) {
            firsts.add((CsvRecord) item);
        } else {
            add((CsvRecord) item);
        }
    }

    private void add(CsvRecord record) {
        records++;
        for (int column = 0; column < width; column++) {
            columns.get(column).add(record, column);
        }
        if (record.cellCount() != width) {
            shorter += record.cellCount() < width ? 1 : 0;
            longer += record.cellCount() > width ? 1 : 0;
            firstRagged = firstRagged == null ? record : firstRagged;
        }
    }

    /** Takes the first record of each input for one like the others. */
    void addFirsts() {
        firsts.forEach(this::add);
        firsts.clear();
    }

    /** The first record of each input, which is not among {@link #records} and is no part of the columns. */
    List<CsvRecord> firsts() {
        return firsts;
    }

    List<ColumnProfile> columns() {
        return columns;
    }

    /** What was looked at. */
    Extent extent() {
        return extent;
    }

    /** Well-formed records. */
    long records() {
        return records;
    }

    /** Records with fewer cells than there are columns. */
    long shorter() {
        return shorter;
    }

    /** Records with more cells than there are columns. */
    long longer() {
        return longer;
    }

    long malformed() {
        return malformed;
    }

    /** Records that an import would reject. */
    long misfits() {
        return malformed + shorter + longer;
    }

    /** Null where every record has as many cells as there are columns. */
    @Nullable
    CsvRecord firstRagged() {
        return firstRagged;
    }

    /** Null where all are well-formed. */
    @Nullable
    MalformedRecord firstMalformed() {
        return firstMalformed;
    }
}
