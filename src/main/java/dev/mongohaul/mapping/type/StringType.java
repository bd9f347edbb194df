package dev.mongohaul.mapping.type;

/** The cell's text, its spaces included: every cell is one. */
public final class StringType implements CellType {

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        sink.putString(name, bytes, from, to);
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        throw new IllegalStateException("every cell is a string");
    }
}
