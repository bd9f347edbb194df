package dev.mongohaul.csv;

import java.io.IOException;
import java.nio.charset.Charset;

/**
 * An input in another charset, decoded line by line, with the untranscoded bytes kept beside the text.
 *
 * <p>Each line is decoded from a fresh state: that is what makes a restart at any record's beginning read the same.
 */
final class TranscodedBlocks implements Utf8Blocks {

    private final SourceBytes source;
    private final InputEncoding encoding;
    private final int blockBytes;
    private final int unit;
    private final LineDecoder decoder;
    private final SyncPoints syncPoints = new SyncPoints();
    private byte[] raw = new byte[0];
    private long rawOffset;
    private int rawLimit;
    private int decoded;
    private Utf8Buffer text = new Utf8Buffer(0);
    private long textPosition;

    TranscodedBlocks(SourceBytes source, InputEncoding encoding, int blockBytes) {
        this.source = source;
        this.encoding = encoding;
        this.blockBytes = blockBytes;
        this.unit = InputEncoding.unitBytes(encoding.charset());
        this.decoder = new LineDecoder(encoding.charset());
        this.rawOffset = source.position();
        syncPoints.add(0, rawOffset);
    }

    @Override
    public void refill(int keepFrom) throws IOException {
        int keepRawFrom = sourceIndex(keepFrom);
        Utf8Buffer next = new Utf8Buffer(text.limit() - keepFrom + blockBytes);
        next.append(text.bytes(), keepFrom, text.limit() - keepFrom);
        text = next;
        textPosition += keepFrom;
        syncPoints.dropBefore(textPosition);
        int before = text.limit();
        do {
            readMore(keepRawFrom);
            keepRawFrom = 0;
            decode();
        } while (text.limit() == before && !source.exhausted());
        syncPoints.add(textPosition + text.limit(), rawOffset + decoded);
    }

    private void readMore(int keepFrom) throws IOException {
        int kept = rawLimit - keepFrom;
        int room = SourceBytes.room(kept, blockBytes);
        byte[] next = new byte[kept + room];
        System.arraycopy(raw, keepFrom, next, 0, kept);
        int count = source.read(next, kept, room);
        raw = next;
        rawOffset += keepFrom;
        rawLimit = kept + count;
        decoded -= keepFrom;
    }

    private void decode() {
        while (decoded < rawLimit) {
            int lineEnd = findLineEnd(decoded);
            if (lineEnd < 0) {
                decoded = decoder.decode(raw, decoded, rawLimit, source.exhausted(), text);
                return;
            }
            decoder.decode(raw, decoded, lineEnd, true, text);
            text.append((byte) character(lineEnd));
            decoded = lineEnd + unit;
            syncPoints.add(textPosition + text.limit(), rawOffset + decoded);
        }
    }

    private int findLineEnd(int from) {
        // No charset that CsvDialect allows has CR or LF inside another character of the same width.
        for (int at = from; at + unit <= rawLimit; at += unit) {
            int character = character(at);
            if (character == '\n' || character == '\r') {
                return at;
            }
        }
        return -1;
    }

    private int character(int at) {
        if (unit == 1) {
            return raw[at];
        }
        int value = 0;
        for (int step = 0; step < unit; step++) {
            int index = encoding.isLittleEndian() ? at + unit - 1 - step : at + step;
            value = (value << 8) | (raw[index] & 0xFF);
        }
        return value;
    }

    @Override
    public byte[] bytes() {
        return text.bytes();
    }

    @Override
    public int limit() {
        return text.limit();
    }

    @Override
    public boolean exhausted() {
        return source.exhausted();
    }

    @Override
    public long offset(int index) {
        return syncPoints.sourceOffset(textPosition + index);
    }

    @Override
    public byte[] source() {
        return raw;
    }

    @Override
    public int sourceIndex(int index) {
        return (int) (offset(index) - rawOffset);
    }

    @Override
    public int invalidByte(int index) {
        return Utf8Buffer.escapedByte(text.bytes(), index);
    }

    @Override
    public int lineEndUnit() {
        return unit;
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
