package dev.mongohaul.mapping.spec;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.mapping.origin.RecordOrigin;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Field that one column becomes. An option that is not given is null.
 *
 * @param to the place in the document; null for the column's own name, whose dots nest
 * @param date options of a date; its locale is that of a number, too
 * @param of the type of the elements of an array, to which all other options apply
 * @param separator the text between two elements of an array; each of them has an element on either side, which may be
 *     empty only where elements are, or may be, text
 * @param value of a constant: a {@code String}, {@code Long}, {@code Double} or {@code Boolean}; of a source: the name of a
 *     {@link RecordOrigin}
 * @param nulls cells of the column equal to one of these are blank; null for those of the mapping
 * @param rules what the cells must be, in addition to their type
 */
public record FieldSpec(
        @Nullable FieldPath to,
        FieldType type,
        @JsonUnwrapped NumberOptions number,
        @JsonUnwrapped DateOptions date,
        @Nullable BinaryEncoding encoding,
        @JsonUnwrapped BooleanCells cells,
        @Nullable FieldType of,
        @Nullable String separator,
        @Nullable Object value,
        @Nullable List<String> nulls,
        @JsonUnwrapped RuleOptions rules) {

    private static final List<Class<?>> CONSTANTS = List.of(String.class, Long.class, Double.class, Boolean.class);

    public FieldSpec {
        if (type == FieldType.ARRAY && of == null) {
            of = FieldType.STRING;
        }
        nulls = nulls == null ? null : List.copyOf(nulls);
        Rules found = new Rules();
        FieldType cell = type == FieldType.ARRAY && of != null ? of : type;
        checkArray(found, type, of, separator);
        checkConstant(found, type, value);
        number.check(found, cell, separator, date.locale());
        date.check(found, cell);
        date.checkFrom(found, type);
        found.require(encoding == null || cell == FieldType.BINARY, cell.hasNo("binary"), "encoding");
        checkBoolean(found, cell, "true", cells.trueTexts(), List.of());
        checkBoolean(
                found, cell, "false", cells.falseTexts(), Objects.requireNonNullElse(cells.trueTexts(), List.of()));
        found.require(nulls == null || type.hasCells(), "means nothing for " + type.word() + ": leave it out", "nulls");
        found.distinct(nulls == null ? List.of() : nulls, "nulls");
        rules.check(found, type, cell, nulls);
        boolean sameYears =
                date.pivotYear() != null || date.pattern() == null || !DateFormat.hasYearOfTwoDigits(date.pattern());
        found.require(
                sameYears || !rules.comparesValues(),
                "is missing: min, max and one-of need it, so that their years of two digits are the same in each run",
                "pivot-year");
        found.require(
                !rules.isSkipped() || to == null,
                "means nothing for a column that skip leaves out: leave it out",
                "to");
        found.enforce();
    }

    private static void checkBoolean(
            Rules rules, FieldType type, String key, @Nullable List<String> texts, List<String> opposite) {
        if (texts == null) {
            return;
        }
        rules.require(type == FieldType.BOOLEAN, type.hasNo("boolean"), key);
        rules.require(!texts.isEmpty(), "lists no text: leave it out", key);
        rules.distinct(texts, key);
        texts.stream()
                .filter(opposite::contains)
                .forEach(text -> rules.require(
                        false, Printable.quoted(text) + " is listed under true, too: a text has one meaning", key));
    }

    private static void checkArray(Rules rules, FieldType type, @Nullable FieldType of, @Nullable String separator) {
        if (type != FieldType.ARRAY) {
            rules.require(of == null, type.hasNo("array"), "of");
            rules.require(separator == null, type.hasNo("array"), "separator");
            return;
        }
        rules.require(
                of == null || of.isElement(), "an array cannot be made of " + (of == null ? "" : of.word()), "of");
        rules.require(
                separator != null && !separator.isEmpty(),
                "is missing: an array needs the text between two elements, such as separator: \";\"",
                "separator");
    }

    private static void checkConstant(Rules rules, FieldType type, @Nullable Object value) {
        if (type == FieldType.CONSTANT) {
            rules.require(value != null, "is missing: a constant needs one, such as value: EUR", "value");
        } else if (type == FieldType.SOURCE) {
            rules.require(
                    RecordOrigin.named(value).isPresent(),
                    (value == null ? "is missing" : Printable.quoted(value.toString()) + " is no origin of a record")
                            + ": a source has one of " + RecordOrigin.words(),
                    "value");
        } else {
            rules.require(value == null, type.hasNo("constant and source"), "value");
        }
        if (value != null && CONSTANTS.stream().noneMatch(allowed -> allowed.isInstance(value))) {
            throw new IllegalArgumentException("no constant is a " + value.getClass());
        }
    }

    /** Returns a field of the column's own name, without options; a date is an ISO date. */
    public static FieldSpec of(FieldType type) {
        return of(type, type == FieldType.DATE ? DateFormat.ISO.pattern() : null);
    }

    /** Returns a field of the column's own name, with the pattern of a date. */
    public static FieldSpec of(FieldType type, @Nullable String pattern) {
        return date(type, pattern, null);
    }

    /** Returns a date in the column's own name, with the language of its names; null for English. */
    public static FieldSpec date(String pattern, @Nullable Locale locale) {
        return date(FieldType.DATE, pattern, locale);
    }

    private static FieldSpec date(FieldType type, @Nullable String pattern, @Nullable Locale locale) {
        return of(type, NumberOptions.NONE, new DateOptions(null, pattern, null, locale, null), BooleanCells.ANY);
    }

    private static FieldSpec of(FieldType type, NumberOptions number, DateOptions date, BooleanCells cells) {
        return new FieldSpec(null, type, number, date, null, cells, null, null, null, null, RuleOptions.NONE);
    }

    /** Returns a number in the column's own name, with a comma before the fraction or with the separators of a locale. */
    public static FieldSpec number(
            FieldType type, boolean decimalComma, @Nullable List<String> strip, @Nullable Locale locale) {
        return of(
                type,
                new NumberOptions(decimalComma, null, strip, null, null),
                new DateOptions(null, null, null, locale, null),
                BooleanCells.ANY);
    }

    /** Returns an array in the column's own name. */
    public static FieldSpec array(FieldType of, String separator) {
        return new FieldSpec(
                null,
                FieldType.ARRAY,
                NumberOptions.NONE,
                DateOptions.NONE,
                null,
                BooleanCells.ANY,
                of,
                separator,
                null,
                null,
                RuleOptions.NONE);
    }

    /** Returns a text in the column's own name, whose cells may be formulas such as {@code ="00123"}. */
    public static FieldSpec formula() {
        return number(FieldType.STRING, false, NumberOptions.FORMULA, null);
    }

    /** Returns a boolean in the column's own name, of exactly these cells; null for none. */
    public static FieldSpec flag(List<String> trueTexts, @Nullable List<String> falseTexts) {
        return of(FieldType.BOOLEAN, NumberOptions.NONE, DateOptions.NONE, new BooleanCells(trueTexts, falseTexts));
    }

    /** Returns the same in another place of the document. */
    public FieldSpec to(FieldPath path) {
        return new FieldSpec(path, type, number, date, encoding, cells, of, separator, value, nulls, rules);
    }

    /** Returns the same with these as the only values. */
    public FieldSpec withOneOf(List<String> values) {
        return with(rules.withOneOf(values));
    }

    /** Returns the same of an import whose first run was in that year, which says what years of two digits mean. */
    public FieldSpec firstRunIn(int year) {
        return date.hasAmbiguousYears() ? with(date.withPivotYear(year - DateFormat.YEARS_BACK)) : this;
    }

    /** Returns whether the first run of an import decides what years of two digits mean. */
    public boolean hasAmbiguousYears() {
        return date.hasAmbiguousYears();
    }

    /** Returns the field of one element of an array; the field itself if it is not an array. */
    public FieldSpec element() {
        return of == null
                ? this
                : new FieldSpec(to, of, number, date, encoding, cells, null, null, value, nulls, rules.ofElements());
    }

    /** Returns the same with its own blank cells. */
    public FieldSpec withNulls(Set<String> texts) {
        List<String> blank = List.copyOf(new TreeSet<>(texts));
        return new FieldSpec(to, type, number, date, encoding, cells, of, separator, value, blank, rules);
    }

    /** Returns the same with another way of writing negative numbers; null for none. */
    public FieldSpec withNegative(@Nullable Negative style) {
        return with(number.withNegative(style));
    }

    /** Returns the same number with the job's treatment of leading zeros, where it has none of its own. */
    public FieldSpec inJobWith(@Nullable LeadingZeros treatment) {
        return treatment == null
                        || number.leadingZeros() != null
                        || !element().type().isNumber()
                ? this
                : with(number.withLeadingZeros(treatment));
    }

    /** Returns the columns whose cells are joined for the field; empty for a field of its own column. */
    public List<String> from() {
        return Objects.requireNonNullElse(date.from(), List.of());
    }

    /** Returns the same date of the joined cells of columns, with their pattern. */
    public FieldSpec joining(List<String> columns, String pattern) {
        return with(date.joining(columns, pattern));
    }

    /** Returns whether the file needs a column of the field's name. */
    public boolean needsColumn() {
        return type.hasCells() && date.from() == null;
    }

    public boolean decimalComma() {
        return number.decimalComma();
    }

    public @Nullable List<String> strip() {
        return number.strip();
    }

    public @Nullable Negative negative() {
        return number.negative();
    }

    public @Nullable Locale locale() {
        return date.locale();
    }

    public @Nullable List<String> trueTexts() {
        return cells.trueTexts();
    }

    public @Nullable List<String> falseTexts() {
        return cells.falseTexts();
    }

    /** Returns whether the cells that are booleans are given. */
    public boolean listsBooleans() {
        return cells.trueTexts() != null || cells.falseTexts() != null;
    }

    /** Returns whether a number that a double holds rounded is taken. */
    public boolean allowsRounding() {
        return number.rounding() == Rounding.ALLOW;
    }

    /** Returns whether a number with leading zeros or a plus sign is refused. An amount with a sign around it is none. */
    public boolean refusesLeadingZeros() {
        return number.leadingZeros() == LeadingZeros.REJECT && number.strip() == null;
    }

    /** Returns whether the field says that numbers lose leading zeros and the like, which {@code auto} keeps otherwise. */
    public boolean allowsLeadingZeros() {
        return number.leadingZeros() == LeadingZeros.ALLOW;
    }

    /** Returns how a date is written, the ISO date where that is not given. */
    public DateFormat dateOrIso() {
        return date.pattern() == null
                ? DateFormat.ISO
                : new DateFormat(
                        date.pattern(),
                        Objects.requireNonNullElse(date.zone(), ZoneOffset.UTC),
                        Objects.requireNonNullElse(date.locale(), Locale.ENGLISH),
                        date.pivotYear());
    }

    /** Returns how an array is written; null for other types. */
    public @Nullable ArrayFormat array() {
        return of == null || separator == null ? null : new ArrayFormat(of, separator);
    }

    /** Returns how bytes are written, base64 where that is not given. */
    public BinaryEncoding encodingOrBase64() {
        return encoding == null ? BinaryEncoding.BASE64 : encoding;
    }

    /** Returns the cells that are blank; null: those of the mapping. */
    public @Nullable Set<String> blankCells() {
        return nulls == null ? null : Set.copyOf(nulls);
    }

    /** Returns whether a blank cell is refused. */
    public boolean isRequired() {
        return rules.required() != null;
    }

    /** Returns the smallest value, written like a cell; null without one. */
    public @Nullable String min() {
        return rules.min();
    }

    /** Returns the greatest value, written like a cell; null without one. */
    public @Nullable String max() {
        return rules.max();
    }

    /** Returns the only values, written like cells; null for any. */
    public @Nullable List<String> oneOf() {
        return rules.oneOf();
    }

    /** Returns the pattern that all texts match; null without one. */
    public @Nullable String matches() {
        return rules.matches();
    }

    /** Returns the cell in place of a blank one; null without one. */
    public @Nullable String defaultCell() {
        return rules.defaultCell();
    }

    /** Returns whether the column is left out of the documents. */
    public boolean isSkipped() {
        return rules.skip() != null;
    }

    /** Returns whether a cell can be refused, so that a column is read although no document has it. */
    public boolean refusesCells() {
        return type.hasCells()
                && (isRequired()
                        || rules.comparesValues()
                        || rules.matches() != null
                        || (type != FieldType.STRING && type != FieldType.AUTO));
    }

    /** Returns the rules for people, one text each, such as {@code min 0}. */
    public List<String> ruleWords() {
        return rules.words();
    }

    /** Returns where the column stands in the document. */
    public FieldPath pathOf(String column) {
        return to == null ? FieldPath.parse(column) : to;
    }

    /** Returns what the field says about where its record comes from; empty for other types. */
    public Optional<RecordOrigin> origin() {
        return type == FieldType.SOURCE ? RecordOrigin.named(value) : Optional.empty();
    }

    /**
     * Returns the type's name in a job file, with the pattern of a date, the element of an array and the value of a source.
     */
    public String words() {
        if (type == FieldType.SOURCE) {
            return type.word() + " " + value;
        }
        String word = of == null ? type.word() : "array of " + of.word();
        return date.pattern() == null ? word : word + " " + date.pattern();
    }

    private FieldSpec with(NumberOptions options) {
        return new FieldSpec(to, type, options, date, encoding, cells, of, separator, value, nulls, rules);
    }

    private FieldSpec with(DateOptions options) {
        return new FieldSpec(to, type, number, options, encoding, cells, of, separator, value, nulls, rules);
    }

    private FieldSpec with(RuleOptions options) {
        return new FieldSpec(to, type, number, date, encoding, cells, of, separator, value, nulls, options);
    }
}
