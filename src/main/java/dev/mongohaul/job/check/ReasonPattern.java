package dev.mongohaul.job.check;

import dev.mongohaul.reject.RejectReason;
import dev.mongohaul.reject.RejectedCell;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What the texts of one reason have in common: all but the cell's value, and numbers that differ. */
final class ReasonPattern {

    private static final Pattern NUMBER = Pattern.compile("0x[0-9A-F]+|[0-9]+(?:,[0-9]{3})*");
    private static final String ANY = "…";

    private final List<String> words;
    private final List<String> numbers;

    private ReasonPattern(String text) {
        this.words = List.of(NUMBER.split(text, -1));
        this.numbers = new ArrayList<>(
                NUMBER.matcher(text).results().map(match -> match.group()).toList());
    }

    static ReasonPattern of(RejectReason reason) {
        RejectedCell cell = reason.cell();
        String quoted = cell == null || cell.value() == null ? "" : '"' + cell.value() + "\" ";
        String text = reason.text();
        return new ReasonPattern(text.startsWith(quoted) ? text.substring(quoted.length()) : text);
    }

    /** Texts with equal words are one reason. */
    List<String> words() {
        return words;
    }

    /** Leaves out the numbers that this text of the same words has otherwise. */
    void admit(ReasonPattern other) {
        for (int index = 0; index < numbers.size(); index++) {
            if (!numbers.get(index).equals(other.numbers.get(index))) {
                numbers.set(index, ANY);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(words.get(0));
        for (int index = 0; index < numbers.size(); index++) {
            text.append(numbers.get(index)).append(words.get(index + 1));
        }
        return text.toString();
    }
}
