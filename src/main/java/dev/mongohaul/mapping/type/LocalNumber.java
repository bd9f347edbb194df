package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.Negative;
import dev.mongohaul.mapping.spec.Separators;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A number as people write it: with the separators of a locale, and with texts such as currency signs around it.
 *
 * <p>Another type reads a copy of the cell without groups and texts and with a point before the fraction. A text stands
 * before or after the signed number, or between the sign and the number; blanks next to it are left out, too. A number has
 * one sign at most: one in parentheses, or before a minus sign, has no other.
 */
final class LocalNumber implements CellType {

    private static final byte[][] BLANKS = Separators.utf8(" ", "\u00A0", "\u202F");

    private static final byte[] MINUS = "\u2212".getBytes(StandardCharsets.UTF_8);

    private final CellType type;
    private final FieldSpec field;
    private final @Nullable Separators separators;
    private final byte[][] texts;
    private final DecimalNumber plain;
    private byte[] copy = new byte[64];
    private int length;

    /** @param type reads the copy */
    LocalNumber(CellType type, FieldSpec field) {
        this.type = type;
        this.field = field;
        this.separators = field.locale() == null ? null : new Separators(field.locale());
        // A longer text may begin or end with a shorter one.
        this.texts = Separators.utf8((field.strip() == null ? List.<String>of() : field.strip())
                .stream()
                        .sorted(Comparator.comparing(String::length).reversed())
                        .toArray(String[]::new));
        this.plain = new DecimalNumber(field.decimalComma());
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        return copy(bytes, from, to) && type.put(copy, 0, length, name, sink);
    }

    /** Copies the number without groups and texts. Returns false if it is not regular. */
    private boolean copy(byte[] bytes, int from, int to) {
        if (copy.length < to - from) {
            copy = new byte[2 * (to - from)];
        }
        length = 0;
        int behindSign = from + signLength(bytes, from, to);
        int start = behindTexts(bytes, behindSign, to);
        if (start > behindSign && behindSign > from) {
            copySign(bytes, from, behindSign);
        } else {
            start = behindTexts(bytes, from, to);
        }
        int end = beforeTexts(bytes, start, to);
        if (field.negative() != null && isNegative(field.negative(), bytes, start, end)) {
            return copyNegative(field.negative(), bytes, start, end);
        }
        return copyNumber(bytes, start, end);
    }

    private static boolean isNegative(Negative style, byte[] bytes, int from, int to) {
        return switch (style) {
            case PARENTHESES -> to - from > 2 && bytes[from] == '(' && bytes[to - 1] == ')';
            case TRAILING -> trailingMinus(bytes, from, to) > 0;
        };
    }

    /** Returns the bytes of the minus sign at the end; 0 if there is none. */
    private static int trailingMinus(byte[] bytes, int from, int to) {
        if (from < to && bytes[to - 1] == '-') {
            return 1;
        }
        return to - from > MINUS.length && Separators.isAt(MINUS, bytes, to - MINUS.length, to) ? MINUS.length : 0;
    }

    /** Copies a number that has its own way of being negative, with texts in or outside the parentheses. */
    private boolean copyNegative(Negative style, byte[] bytes, int from, int to) {
        boolean enclosed = style == Negative.PARENTHESES;
        int innerEnd = to - (enclosed ? 1 : trailingMinus(bytes, from, to));
        int inner = behindTexts(bytes, enclosed ? behind(BLANKS, bytes, from + 1, innerEnd) : from, innerEnd);
        int end = beforeTexts(bytes, inner, before(BLANKS, bytes, inner, innerEnd));
        boolean signed = length > 0 || signLength(bytes, inner, end) > 0;
        copy[length++] = '-';
        return !signed && copyNumber(bytes, inner, end);
    }

    private boolean copyNumber(byte[] bytes, int from, int to) {
        return separators == null ? copyRest(bytes, from, to) : copyNumber(separators, bytes, from, to);
    }

    private int behindTexts(byte[] bytes, int from, int to) {
        int start = from;
        int at = behind(BLANKS, bytes, from, to);
        for (int next = behind(texts, bytes, at, to); next > at; next = behind(texts, bytes, at, to)) {
            at = behind(BLANKS, bytes, next, to);
            start = at;
        }
        return start;
    }

    private int beforeTexts(byte[] bytes, int from, int to) {
        int end = to;
        int at = before(BLANKS, bytes, from, to);
        for (int next = before(texts, bytes, from, at); next < at; next = before(texts, bytes, from, at)) {
            at = before(BLANKS, bytes, from, next);
            end = at;
        }
        return end;
    }

    /** Returns the offset after all texts at the beginning of the range. */
    private static int behind(byte[][] texts, byte[] bytes, int from, int to) {
        int at = from;
        for (int index = 0; index < texts.length; index++) {
            if (Separators.isAt(texts[index], bytes, at, to)) {
                at += texts[index].length;
                index = -1;
            }
        }
        return at;
    }

    /** Returns the offset before all texts at the end of the range. */
    private static int before(byte[][] texts, byte[] bytes, int from, int to) {
        int at = to;
        for (int index = 0; index < texts.length; index++) {
            int start = at - texts[index].length;
            if (start >= from && Separators.isAt(texts[index], bytes, start, at)) {
                at = start;
                index = -1;
            }
        }
        return at;
    }

    private boolean copyNumber(Separators separators, byte[] bytes, int from, int to) {
        int whole = from + signLength(bytes, from, to);
        copySign(bytes, from, whole);
        int at = copyGroups(separators, bytes, whole, to);
        if (at < 0 || at == to) {
            return at == to;
        }
        if (Separators.isAt(separators.decimal, bytes, at, to)) {
            copy[length++] = '.';
            return copyRest(bytes, at + separators.decimal.length, to);
        }
        boolean exponent = bytes[at] == 'e' || bytes[at] == 'E';
        return exponent && copyRest(bytes, at, to);
    }

    private int signLength(byte[] bytes, int from, int to) {
        if (from < to && (bytes[from] == '-' || bytes[from] == '+')) {
            return 1;
        }
        return separators != null && Separators.isAt(separators.minus, bytes, from, to) ? separators.minus.length : 0;
    }

    private void copySign(byte[] bytes, int from, int to) {
        if (from < to) {
            copy[length++] = (byte) (bytes[from] == '+' ? '+' : '-');
        }
    }

    /** Copies the digits before the fraction. Returns where they end, or -1 if their groups are not regular. */
    private int copyGroups(Separators separators, byte[] bytes, int from, int to) {
        int begin = length;
        int at = copyDigits(bytes, from, to);
        byte[] separator = separators.groupAt(bytes, at, to);
        if (separator == null) {
            return at;
        }
        int digits = length - begin;
        if (digits == 0 || digits > separators.groupSize || copy[begin] == '0') {
            return -1;
        }
        do {
            int before = length;
            at = copyDigits(bytes, at + separator.length, to);
            digits = length - before;
        } while (digits == separators.groupSize && Separators.isAt(separator, bytes, at, to));
        return digits == Separators.LAST_GROUP ? at : -1;
    }

    private int copyDigits(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            copy[length++] = bytes[at++];
        }
        return at;
    }

    private boolean copyRest(byte[] bytes, int from, int to) {
        System.arraycopy(bytes, from, copy, length, to - from);
        length += to - from;
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        if (copy(bytes, from, to) && plain.scan(copy, 0, length)) {
            return type.refusal(copy, 0, length);
        }
        String around = field.strip() == null
                ? ""
                : ", with or without "
                        + field.strip().stream().map(Printable::quoted).collect(Collectors.joining(" or "));
        String negative = field.negative() == null
                ? ""
                : ", negative as in " + (field.negative() == Negative.PARENTHESES ? "(5)" : "5-") + " or -5";
        String word = field.type().word();
        return "is not " + (word.startsWith("i") ? "an " : "a ") + word + ": a " + examples() + around + negative;
    }

    private String examples() {
        boolean fraction = field.type().hasFraction();
        if (separators == null || field.locale() == null) {
            return fraction ? "number such as " + (field.decimalComma() ? "-12,50" : "-12.50") : "whole number";
        }
        return (fraction ? "number" : "whole number") + " such as "
                + separators.example(false, fraction) + " or " + separators.example(true, fraction)
                + " (locale " + field.locale().toLanguageTag() + ")";
    }
}
