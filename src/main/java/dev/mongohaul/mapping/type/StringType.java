package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/** The cell's text, including its spaces. */
final class StringType implements CellType {

    /** Bytes of {@code =""}, the formula of a spreadsheet for a text. */
    private static final int OF_FORMULA = 3;

    private final boolean formulas;

    /** @param formulas whether {@code ="00123"} is the text in the quotes */
    StringType(boolean formulas) {
        this.formulas = formulas;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        boolean formula = formulas && isFormula(bytes, from, to);
        sink.putString(name, bytes, formula ? from + 2 : from, formula ? to - 1 : to);
        return true;
    }

    /** Returns whether the cell is one text in quotes behind {@code =}, and no formula of several. */
    private static boolean isFormula(byte[] bytes, int from, int to) {
        if (to - from < OF_FORMULA || bytes[from] != '=' || bytes[from + 1] != '"' || bytes[to - 1] != '"') {
            return false;
        }
        int at = from + 2;
        while (bytes[at] != '"') {
            at++;
        }
        return at == to - 1;
    }
}
