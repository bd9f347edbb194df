package dev.mongohaul.reject;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Pattern of the texts of one reason: all but the cell's value and the figures that differ. Figures are numbers; in a
 * server's message, quoted values too. Texts with equal words have one reason.
 *
 * @param words the text around the figures
 * @param figures one fewer than words; changed by {@link #admit}
 */
record ReasonPattern(List<String> words, List<String> figures) {

    /** For Java and for the server. */
    static final String NUMBER = "0x[0-9A-F]+|[0-9]+(?:,[0-9]{3})*";

    static final String NUMBER_OR_QUOTED = NUMBER + "|\"(?:[^\"\\\\]|\\\\.)*\"";

    private static final Pattern OURS = Pattern.compile(NUMBER);
    private static final Pattern SERVERS = Pattern.compile(NUMBER_OR_QUOTED);
    private static final String ANY = "…";

    ReasonPattern {
        figures = new ArrayList<>(figures);
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

    /** Replaces the figures that differ in another text of the same words. */
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
