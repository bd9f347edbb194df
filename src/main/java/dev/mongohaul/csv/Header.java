package dev.mongohaul.csv;

import dev.mongohaul.csv.input.InputException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names of the columns in their order: not empty, all different, at most 10,000 of at most 1,000 bytes each. */
public final class Header {

    static final int MOST_COLUMNS = 10_000;
    static final int LONGEST_NAME_BYTES = 1_000;

    private final List<String> names;
    private final HeaderBytes bytes;

    private Header(List<String> names, HeaderBytes bytes) {
        this.names = List.copyOf(names);
        this.bytes = bytes;
    }

    /**
     * Checks the names.
     *
     * @param origin where the names are from, for messages
     * @throws InputException where a name cannot be a column's, with the column named
     */
    static Header of(String origin, List<String> names, HeaderBytes bytes) {
        if (names.isEmpty()) {
            throw InputException.refused("%s: the header names no column".formatted(origin));
        }
        if (names.size() > MOST_COLUMNS) {
            throw InputException.refused("%s: the header has %,d columns; at most %,d are allowed"
                    .formatted(origin, names.size(), MOST_COLUMNS));
        }
        Map<String, Integer> columns = new HashMap<>();
        for (int column = 1; column <= names.size(); column++) {
            String name = names.get(column - 1);
            requireUsable(origin, column, name);
            Integer earlier = columns.put(name, column);
            if (earlier != null) {
                throw InputException.refused("%s: columns %d and %d are both called '%s'; names must differ"
                        .formatted(origin, earlier, column, name));
            }
        }
        return new Header(names, bytes);
    }

    private static void requireUsable(String origin, int column, String name) {
        if (name.isEmpty()) {
            throw InputException.refused("%s: column %d has no name".formatted(origin, column));
        }
        if (name.indexOf('\0') >= 0) {
            throw InputException.refused("%s: the name of column %d holds a NUL character: '%s'"
                    .formatted(origin, column, name.replace("\0", "\\0")));
        }
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST_NAME_BYTES) {
            throw InputException.refused(
                    "%s: the name of column %d is %,d bytes long, at most %,d are allowed: '%.40s…'"
                            .formatted(origin, column, length, LONGEST_NAME_BYTES, name));
        }
    }

    /** Returns the names in the order of the fields; never empty. */
    public List<String> names() {
        return names;
    }

    public int size() {
        return names.size();
    }

    /** Returns how a file must begin and end its lines to be read as the first input is. */
    public HeaderBytes bytes() {
        return bytes;
    }

    /** Throws where other names are not the same in the same order, with the first difference. */
    void requireSame(String origin, String first, List<String> others) {
        for (int column = 0; column < Math.max(names.size(), others.size()); column++) {
            String mine = column < names.size() ? "'" + names.get(column) + "'" : "none";
            String other = column < others.size() ? "'" + others.get(column) + "'" : "none";
            if (!mine.equals(other)) {
                throw InputException.refused(
                        "%s: column %d is %s, but %s in %s; all files of an import need the same header. Import files with other columns by a command of their own"
                                .formatted(origin, column + 1, other, mine, first));
            }
        }
    }
}
