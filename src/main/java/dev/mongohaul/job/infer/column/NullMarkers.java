package dev.mongohaul.job.infer.column;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What people write where they have no value. */
final class NullMarkers {

    static final List<String> ALL =
            List.of("NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "None", "\\N", "NaN", "nan", "-", "--", "?");

    static final int NONE = -1;

    private static final byte[][] BYTES =
            ALL.stream().map(text -> text.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    private static final int LONGEST = 4;

    private NullMarkers() {}

    /** Which of {@link #ALL} the cell is, or {@link #NONE}. */
    static int indexOf(byte[] bytes, int from, int to) {
        if (to - from > LONGEST) {
            return NONE;
        }
        for (int index = 0; index < BYTES.length; index++) {
            byte[] marker = BYTES[index];
            if (bytes[from] == marker[0] && Arrays.equals(marker, 0, marker.length, bytes, from, to)) {
                return index;
            }
        }
        return NONE;
    }
}
