package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Type inferred for a column.
 *
 * @param note where the choice was close; null where it was not
 * @param fitsDouble whether a double keeps every digit, where these are numbers
 * @param markers possible markers of a missing value in the column, with the number of their cells
 * @param near the type that all but a few cells have, in a column of text; null if there is none
 * @param others types that the column may have as well, by the note
 */
public record ColumnType(
        FieldSpec field,
        @Nullable String note,
        boolean fitsDouble,
        Map<String, Long> markers,
        @Nullable NearMiss near,
        List<FieldSpec> others) {

    /** Text of a column whose cells are not looked at. */
    public static final ColumnType PLAIN = new ColumnType(FieldSpec.of(FieldType.STRING), null, false, Map.of());

    ColumnType(FieldSpec field, @Nullable String note, boolean fitsDouble, Map<String, Long> markers) {
        this(field, note, fitsDouble, markers, null, List.of());
    }

    /** Returns whether a cell that is not empty is of the type, or stands for a missing value. */
    public boolean takes(byte[] bytes, int from, int length) {
        return (field.nulls() != null
                        && field.nulls().contains(new String(bytes, from, length, StandardCharsets.UTF_8)))
                || CellTypes.of(field).put(bytes, from, from + length, TypeTrial.ANY_NAME, new ValueHash());
    }

    boolean isText() {
        return field.type() == FieldType.STRING;
    }

    /** Returns the type with further texts that are blank. */
    ColumnType withNulls(Collection<String> texts) {
        return with(field.withNulls(nulls(texts)), note);
    }

    private static Set<String> nulls(Collection<String> texts) {
        Set<String> nulls = new HashSet<>(texts);
        nulls.add("");
        return nulls;
    }

    /** Returns the type whose other types, also those in the note, read the column's markers as blank. */
    ColumnType withMarkedOthers() {
        if (markers.isEmpty() || others.isEmpty()) {
            return this;
        }
        String text = note;
        List<FieldSpec> marked = new ArrayList<>();
        for (FieldSpec other : others) {
            FieldSpec changed = other.type() == FieldType.STRING ? other : other.withNulls(nulls(markers.keySet()));
            marked.add(changed);
            Matcher type = mention(other, Objects.requireNonNullElse(text, ""));
            if (text != null && type.find()) {
                text = text.substring(0, type.start()) + FieldText.of(changed) + text.substring(type.end());
            }
        }
        return with(field, text).or(marked);
    }

    /** Returns a matcher that finds a type in a note. */
    private static Matcher mention(FieldSpec type, String text) {
        return Pattern.compile("(?<=[:?] |or |against |perhaps )" + Pattern.quote(FieldText.of(type)) + "(?=[.:; ]|$)")
                .matcher(text);
    }

    /** Returns the type in a place; null is the one of the column's name. */
    public ColumnType to(@Nullable FieldPath place) {
        return place == null ? this : with(field.to(place), note);
    }

    private ColumnType with(FieldSpec changed, @Nullable String text) {
        return new ColumnType(changed, text, fitsDouble, markers, near, others);
    }

    /** Returns the type, with others that the column may have as well. */
    ColumnType or(FieldSpec... types) {
        return or(List.of(types));
    }

    ColumnType or(List<FieldSpec> types) {
        return new ColumnType(field, note, fitsDouble, markers, near, types);
    }

    /** Returns text with the type that all but a few cells have. */
    ColumnType nearly(NearMiss type) {
        return new ColumnType(field, type.comment(), fitsDouble, markers, type, List.of());
    }

    /** Returns the number of cells that the type rejects which all others have; 0 if there is no such type. */
    public long faults() {
        return near == null || near.typed() == null ? 0 : near.misses();
    }

    /** Returns the type that all but {@link #faults} cells have, if there is one. */
    public ColumnType strict() {
        return near == null || near.typed() == null
                ? this
                : near.typed().withNote(near.rejected()).or(FieldSpec.of(FieldType.STRING));
    }

    /** Returns the note as a sentence on the column, for a job file. */
    public String comment(String column) {
        return "fields.%s is %s: %s.".formatted(Printable.excerpt(column), FieldText.of(field), note);
    }

    /** Returns the note as a sentence on the column, with the option of a command that changes the type. */
    public String sentence(String column) {
        if (near != null) {
            return near.sentence(
                    column, note == null ? "" : note.substring(near.comment().length()));
        }
        String sentence = comment(column);
        for (FieldSpec other : others) {
            Matcher type = mention(other, sentence);
            String option = TypeOption.of(column, other);
            sentence = type.find(sentence.indexOf(": ") + 2)
                    ? sentence.substring(0, type.start()) + option + sentence.substring(type.end())
                    : sentence.substring(0, sentence.length() - 1) + "; to change it: " + option + ".";
        }
        return sentence;
    }

    /** Returns the type with a note added. */
    public ColumnType withNote(String text) {
        return with(field, note == null ? text : note + "; " + text);
    }
}
