package dev.mongohaul.csv;

import java.util.Arrays;

/** Which offset of the source each line of the transcoded text came from. */
final class SyncPoints {

    private long[] text = new long[64];
    private long[] source = new long[64];
    private int count;

    /** Of several places of the source for one of the text, as of a charset's shift sequences, the first counts. */
    void add(long textPosition, long sourceOffset) {
        if (count > 0 && text[count - 1] == textPosition) {
            return;
        }
        if (count == text.length) {
            text = Arrays.copyOf(text, 2 * count);
            source = Arrays.copyOf(source, 2 * count);
        }
        text[count] = textPosition;
        source[count] = sourceOffset;
        count++;
    }

    void dropBefore(long textPosition) {
        int first = find(textPosition);
        count -= first;
        System.arraycopy(text, first, text, 0, count);
        System.arraycopy(source, first, source, 0, count);
    }

    long sourceOffset(long textPosition) {
        return source[find(textPosition)];
    }

    private int find(long textPosition) {
        int index = Arrays.binarySearch(text, 0, count, textPosition);
        if (index < 0) {
            throw new IllegalArgumentException("Not the beginning of a line: " + textPosition);
        }
        return index;
    }
}
