package dev.mongohaul.repository.figure;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.Arrays;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the columns of any records: blank cells, misfits, and the longest cell. A misfit is a record that was rejected
 * because of a cell of the column, or because it is not CSV from that cell on. Figures of different records can be added in
 * any order, with the same result. Immutable.
 *
 * @param packed three numbers for each column in the order of the header, seven bits a byte, the lowest first, each but the
 *     last byte of a number with its highest bit set; a number takes one to three bytes as a rule
 * @param sum exact sum of the column of the control sum, as a text; null without one, and if some records have none
 */
public record ColumnFigures(Binary packed, @Nullable String sum) {

    /** Figures of no record. */
    public static final ColumnFigures NONE = new ColumnFigures(new Binary(new byte[0]), null);

    private static final int NUMBERS = 3;
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    /**
     * Returns the figures of some records.
     *
     * @param blanks number of blank cells by column
     * @param misfits number of rejected records by column
     * @param longest bytes of the longest cell by column
     */
    public static ColumnFigures of(long[] blanks, long[] misfits, long[] longest) {
        long[] numbers = new long[NUMBERS * blanks.length];
        for (int column = 0; column < blanks.length; column++) {
            numbers[NUMBERS * column] = blanks[column];
            numbers[NUMBERS * column + 1] = misfits[column];
            numbers[NUMBERS * column + 2] = longest[column];
        }
        return new ColumnFigures(pack(numbers), null);
    }

    /** Returns the same figures with a control sum; null for none. */
    public ColumnFigures withSum(@Nullable BigDecimal total) {
        return new ColumnFigures(packed, total == null ? null : total.toString());
    }

    /** Returns the control sum; null if it is not known. */
    public @Nullable BigDecimal total() {
        return sum == null ? null : new BigDecimal(sum);
    }

    /** Returns the figures of these and other records, which have the same columns. */
    public ColumnFigures plus(ColumnFigures other) {
        if (packed.length() == 0 || other.packed.length() == 0) {
            return packed.length() == 0 ? other : this;
        }
        long[] numbers = numbers();
        long[] added = other.numbers();
        if (numbers.length != added.length) {
            throw new IllegalArgumentException(
                    "%d and %d columns".formatted(numbers.length / NUMBERS, added.length / NUMBERS));
        }
        for (int index = 0; index < numbers.length; index++) {
            boolean isLongest = index % NUMBERS == NUMBERS - 1;
            numbers[index] = isLongest ? Math.max(numbers[index], added[index]) : numbers[index] + added[index];
        }
        BigDecimal total = total();
        BigDecimal more = other.total();
        return new ColumnFigures(pack(numbers), null).withSum(total == null || more == null ? null : total.add(more));
    }

    /** Returns the number of packed bytes of each column. */
    public int[] bytesByColumn() {
        long[] numbers = numbers();
        int[] bytes = new int[numbers.length / NUMBERS];
        for (int index = 0; index < numbers.length; index++) {
            int bits = Long.SIZE - Long.numberOfLeadingZeros(numbers[index] | 1);
            bytes[index / NUMBERS] += (bits + BITS - 1) / BITS;
        }
        return bytes;
    }

    /** Returns the same of the first columns only. */
    public ColumnFigures first(int columns) {
        long[] numbers = numbers();
        return new ColumnFigures(pack(Arrays.copyOf(numbers, Math.min(numbers.length, NUMBERS * columns))), null);
    }

    /** Returns the figures of each column, in the order of the header. */
    public ColumnFigure[] columns() {
        long[] numbers = numbers();
        ColumnFigure[] columns = new ColumnFigure[numbers.length / NUMBERS];
        for (int column = 0; column < columns.length; column++) {
            int first = NUMBERS * column;
            columns[column] = new ColumnFigure(numbers[first], numbers[first + 1], numbers[first + 2]);
        }
        return columns;
    }

    private static Binary pack(long[] numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2 * numbers.length);
        for (long number : numbers) {
            long left = number;
            while (left >= MORE) {
                bytes.write((int) (left & (MORE - 1)) | MORE);
                left >>>= BITS;
            }
            bytes.write((int) left);
        }
        return new Binary(bytes.toByteArray());
    }

    private long[] numbers() {
        byte[] bytes = packed.getData();
        long[] numbers = new long[bytes.length];
        int count = 0;
        int shift = 0;
        for (byte each : bytes) {
            numbers[count] |= (long) (each & (MORE - 1)) << shift;
            shift += BITS;
            if (each >= 0) {
                count++;
                shift = 0;
            }
        }
        return Arrays.copyOf(numbers, count);
    }
}
