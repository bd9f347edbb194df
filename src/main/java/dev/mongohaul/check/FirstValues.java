package dev.mongohaul.check;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Collector of the first cell of each column that is not blank, and of its value in the document. Not thread-safe. */
final class FirstValues {

    private final Mapping mapping;
    private final List<ColumnPlace> places;
    private final Map<String, FirstValue> found = new LinkedHashMap<>();

    /** The indexes of the columns without a value so far. */
    private final TreeSet<Integer> missing;

    FirstValues(Mapping mapping) {
        this.mapping = mapping;
        this.places = mapping.places();
        this.missing = IntStream.range(0, places.size())
                .filter(column -> !places.get(column).fields().isEmpty())
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Adds the values of a record. The document is decoded for at most as many records as there are columns. */
    void add(CsvRecord record, Supplier<BsonDocument> document) {
        List<Integer> filled = missing.stream()
                .filter(column -> hasNoCell(column) || !mapping.isBlank(record, column))
                .toList();
        if (filled.isEmpty()) {
            return;
        }
        BsonDocument decoded = document.get();
        for (int column : filled) {
            ColumnPlace place = places.get(column);
            BsonValue value = value(decoded, place.fields().get(0));
            if (value != null) {
                found.put(
                        place.column(),
                        new FirstValue(hasNoCell(column) ? null : mapping.excerpt(record, column), value));
            }
            missing.remove(column);
        }
    }

    private boolean hasNoCell(int column) {
        String type = places.get(column).type();
        return type.equals(FieldType.CONSTANT.word()) || type.startsWith(FieldType.SOURCE.word());
    }

    /** Returns the value at a dotted path, whose names may contain dots; null if there is none. */
    private static @Nullable BsonValue value(BsonDocument document, String path) {
        if (document.containsKey(path)) {
            return document.get(path);
        }
        for (Map.Entry<String, BsonValue> member : document.entrySet()) {
            boolean leads =
                    path.startsWith(member.getKey() + ".") && member.getValue().isDocument();
            BsonValue value = leads
                    ? value(
                            member.getValue().asDocument(),
                            path.substring(member.getKey().length() + 1))
                    : null;
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Returns the values by the names of their columns. */
    Map<String, FirstValue> found() {
        return found;
    }
}
