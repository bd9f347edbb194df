package dev.mongohaul.csv.input;

/**
 * File or standard input, with its part of the import's offsets.
 *
 * @param index among the inputs, from 0
 * @param name for messages: relative to the folder that the patterns are relative to, or {@code standard input}
 * @param baseOffset global offset of its first byte
 * @param capacity number of its offsets: the size of a plain file, a share of the rest for other inputs
 * @param recordsEnd global offset at and after which no record begins
 */
public record Input(int index, String name, ByteSource source, long baseOffset, long capacity, long recordsEnd) {

    Input(int index, String name, ByteSource source, long baseOffset, long capacity) {
        this(index, name, source, baseOffset, capacity, baseOffset + capacity);
    }

    /** Returns the global offset just after the input's last one. */
    public long endOffset() {
        return baseOffset + capacity;
    }

    /** Returns whether it is an uncompressed file, so that offsets are places in the file. */
    public boolean isPlainFile() {
        return source instanceof FileSource file && file.compression() == Compression.NONE;
    }
}
