package dev.mongohaul.infer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What people write where they have no value. */
public final class NullMarkers {

    static final List<String> ALL =
            List.of("NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "None", "\\N", "NaN", "nan", "-", "--", "?");

    static final int NONE = -1;

    /** What programs write for a missing value, and people do not. */
    private static final String NO_TEXT = "\\N";

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

    /**
     * The types with the markers that stand for missing values in their own columns: all in a column of another type than
     * text, and in a column of text only what no text is.
     */
    public static List<ColumnType> blanked(List<ColumnType> types) {
        Set<String> elsewhere = types.stream()
                .filter(type -> !type.isText())
                .flatMap(type -> type.markers().keySet().stream())
                .collect(Collectors.toSet());
        return types.stream().map(type -> blanked(type, elsewhere)).toList();
    }

    private static ColumnType blanked(ColumnType type, Set<String> elsewhere) {
        Map<String, Long> markers = new TreeMap<>(type.markers());
        if (!type.isText()) {
            return markers.isEmpty()
                    ? type
                    : type.withNulls(markers.keySet()).withNote(cells(markers) + " taken for blank");
        }
        markers.keySet().retainAll(elsewhere);
        ColumnType noted = type;
        if (markers.containsKey(NO_TEXT)) {
            noted = type.withNulls(Set.of(NO_TEXT))
                    .withNote(cells(Map.of(NO_TEXT, markers.remove(NO_TEXT))) + " taken for blank");
        }
        return markers.isEmpty() ? noted : noted.withNote(cells(markers) + " kept as text");
    }

    private static String cells(Map<String, Long> markers) {
        return markers.entrySet().stream()
                .map(marker -> marker.getKey() + " in " + Counted.of(marker.getValue(), "cell"))
                .collect(Collectors.joining(", "));
    }
}
