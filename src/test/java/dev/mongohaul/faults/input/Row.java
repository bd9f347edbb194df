package dev.mongohaul.faults.input;

import java.util.Locale;

/**
 * One record of an {@link Input}.
 *
 * @param id its number, from 0, in the first cell
 * @param code unique among all rows that are not {@link RowKind#TAKEN}
 * @param payload any text; never blank
 */
public record Row(int id, RowKind kind, String code, int amount, String payload) {

    /** Returns a hash of id and payload, which shows that they belong together. */
    public String hash() {
        return String.format(Locale.ROOT, "%08x", (id + ":" + payload).hashCode());
    }

    /** Returns the record as in the file, without the line end. */
    public String text() {
        String amountCell = kind == RowKind.UNMAPPABLE ? amount + "x" : Integer.toString(amount);
        String start = String.join(",", Integer.toString(id), code, amountCell);
        if (kind != RowKind.MALFORMED) {
            return start + "," + quoted(payload) + "," + hash();
        }
        return id % 2 == 0 ? start + "," + quoted(payload) : start + ",\"a\"b," + hash();
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
