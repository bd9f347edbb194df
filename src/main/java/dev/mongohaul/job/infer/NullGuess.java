package dev.mongohaul.job.infer;

import dev.mongohaul.job.infer.column.ColumnType;
import dev.mongohaul.job.infer.sample.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What stands for a missing value, besides nothing: it is so in all columns.
 *
 * @param markers with the number of cells in columns that would be text otherwise
 */
record NullGuess(Map<String, Long> markers) {

    static NullGuess of(List<ColumnType> types) {
        Map<String, Long> markers = new TreeMap<>();
        types.stream()
                .filter(type -> !type.isText())
                .forEach(type -> type.markers().forEach((marker, cells) -> markers.merge(marker, cells, Long::sum)));
        return new NullGuess(markers);
    }

    /** The empty text, and the markers. */
    List<String> texts() {
        List<String> texts = new ArrayList<>(List.of(""));
        texts.addAll(markers.keySet());
        return texts;
    }

    Set<String> set() {
        return Set.copyOf(texts());
    }

    String note() {
        return markers.entrySet().stream()
                .map(marker -> marker.getKey() + " in " + Counted.of(marker.getValue(), "cell"))
                .collect(Collectors.joining(", ", "", " of other types than text"));
    }

    /** The type, with a word about the texts that the markers take from a column of text. */
    ColumnType warned(ColumnType type) {
        if (!type.isText()) {
            return type;
        }
        String lost = new TreeMap<>(type.markers())
                .entrySet().stream()
                        .filter(marker -> markers.containsKey(marker.getKey()))
                        .map(marker -> marker.getKey() + " in " + Counted.of(marker.getValue(), "cell"))
                        .collect(Collectors.joining(", "));
        return lost.isEmpty() ? type : type.withNote(lost + " is blank by nulls, too");
    }
}
