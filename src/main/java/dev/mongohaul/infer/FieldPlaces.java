package dev.mongohaul.infer;

import dev.mongohaul.mapping.type.FieldPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where columns go whose names are no places in a document, or are in the way of each other. */
final class FieldPlaces {

    /** Dots that somebody meant to nest; as in {@code U.S. Sales} they are not. */
    private static final Pattern NESTING = Pattern.compile("[\\p{L}\\p{N}_-]+(\\.[\\p{L}\\p{N}_-]+){1,19}");

    private static final FieldPath ID = FieldPath.of("_id");

    private final Map<String, FieldPath> places = new HashMap<>();
    private final List<FieldPath> taken = new ArrayList<>();
    private final List<String> idColumns;

    private FieldPlaces(List<String> idColumns) {
        this.idColumns = idColumns;
        taken.add(ID);
    }

    /** The place of each column that cannot go to the one of its name. */
    static Map<String, FieldPath> of(List<String> columns, List<String> idColumns) {
        FieldPlaces places = new FieldPlaces(idColumns);
        // Names without dots first: what is nested gives way.
        columns.stream().filter(name -> !name.contains(".")).forEach(places::place);
        columns.stream().filter(name -> name.contains(".")).forEach(places::place);
        return places.places;
    }

    private void place(String column) {
        if (idColumns.equals(List.of(column)) && column.equals("_id")) {
            return;
        }
        FieldPath own = own(column);
        if (own != null && isFree(own)) {
            taken.add(own);
            return;
        }
        String name = column.replaceFirst("^\\$+", "");
        FieldPath place = FieldPath.of(name.isEmpty() ? "field" : name);
        for (int number = 2; !isFree(place); number++) {
            place = FieldPath.of(name + "_" + number);
        }
        taken.add(place);
        places.put(column, place);
    }

    /** The place that the name says, where it is one. */
    private static @Nullable FieldPath own(String column) {
        if (column.startsWith("$")) {
            return null;
        }
        boolean plain = !column.contains(".");
        return plain || NESTING.matcher(column).matches() ? FieldPath.parse(column) : null;
    }

    private boolean isFree(FieldPath place) {
        return taken.stream().noneMatch(other -> other.overlaps(place));
    }
}
