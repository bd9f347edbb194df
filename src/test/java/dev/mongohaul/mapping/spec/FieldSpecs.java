package dev.mongohaul.mapping.spec;

import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Builder of a field for tests. An option that is not set is not given. */
public final class FieldSpecs {

    private @Nullable FieldPath to;
    private FieldType type;
    private boolean decimalComma;
    private @Nullable Rounding rounding;
    private @Nullable List<String> strip;
    private @Nullable Negative negative;
    private @Nullable LeadingZeros leadingZeros;
    private @Nullable List<String> from;
    private @Nullable String pattern;
    private @Nullable ZoneId zone;
    private @Nullable Locale locale;
    private @Nullable Integer pivotYear;
    private @Nullable BinaryEncoding encoding;
    private @Nullable List<String> trueTexts;
    private @Nullable List<String> falseTexts;
    private @Nullable FieldType of;
    private @Nullable String separator;
    private @Nullable Object value;
    private @Nullable List<String> nulls;
    private @Nullable Boolean required;
    private @Nullable String min;
    private @Nullable String max;
    private @Nullable List<String> oneOf;
    private @Nullable String matches;
    private @Nullable String defaultCell;
    private @Nullable Boolean skip;

    private FieldSpecs(FieldType type) {
        this.type = type;
    }

    /** Returns a builder of a field of the column's own name, without options. */
    public static FieldSpecs builder(FieldType type) {
        return new FieldSpecs(type);
    }

    public FieldSpecs to(@Nullable FieldPath to) {
        this.to = to;
        return this;
    }

    public FieldSpecs type(FieldType type) {
        this.type = type;
        return this;
    }

    public FieldSpecs decimalComma(boolean decimalComma) {
        this.decimalComma = decimalComma;
        return this;
    }

    public FieldSpecs rounding(@Nullable Rounding rounding) {
        this.rounding = rounding;
        return this;
    }

    public FieldSpecs strip(@Nullable List<String> strip) {
        this.strip = strip;
        return this;
    }

    public FieldSpecs negative(@Nullable Negative negative) {
        this.negative = negative;
        return this;
    }

    public FieldSpecs leadingZeros(@Nullable LeadingZeros leadingZeros) {
        this.leadingZeros = leadingZeros;
        return this;
    }

    public FieldSpecs from(@Nullable List<String> from) {
        this.from = from;
        return this;
    }

    public FieldSpecs pattern(@Nullable String pattern) {
        this.pattern = pattern;
        return this;
    }

    public FieldSpecs zone(@Nullable ZoneId zone) {
        this.zone = zone;
        return this;
    }

    public FieldSpecs locale(@Nullable Locale locale) {
        this.locale = locale;
        return this;
    }

    public FieldSpecs pivotYear(@Nullable Integer pivotYear) {
        this.pivotYear = pivotYear;
        return this;
    }

    public FieldSpecs encoding(@Nullable BinaryEncoding encoding) {
        this.encoding = encoding;
        return this;
    }

    public FieldSpecs trueTexts(@Nullable List<String> trueTexts) {
        this.trueTexts = trueTexts;
        return this;
    }

    public FieldSpecs falseTexts(@Nullable List<String> falseTexts) {
        this.falseTexts = falseTexts;
        return this;
    }

    public FieldSpecs of(@Nullable FieldType of) {
        this.of = of;
        return this;
    }

    public FieldSpecs separator(@Nullable String separator) {
        this.separator = separator;
        return this;
    }

    public FieldSpecs value(@Nullable Object value) {
        this.value = value;
        return this;
    }

    public FieldSpecs nulls(@Nullable List<String> nulls) {
        this.nulls = nulls;
        return this;
    }

    public FieldSpecs required(boolean required) {
        this.required = required;
        return this;
    }

    public FieldSpecs min(@Nullable String min) {
        this.min = min;
        return this;
    }

    public FieldSpecs max(@Nullable String max) {
        this.max = max;
        return this;
    }

    public FieldSpecs oneOf(@Nullable List<String> oneOf) {
        this.oneOf = oneOf;
        return this;
    }

    public FieldSpecs matches(@Nullable String matches) {
        this.matches = matches;
        return this;
    }

    public FieldSpecs defaultCell(@Nullable String defaultCell) {
        this.defaultCell = defaultCell;
        return this;
    }

    public FieldSpecs skip(boolean skip) {
        this.skip = skip;
        return this;
    }

    public FieldSpec build() {
        return new FieldSpec(
                to,
                type,
                new NumberOptions(decimalComma, rounding, strip, negative, leadingZeros),
                new DateOptions(from, pattern, zone, locale, pivotYear),
                encoding,
                new BooleanCells(trueTexts, falseTexts),
                of,
                separator,
                value,
                nulls,
                new RuleOptions(required, min, max, oneOf, matches, defaultCell, skip));
    }
}
