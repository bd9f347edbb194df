package dev.mongohaul.faults.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.web.util.HtmlUtils;

/**
 * Next step that the program names: a command, a change of the last command, or a button of a page.
 *
 * @param place where it is named: summary, message, report, API, notification, page or button
 * @param later whether it is named after the case's next step, and not after the first import
 * @param words command without {@code mongohaul}, what is added to the last command, or the path of a button
 */
record NextStep(String place, boolean later, Kind kind, String words, String sentence) {

    enum Kind {
        COMMAND,
        SAME_COMMAND,
        ADDITION,
        BUTTON
    }

    private static final int AROUND = 60;
    private static final Pattern COMMAND = Pattern.compile("'mongohaul ([a-z]+[^']*)'|<code>mongohaul ([^<]+)</code>");
    private static final Pattern SAME =
            Pattern.compile("(?i)(run )?the same command[^.;\n]*(continue|completes)[^.;\n]*");
    private static final Pattern ADDITION = Pattern.compile(
            "(?i)(?:add|with|use|run the command with) (unfinished=abandon|--again(?: with files=\\S+)?)|(source\\.changed: import)");
    private static final Pattern FORM = Pattern.compile("<form method=\"post\" action=\"([^\"]+)\"");

    /** Returns the next steps in a text. */
    static List<NextStep> in(String place, boolean later, String text) {
        List<NextStep> steps = new ArrayList<>();
        String plain = text.contains("<html") ? HtmlUtils.htmlUnescape(text) : text;
        for (Matcher found = COMMAND.matcher(plain); found.find(); ) {
            String words = found.group(1) == null ? found.group(2) : found.group(1);
            steps.add(new NextStep(place, later, Kind.COMMAND, words, sentence(plain, found)));
        }
        for (Matcher found = SAME.matcher(plain); found.find(); ) {
            steps.add(new NextStep(place, later, Kind.SAME_COMMAND, "", sentence(plain, found)));
        }
        for (Matcher found = ADDITION.matcher(plain); found.find(); ) {
            String words = found.group(1) == null ? "source.changed=import" : found.group(1);
            steps.add(new NextStep(place, later, Kind.ADDITION, words, sentence(plain, found)));
        }
        for (Matcher found = FORM.matcher(plain); found.find(); ) {
            steps.add(new NextStep("button", later, Kind.BUTTON, found.group(1), found.group(1)));
        }
        return steps;
    }

    private static String sentence(String text, Matcher found) {
        int from = Math.max(text.lastIndexOf('\n', found.start()), text.lastIndexOf(">", found.start())) + 1;
        int end = text.indexOf('\n', found.end());
        return text.substring(from, end < 0 ? text.length() : end).strip();
    }

    /** Returns whether another case names the same step in the same place. */
    boolean isLike(NextStep other, String name, String otherName) {
        return place.equals(other.place)
                && later == other.later
                && kind == other.kind
                && general(words, name).equals(general(other.words, otherName));
    }

    /** Returns the step without numbers and names of its case: steps of the same kind are tried once. */
    String template(String name) {
        String text = general(sentence, name);
        int at = Math.max(0, text.indexOf(general(words, name)));
        String around = text.substring(Math.max(0, at - AROUND), Math.min(text.length(), at + AROUND));
        return "%s %s %s %s: %s".formatted(later ? "later" : "first", place, kind, general(words, name), around);
    }

    private static String general(String text, String name) {
        return text.replace(name, "JOB")
                .replaceAll("/[^ ]*/cases/", "cases/")
                .replaceAll("\\d+", "N")
                .replaceAll("\\s+", " ");
    }
}
