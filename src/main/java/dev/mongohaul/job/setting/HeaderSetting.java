package dev.mongohaul.job.setting;

import dev.mongohaul.csv.dialect.HeaderText;
import java.util.List;

/**
 * Origin of the names of the columns.
 *
 * @param names of the columns, in their order; empty: the input's first record holds them
 * @param cells of the first record of the input, for which the names stand; empty: the input has no header, or holds the names
 * @param below records below the header that are skipped
 */
public record HeaderSetting(List<String> names, List<String> cells, int below) {

    /** The first record of the input. */
    public static final HeaderSetting IN_INPUT = new HeaderSetting(List.of(), List.of(), 0);

    public HeaderSetting {
        names = List.copyOf(names);
        cells = List.copyOf(cells);
    }

    public boolean isInInput() {
        return names.isEmpty() || !cells.isEmpty();
    }

    /** Returns the names of the columns of an input without a header; none if it has one. */
    List<String> givenNames() {
        return isInInput() ? List.of() : names;
    }

    HeaderText text() {
        return cells.isEmpty() ? HeaderText.NONE : new HeaderText(names, cells, below);
    }
}
