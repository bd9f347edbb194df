package dev.mongohaul.mapping.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the cells of a column. Values are written like cells of the column. A rule that is not given is null.
 *
 * @param required true or null: whether a blank cell is refused
 * @param min the smallest value
 * @param max the greatest value
 * @param oneOf the only values
 * @param matches RE2 pattern of the whole text
 * @param defaultCell what takes the place of a blank cell
 * @param skip true or null: whether the column is left out of the documents
 */
record RuleOptions(
        @Nullable Boolean required,
        @Nullable String min,
        @Nullable String max,
        @Nullable List<String> oneOf,
        @Nullable String matches,
        @JsonProperty("default") @Nullable String defaultCell,
        @Nullable Boolean skip) {

    static final RuleOptions NONE = new RuleOptions(null, null, null, null, null, null, null);

    /** The most values in a text for people; the number of the others follows. */
    private static final int SHOWN_VALUES = 10;

    RuleOptions {
        required = trueOrNull(required);
        oneOf = oneOf == null ? null : List.copyOf(oneOf);
        skip = trueOrNull(skip);
    }

    private static @Nullable Boolean trueOrNull(@Nullable Boolean given) {
        return Boolean.TRUE.equals(given) ? given : null;
    }

    /**
     * Checks all that needs no value.
     *
     * @param cell the type of the elements of an array
     * @param nulls the blank cells of the column; null for those of the mapping
     */
    void check(Rules found, FieldType type, FieldType cell, @Nullable List<String> nulls) {
        String ordered = "int32, int64, double, decimal, instant and date";
        found.require(min == null || cell.isOrdered(), cell.hasNo(ordered), "min");
        found.require(max == null || cell.isOrdered(), cell.hasNo(ordered), "max");
        boolean single = cell.isElement();
        found.require(oneOf == null || single, cell.hasNo("types of one value"), "one-of");
        found.require(oneOf == null || !oneOf.isEmpty(), "lists no value: leave it out", "one-of");
        found.distinct(oneOf == null ? List.of() : oneOf, "one-of");
        found.require(matches == null || single, cell.hasNo("types of one value"), "matches");
        checkBlanks(found, type, nulls, "required", required != null);
        checkBlanks(found, type, nulls, "default", defaultCell != null);
        found.require(
                required == null || defaultCell == null,
                "contradicts default, which takes the place of a blank cell: leave one of the two out",
                "required");
    }

    private static void checkBlanks(
            Rules found, FieldType type, @Nullable List<String> nulls, String key, boolean given) {
        found.require(!given || type.hasCells(), "means nothing for " + type.word() + ": leave it out", key);
        found.require(
                !given || nulls == null || !nulls.isEmpty(),
                "means nothing with nulls: [], by which no cell is blank: leave one of the two out",
                key);
    }

    boolean comparesValues() {
        return min != null || max != null || oneOf != null;
    }

    boolean isSkipped() {
        return skip != null;
    }

    RuleOptions withOneOf(List<String> values) {
        return new RuleOptions(required, min, max, values, matches, defaultCell, skip);
    }

    /** Returns the rules for the elements of an array, without those for the whole cell. */
    RuleOptions ofElements() {
        return new RuleOptions(null, min, max, oneOf, matches, null, null);
    }

    /** Returns the rules for people. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        if (required != null) {
            words.add("required");
        }
        add(words, "min", min);
        add(words, "max", max);
        if (oneOf != null) {
            int more = oneOf.size() - SHOWN_VALUES;
            words.add("one-of "
                    + oneOf.stream().limit(SHOWN_VALUES).map(Printable::excerpt).collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more" : ""));
        }
        add(words, "matches", matches);
        if (defaultCell != null) {
            words.add("default "
                    + (defaultCell.isBlank() ? Printable.quoted(defaultCell) : Printable.excerpt(defaultCell)));
        }
        if (skip != null) {
            words.add("skip");
        }
        return words;
    }

    private static void add(List<String> words, String name, @Nullable String value) {
        if (value != null) {
            words.add(name + " " + Printable.excerpt(value));
        }
    }
}
