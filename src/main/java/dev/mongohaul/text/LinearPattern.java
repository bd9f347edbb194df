package dev.mongohaul.text;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Patterns of job files, by RE2: the time and stack of a match do not depend on how they are written. */
public final class LinearPattern {

    private static final int LONGEST = 1_000;
    private static final int LARGEST = 1_000;

    /** Quoted texts, escapes, classes, repetitions with their counts, and all other characters. */
    private static final java.util.regex.Pattern TOKENS = java.util.regex.Pattern.compile(
            "\\\\Q.*?(?:\\\\E|$)|\\\\[pPx]\\{[^}]*}|\\\\.|\\[\\^?]?(?:\\\\.|\\[:\\^?\\w+:]|[^]\\\\])*]"
                    + "|\\{(\\d{1,4}(?:,\\d{0,4})?)}|.",
            java.util.regex.Pattern.DOTALL);

    private LinearPattern() {}

    /**
     * Returns the compiled pattern.
     *
     * @throws IllegalArgumentException with the reason if the pattern is not allowed; it follows the pattern
     */
    public static Pattern of(String text) {
        if (text.length() > LONGEST || expandedSize(text) > LARGEST) {
            throw tooLarge();
        }
        Pattern pattern;
        try {
            pattern = Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "is not a pattern of RE2: " + e.getDescription()
                            + (e.getPattern() == null ? "" : " in " + Printable.quoted(e.getPattern()))
                            + "; allowed is the syntax of RE2, which has no look-around and no back references",
                    e);
        }
        if (pattern.programSize() > LARGEST) {
            throw tooLarge();
        }
        return pattern;
    }

    private static IllegalArgumentException tooLarge() {
        return new IllegalArgumentException(
                "is too large: a pattern has at most 1,000 characters, and 1,000 steps when its repetitions such as {5} are"
                        + " written out");
    }

    /** Returns the size after repetitions are written out: compiling nested ones could need more memory than there is. */
    private static long expandedSize(String text) {
        Deque<long[]> groups = new ArrayDeque<>();
        groups.push(new long[2]); // the size of a group without its last part, and of that part
        TOKENS.matcher(text).results().forEach(token -> {
            long[] group = groups.element();
            if (token.group().equals("(")) {
                groups.push(new long[2]);
            } else if (token.group().equals(")") && groups.size() > 1) {
                groups.pop();
                add(groups.element(), group[0] + group[1]);
            } else if (token.group(1) != null) {
                group[1] = Math.min(LARGEST + 1L, group[1] * repetitions(token.group(1)));
            } else {
                add(group, 1);
            }
        });
        return groups.stream().mapToLong(group -> group[0] + group[1]).sum();
    }

    private static void add(long[] group, long part) {
        group[0] += group[1];
        group[1] = part;
    }

    private static long repetitions(String counts) {
        return Arrays.stream(counts.split(",")).mapToLong(Long::parseLong).max().orElse(1);
    }
}
