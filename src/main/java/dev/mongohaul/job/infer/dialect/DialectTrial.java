package dev.mongohaul.job.infer.dialect;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** What the beginning of the first input looks like in one dialect. */
final class DialectTrial {

    /** Of records that have each as many cells as the header or fewer: as good as most having the same number. */
    private static final double FITTING = 0.8;

    /** A dialect in which all lines are records goes before one in which the first are none. */
    private static final double WITH_LEADING = 0.95;

    private static final int MOST_LEADING = 20;
    private static final int MALFORMED = 0;

    private final CsvDialect dialect;
    private final List<CsvItem> items;
    private final int[] widths;
    private final int usualWidth;
    private final int leading;

    private DialectTrial(CsvDialect dialect, List<CsvItem> items) {
        this.dialect = dialect;
        this.items = items;
        this.widths = items.stream()
                .mapToInt(item -> item instanceof CsvRecord record ? record.cellCount() : MALFORMED)
                .toArray();
        this.usualWidth = usual(widths);
        this.leading = countLeading();
    }

    /** A trial of so many bytes and the record at their end. */
    static DialectTrial of(Inputs inputs, CsvDialect dialect, int headBytes) throws IOException {
        Input first = inputs.list().get(0);
        ReadRange head = new ReadRange(0, Math.min(headBytes, first.endOffset()), 1);
        CsvItemReader reader = CsvItemReader.withoutHeader(inputs, dialect, head);
        reader.open(new ExecutionContext());
        try {
            List<CsvItem> items = new ArrayList<>();
            for (CsvItem item = reader.read(); item != null; item = reader.read()) {
                items.add(item);
            }
            return new DialectTrial(dialect, items);
        } finally {
            reader.close();
        }
    }

    private static int usual(int[] widths) {
        Map<Integer, Integer> counts = new HashMap<>();
        int usual = 1;
        for (int width : widths) {
            int count = counts.merge(width, 1, Integer::sum);
            if (width != MALFORMED && count > counts.getOrDefault(usual, 0)) {
                usual = width;
            }
        }
        return usual;
    }

    /** Lines of another width before records that all have one; 0 where that is not so plain. */
    private int countLeading() {
        int first = 0;
        while (first < widths.length && widths[first] != usualWidth) {
            first++;
        }
        for (int at = first; at < widths.length; at++) {
            if (widths[at] != usualWidth) {
                return 0;
            }
        }
        return usualWidth > 1 && first <= MOST_LEADING && widths.length - first > 1 ? first : 0;
    }

    CsvDialect dialect() {
        return dialect;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    int usualWidth() {
        return usualWidth;
    }

    /** Records before the header. */
    List<CsvItem> leading() {
        return items.subList(0, leading);
    }

    /** The header, or the first record. */
    CsvItem first() {
        return items.get(leading);
    }

    /** How well the dialect fits: 1 where all records have the same number of cells, of which there are several. */
    double score() {
        if (usualWidth < 2) {
            return 0;
        }
        int same = 0;
        boolean fitting = widths[leading] > 1;
        for (int at = leading; at < widths.length; at++) {
            same += widths[at] == usualWidth ? 1 : 0;
            fitting = fitting && widths[at] != MALFORMED && widths[at] <= widths[leading];
        }
        double share = (double) same / (widths.length - leading) * (leading > 0 ? WITH_LEADING : 1);
        return fitting ? Math.max(share, FITTING) : share;
    }

    /** Whether every record is one well-formed cell. */
    boolean isOneColumn() {
        for (int width : widths) {
            if (width != 1) {
                return false;
            }
        }
        return true;
    }

    boolean isWellFormed() {
        for (int width : widths) {
            if (width == MALFORMED) {
                return false;
            }
        }
        return true;
    }

    /** Whether some column has every cell that is not empty, and two at least, within the character. */
    boolean hasColumnWithin(char quote) {
        for (int column = 0; column < usualWidth; column++) {
            if (isWithin(quote, column)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWithin(char quote, int column) {
        int within = 0;
        for (CsvItem item : items.subList(leading, items.size())) {
            if (item instanceof CsvRecord record && column < record.cellCount() && record.length(column) > 0) {
                byte[] bytes = record.array(column);
                int from = record.start(column);
                int last = from + record.length(column) - 1;
                if (last == from || bytes[from] != quote || bytes[last] != quote) {
                    return false;
                }
                within++;
            }
        }
        return within > 1;
    }
}
