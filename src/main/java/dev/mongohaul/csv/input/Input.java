package dev.mongohaul.csv.input;

/**
 * One file, or standard input, and its part of the import's offsets.
 *
 * @param index among the inputs, from 0
 * @param name for people: relative to the folder that the patterns are relative to, or {@code standard input}
 * @param baseOffset global offset of its first byte
 * @param capacity offsets that are its own: the size of a plain file, a share of what is left for anything else
 */
public record Input(int index, String name, ByteSource source, long baseOffset, long capacity) {

    /** Global offset just behind the input's last one. */
    public long endOffset() {
        return baseOffset + capacity;
    }
}
