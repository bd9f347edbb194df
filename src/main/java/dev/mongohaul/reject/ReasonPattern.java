package dev.mongohaul.reject;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the texts of one reason have in common: all but the cell's value, and figures that differ. Those are numbers, and
 * in what a server says quoted values, too.
 */
final class ReasonPattern {

    /** For Java and for the server. */
    static final String NUMBER = "0x[0-9A-F]+|[0-9]+(?:,[0-9]{3})*";

    static final String NUMBER_OR_QUOTED = NUMBER + "|\"(?:[^\"\\\\]|\\\\.)*\"";

    private static final Pattern OURS = Pattern.compile(NUMBER);
    private static final Pattern SERVERS = Pattern.compile(NUMBER_OR_QUOTED);
    private static final String ANY = "…";

    private final List<String> words;
    private final List<String> figures;

    /**
     * @param words what stands around the figures
     * @param figures one less than words
     */
    ReasonPattern(List<String> words, List<String> figures) {
        this.words = List.copyOf(words);
        this.figures = new ArrayList<>(figures);
    }

    static ReasonPattern of(RejectReason reason) {
        RejectedCell cell = reason.cell();
        String quoted = cell == null || cell.value() == null ? "" : '"' + cell.value() + "\" ";
        String text = reason.text();
        String rest = text.startsWith(quoted) ? text.substring(quoted.length()) : text;
        Pattern figure = reason.stage() == RejectStage.REFUSED ? SERVERS : OURS;
        return new ReasonPattern(
                List.of(figure.split(rest, -1)),
                figure.matcher(rest).results().map(match -> match.group()).toList());
    }

    /** Texts with equal words are one reason. */
    List<String> words() {
        return words;
    }

    /** Leaves out the figures that this text of the same words has otherwise. */
    void admit(ReasonPattern other) {
        for (int index = 0; index < figures.size(); index++) {
            if (!figures.get(index).equals(other.figures.get(index))) {
                figures.set(index, ANY);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(words.get(0));
        for (int index = 0; index < figures.size(); index++) {
            text.append(figures.get(index)).append(words.get(index + 1));
        }
        return text.toString();
    }
}
