package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.layout.Layout;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Cells of records by the column of a layout, some of which are joined from the cells of several columns of the file.
 *
 * @param sources columns of the file that are joined; empty for a column with cells of its own
 * @param blanks cells that are blank; each cell that is joined is compared with them
 * @param defaults cells in place of blank ones
 * @param required columns whose fields refuse blank cells
 */
record Cells(
        List<List<Integer>> sources, List<BlankCells> blanks, List<Optional<byte[]>> defaults, Set<Integer> required) {

    static Cells of(Layout layout, Set<String> nulls) {
        BlankCells usual = new BlankCells(nulls);
        List<BlankCells> blanks = layout.fields().stream()
                .map(field -> {
                    Set<String> own = field.blankCells();
                    return own == null ? usual : new BlankCells(own);
                })
                .toList();
        List<Optional<byte[]>> defaults = layout.fields().stream()
                .map(field ->
                        Optional.ofNullable(field.defaultCell()).map(cell -> cell.getBytes(StandardCharsets.UTF_8)))
                .toList();
        Set<Integer> required = IntStream.range(0, layout.fields().size())
                .filter(column -> layout.fields().get(column).isRequired())
                .boxed()
                .collect(Collectors.toSet());
        return new Cells(layout.sources(), blanks, defaults, required);
    }

    /** Returns the cell in place of a blank one of the column; null without one. */
    byte @Nullable [] defaultOf(int column) {
        return defaults.get(column).orElse(null);
    }

    boolean areJoined(int column) {
        return !sources.get(column).isEmpty();
    }

    /** Returns the columns of the file that have the content. */
    List<Integer> columnsOf(int column) {
        return areJoined(column) ? sources.get(column) : List.of(column);
    }

    /**
     * Returns a copy of a cell, or of the joined cells that are not blank, with a blank between them; null for a missing cell,
     * and for joined cells that are all blank.
     */
    byte @Nullable [] content(CsvRecord record, int column) {
        if (!areJoined(column)) {
            return column >= record.cellCount()
                    ? null
                    : Arrays.copyOfRange(
                            record.array(column), record.start(column), record.start(column) + record.length(column));
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int source : sources.get(column)) {
            if (!isBlank(record, column, source)) {
                if (text.size() > 0) {
                    text.write(' ');
                }
                text.write(record.array(source), record.start(source), record.length(source));
            }
        }
        return text.size() == 0 ? null : text.toByteArray();
    }

    boolean isBlank(CsvRecord record, int column) {
        return areJoined(column) ? content(record, column) == null : isBlank(record, column, column);
    }

    /** Returns whether a cell of the file is missing, or blank as a cell of the column. */
    boolean isBlank(CsvRecord record, int column, int source) {
        if (source >= record.cellCount()) {
            return true;
        }
        int from = record.start(source);
        return blanks.get(column).contains(record.array(source), from, from + record.length(source));
    }
}
