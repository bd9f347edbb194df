package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** First cells of columns with letters above ASCII, which another charset reads as others. For one thread. */
final class LegacyLetters {

    private static final int MOST_SHOWN = 4;

    private final Map<Integer, String> cells = new TreeMap<>();

    void add(CsvRecord record, int width) {
        int columns = Math.min(width, record.cellCount());
        for (int column = 0; column < columns && cells.size() < width; column++) {
            if (!cells.containsKey(column) && isAboveAscii(record, column)) {
                cells.put(column, record.text(column));
            }
        }
    }

    private static boolean isAboveAscii(CsvRecord record, int column) {
        byte[] bytes = record.array(column);
        int to = record.start(column) + record.length(column);
        for (int at = record.start(column); at < to; at++) {
            if (bytes[at] < 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns sentences on the columns whose letters depend on the charset. */
    String note(List<String> names) {
        String columns = cells.entrySet().stream()
                .limit(MOST_SHOWN)
                .map(cell -> "%s (%s)"
                        .formatted(Printable.excerpt(names.get(cell.getKey())), Printable.quoted(cell.getValue())))
                .collect(Collectors.joining(", "));
        String more = cells.size() > MOST_SHOWN ? " and %d more columns".formatted(cells.size() - MOST_SHOWN) : "";
        return cells.isEmpty() ? "" : " The letters of %s%s depend on it.".formatted(columns, more);
    }
}
