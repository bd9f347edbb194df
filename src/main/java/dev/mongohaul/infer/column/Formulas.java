package dev.mongohaul.infer.column;

/** Formulas of a spreadsheet for a text, such as {@code ="00123"}, among the cells of a column. For one thread. */
final class Formulas {

    private long texts;
    private boolean others;

    void add(byte[] bytes, int from, int to) {
        if (bytes[from] == '=') {
            boolean text = isText(bytes, from, to);
            texts += text ? 1 : 0;
            others |= !text;
        }
    }

    private static boolean isText(byte[] bytes, int from, int to) {
        int end = to - 1;
        if (end - from < 2 || bytes[from + 1] != '"' || bytes[end] != '"') {
            return false;
        }
        for (int at = from + 2; at < end; at++) {
            if (bytes[at] == '"') {
                return false;
            }
        }
        return true;
    }

    /** Returns whether some cells are formulas for a text, and no other cell begins like a formula. */
    boolean areTexts() {
        return texts > 0 && !others;
    }

    /** @param cells number of cells that are not blank */
    String note(long cells) {
        String stored = "of a spreadsheet, stored as the text in ";
        return texts == cells
                ? "formulas " + stored + "their quotes"
                : texts == 1
                        ? "1 of %,d cells is a formula %sits quotes".formatted(cells, stored)
                        : "%,d of %,d cells are formulas %stheir quotes".formatted(texts, cells, stored);
    }
}
