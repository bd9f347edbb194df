package dev.mongohaul.compare.run;

import dev.mongohaul.compare.suite.Sequence;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Adds a column to generated lines that says what is done with each record: R, U or D, a third each. */
final class OperationStream extends FilterOutputStream {

    static final String COLUMN = "operation";

    private static final String CODES = "RUD";

    private final Sequence sequence;
    private final long rows;
    private long line;

    /** @param rows that follow the header */
    OperationStream(OutputStream out, Sequence sequence, long rows) {
        super(out);
        this.sequence = sequence;
        this.rows = rows;
    }

    @Override
    public void write(int octet) throws IOException {
        if (octet == '\n') {
            out.write(("," + (line == 0 ? COLUMN : code(line - 1))).getBytes(StandardCharsets.US_ASCII));
            line++;
        }
        out.write(octet);
    }

    private String code(long row) {
        long index = sequence == Sequence.ALTERNATING ? row % CODES.length() : row * CODES.length() / rows;
        return CODES.substring((int) index, (int) index + 1);
    }
}
