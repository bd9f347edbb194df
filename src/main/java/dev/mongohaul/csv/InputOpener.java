package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Input;
import java.io.IOException;

/** Opens inputs of one dialect, at their beginning or at a record. */
record InputOpener(CsvDialect dialect, int blockBytes) {

    /** Large enough that a file of 65-byte records has one in 4,000 copied across a block's end. */
    static final int BLOCK_BYTES = 256 << 10;

    InputOpener(CsvDialect dialect) {
        this(dialect, BLOCK_BYTES);
    }

    /** Behind the lines to skip, in front of the header. */
    RecordReader beforeHeader(Input input, boolean peek) throws IOException {
        RecordReader reader = open(input, 0, 1, peek);
        try {
            reader.skipLines(dialect.skipLines());
            return reader;
        } catch (IOException | RuntimeException failure) {
            reader.close();
            throw failure;
        }
    }

    /** In front of the first record. */
    RecordReader behindHeader(Input input) throws IOException {
        RecordReader reader = beforeHeader(input, false);
        try {
            if (dialect.header().isEmpty()) {
                reader.next(Long.MAX_VALUE);
            }
            return reader;
        } catch (IOException | RuntimeException failure) {
            reader.close();
            throw failure;
        }
    }

    /** In front of a record, or at the input's first byte and then behind its header. */
    RecordReader at(Input input, long globalOffset, long line) throws IOException {
        long offset = globalOffset - input.baseOffset();
        return offset == 0 ? behindHeader(input) : open(input, offset, line, false);
    }

    private RecordReader open(Input input, long offset, long line, boolean peek) throws IOException {
        Utf8Blocks blocks = Utf8Blocks.open(input, dialect.charset(), offset, peek, blockBytes);
        return new RecordReader(input, blocks, dialect, line, blockBytes);
    }
}
