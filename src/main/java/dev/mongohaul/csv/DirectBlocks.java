package dev.mongohaul.csv;

import dev.mongohaul.csv.SourceBytes.InputEncoding;
import java.io.IOException;
import java.nio.charset.Charset;

/** Blocks of an input that is in UTF-8: its bytes as they are, not yet validated. */
final class DirectBlocks implements Utf8Blocks {

    private final SourceBytes source;
    private final InputEncoding encoding;
    private final int blockBytes;
    private byte[] block = new byte[PADDING];
    private long blockOffset;
    private int limit;

    DirectBlocks(SourceBytes source, InputEncoding encoding, int blockBytes) {
        this.source = source;
        this.encoding = encoding;
        this.blockBytes = blockBytes;
        this.blockOffset = source.position();
    }

    @Override
    public void refill(int keepFrom) throws IOException {
        int kept = limit - keepFrom;
        int room = SourceBytes.room(kept, blockBytes);
        byte[] next = new byte[kept + room + PADDING];
        System.arraycopy(block, keepFrom, next, 0, kept);
        int count = source.read(next, kept, room);
        block = next;
        blockOffset += keepFrom;
        limit = kept + count;
    }

    @Override
    public byte[] bytes() {
        return block;
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public boolean exhausted() {
        return source.exhausted();
    }

    @Override
    public long offset(int index) {
        return blockOffset + index;
    }

    @Override
    public byte[] source() {
        return block;
    }

    @Override
    public int sourceIndex(int index) {
        return index;
    }

    @Override
    public int invalidByte(int index) {
        return block[index] & 0xFF;
    }

    @Override
    public int lineEndUnit() {
        return 1;
    }

    @Override
    public Charset charset() {
        return encoding.charset();
    }

    @Override
    public int byteOrderMarkBytes() {
        return encoding.byteOrderMarkBytes();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
