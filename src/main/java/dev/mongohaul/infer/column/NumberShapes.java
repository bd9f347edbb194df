package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Shapes of the numbers of a column: what they would lose, and whether they look like identifiers. For one thread. */
final class NumberShapes {

    /** Number of groups of digits of an IP address, and of a phone number with its country code. */
    private static final int GROUPS_OF_ADDRESS = 4;

    private final Map<NumberSpelling, Long> spellings = new EnumMap<>(NumberSpelling.class);

    /** The first cell of each spelling that a number loses, with its line. */
    private final Map<NumberSpelling, String> firsts = new EnumMap<>(NumberSpelling.class);

    private int fewestDigits = Integer.MAX_VALUE;
    private int mostDigits;
    private int fewestGroups = Integer.MAX_VALUE;
    private int mostGroups;
    private long points;
    private long commas;
    private long separated;
    private boolean signed;
    private boolean exponents;

    /** Adds a number, which may be in parentheses or have its sign after it. */
    void add(byte[] bytes, int from, int to, long line) {
        int start = from;
        while (bytes[start] == '(' || bytes[start] == ' ') {
            start++;
        }
        int end = to;
        while (bytes[end - 1] == ')' || bytes[end - 1] == '-' || bytes[end - 1] == ' ') {
            end--;
        }
        NumberSpelling spelling = NumberSpelling.of(bytes, start, end);
        if (spellings.merge(spelling, 1L, Long::sum) == 1 && NumberSpelling.LOST.contains(spelling)) {
            firsts.put(
                    spelling,
                    Printable.quoted(CellType.excerpt(bytes, from, to)) + (line == 0 ? "" : " in line " + line));
        }
        signed |= bytes[start] == '-';
        int digits = 0;
        int groups = 0;
        boolean point = false;
        boolean comma = false;
        boolean inGroup = false;
        for (int at = start; at < end; at++) {
            boolean digit = NumberSpelling.isDigit(bytes[at]);
            if (inGroup && (bytes[at] == 'e' || bytes[at] == 'E')) {
                exponents |= at + 1 < end
                        && (bytes[at + 1] == '-' || bytes[at + 1] == '+' || NumberSpelling.isDigit(bytes[at + 1]));
                break;
            }
            digits += digit && (digits > 0 || bytes[at] != '0') ? 1 : 0;
            groups += digit && !inGroup ? 1 : 0;
            point |= bytes[at] == '.';
            comma |= bytes[at] == ',';
            inGroup = digit;
        }
        points += point ? 1 : 0;
        commas += comma ? 1 : 0;
        separated += point || comma ? 1 : 0;
        fewestDigits = Math.min(fewestDigits, digits);
        mostDigits = Math.max(mostDigits, digits);
        fewestGroups = Math.min(fewestGroups, groups);
        mostGroups = Math.max(mostGroups, groups);
    }

    long cells(NumberSpelling spelling) {
        return spellings.getOrDefault(spelling, 0L);
    }

    /** Returns the most digits of a number, without leading zeros. */
    int mostDigits() {
        return mostDigits;
    }

    /** Returns the number of cells with a point or a comma. */
    long separated() {
        return separated;
    }

    /** Returns whether no cell has this character, a point or a comma, before a fraction. */
    boolean areWhole(char decimalSign) {
        return (decimalSign == ',' ? commas : points) == 0;
    }

    /** Returns whether all numbers have so many digits, without leading zeros. */
    boolean haveDigits(int digits) {
        return fewestDigits == digits && mostDigits == digits;
    }

    boolean haveExponents() {
        return exponents;
    }

    /** Returns what the numbers would lose, in how many cells, and the first of them; empty if they lose nothing. */
    Optional<String> lost() {
        return NumberSpelling.LOST.stream()
                .filter(lost -> cells(lost) > 0)
                .filter(lost -> lost != NumberSpelling.EXPONENT || cells(NumberSpelling.FRACTION) == 0)
                .map(lost -> "%s in %s, %s%s"
                        .formatted(
                                lost.words(),
                                Counted.of(cells(lost), "cell"),
                                cells(lost) == 1 ? "" : "first ",
                                firsts.get(lost)))
                .findFirst();
    }

    /**
     * Returns why whole numbers with separators look like identifiers, addresses or phone numbers; empty if they do not.
     *
     * @param likeAddresses whether the separators are points or blanks
     */
    Optional<String> identifiers(boolean likeAddresses) {
        if (signed) {
            return Optional.empty();
        }
        if (fewestDigits == mostDigits) {
            return Optional.of(mostDigits + " digits in each cell, as identifiers have them");
        }
        if (mostDigits > NumberSpelling.MOST_DIGITS) {
            return Optional.of(NumberSpelling.DIGITS.words());
        }
        if (fewestGroups == mostGroups) {
            return Optional.of(mostGroups + " groups of digits in each cell, as addresses and phone numbers have them");
        }
        return likeAddresses && mostGroups >= GROUPS_OF_ADDRESS
                ? Optional.of(mostGroups + " groups of digits in some cells, as addresses and phone numbers have them")
                : Optional.empty();
    }
}
