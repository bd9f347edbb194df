package dev.mongohaul.csv;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import java.io.IOException;

/** Factory of readers of one dialect, at the beginning of an input or at a record. */
record InputOpener(CsvDialect dialect, int blockBytes) {

    /** Large enough that a file of 65-byte records has one in 4,000 copied across a block's end. */
    static final int BLOCK_BYTES = 256 << 10;

    InputOpener(CsvDialect dialect) {
        this(dialect, BLOCK_BYTES);
    }

    /** Opens an input after the lines to skip, before the header. */
    RecordReader beforeHeader(Input input, boolean peek) throws IOException {
        return open(input, 0, 1, peek, false);
    }

    /**
     * Opens an input before a record.
     *
     * @param skipHeader whether to open it after its header, if it has one, where the place is its first byte
     */
    RecordReader at(Input input, long globalOffset, long line, boolean skipHeader) throws IOException {
        boolean skip = skipHeader && dialect.header().isEmpty();
        return open(input, globalOffset - input.baseOffset(), line, false, skip);
    }

    /** Opens an input after its header; standard input keeps its place. */
    RecordReader peek(Input input) throws IOException {
        return open(input, 0, 1, true, dialect.header().isEmpty());
    }

    private RecordReader open(Input input, long offset, long line, boolean peek, boolean skipHeader)
            throws IOException {
        Utf8Blocks blocks = Utf8Blocks.open(input, dialect.charset(), offset, peek, blockBytes);
        RecordReader reader = new RecordReader(input, blocks, dialect, offset == 0 ? 1 : line, blockBytes);
        try {
            if (offset == 0) {
                reader.skipLines(dialect.skipLines());
            }
            int skipped = offset == 0 && skipHeader ? 1 + dialect.headerText().below() : 0;
            for (int record = 0; record < skipped; record++) {
                reader.next(Long.MAX_VALUE);
            }
            return reader;
        } catch (IOException | RuntimeException failure) {
            reader.close();
            throw failure;
        }
    }
}
