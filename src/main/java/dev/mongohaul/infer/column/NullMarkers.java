package dev.mongohaul.infer.column;

import dev.mongohaul.text.Counted;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Markers of a missing value. */
public final class NullMarkers {

    private static final List<String> ALL = List.of(
            "NA", "N/A", "n/a", "N.A.", "n.a.", "n. a.", "N.V.", "n.v.", "n. v.", "k.A.", "k. A.", "k.a.", "N/D", "n/d",
            "N.D.", "n.d.", "S/D", "s/d", "#N/A", "#N/D", "#NV", "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#WERT!",
            "#BEZUG!", "NULL", "Null", "null", "(null)", "None", "\\N", "NaN", "nan", "-", "--", "---", "–", "—", "?",
            ".", "..", "...");

    /** The marker that only programs write. */
    private static final String NO_TEXT = "\\N";

    private static final byte[][] BYTES =
            ALL.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    private static final int LONGEST =
            Stream.of(BYTES).mapToInt(marker -> marker.length).max().orElse(0);
    private static final boolean[] FIRST_BYTES = new boolean[1 << Byte.SIZE];

    static {
        Stream.of(BYTES).forEach(marker -> FIRST_BYTES[marker[0] & 0xFF] = true);
    }

    private NullMarkers() {}

    /** Returns the marker in the cell; null if there is none. */
    static @Nullable String of(byte[] bytes, int from, int to) {
        if (to - from > LONGEST || !FIRST_BYTES[bytes[from] & 0xFF]) {
            return null;
        }
        for (int index = 0; index < BYTES.length; index++) {
            byte[] marker = BYTES[index];
            if (bytes[from] == marker[0] && Arrays.equals(marker, 0, marker.length, bytes, from, to)) {
                return ALL.get(index);
            }
        }
        return null;
    }

    /**
     * Returns the types with their markers as blanks: all markers in a column of another type than text, and in a column
     * of text only the one of programs.
     */
    public static List<ColumnType> blanked(List<ColumnType> types) {
        Set<String> elsewhere = types.stream()
                .filter(type -> !type.isText())
                .flatMap(type -> type.markers().keySet().stream())
                .collect(Collectors.toSet());
        return types.stream()
                .map(type -> blanked(type.withMarkedOthers(), elsewhere))
                .toList();
    }

    private static ColumnType blanked(ColumnType type, Set<String> elsewhere) {
        Map<String, Long> markers = new TreeMap<>(type.markers());
        if (!type.isText()) {
            return markers.isEmpty()
                    ? type
                    : type.withNulls(markers.keySet()).withNote(cells(markers, "read as blank"));
        }
        markers.keySet().retainAll(elsewhere);
        ColumnType noted = type;
        if (markers.containsKey(NO_TEXT)) {
            noted = type.withNulls(Set.of(NO_TEXT))
                    .withNote(cells(Map.of(NO_TEXT, markers.remove(NO_TEXT)), "read as blank"));
        }
        return markers.isEmpty() ? noted : noted.withNote(cells(markers, "kept as text"));
    }

    private static String cells(Map<String, Long> markers, String done) {
        return markers.entrySet().stream()
                .map(marker -> marker.getKey() + " in " + Counted.of(marker.getValue(), "cell"))
                .collect(Collectors.joining(", ", "", (markers.size() == 1 ? " is " : " are ") + done));
    }
}
