package dev.mongohaul.infer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines of a YAML text with aligned comments. */
final class CommentedLines {

    /** The comment of a longer line is not aligned. */
    private static final int LONGEST_ALIGNED = 50;

    private final List<Line> lines = new ArrayList<>();

    CommentedLines add(String text) {
        return add(text, null);
    }

    /** Adds a line; no comment where it is null. */
    CommentedLines add(String text, @Nullable String comment) {
        lines.add(new Line(text, comment == null ? "" : onOneLine(comment)));
        return this;
    }

    /** Adds a line that is all comment. */
    CommentedLines comment(String line) {
        return add(onOneLine(line));
    }

    /** Replaces characters that would end the comment or are not allowed in YAML. */
    private static String onOneLine(String comment) {
        return comment.replaceAll("[\\p{Cntrl}\\x80-\\x9F\\u2028\\u2029\\uFEFF\\uFFFE\\uFFFF]", "?");
    }

    @Override
    public String toString() {
        int width = lines.stream()
                .filter(line -> !line.comment.isEmpty())
                .mapToInt(line -> line.text.length())
                .filter(length -> length <= LONGEST_ALIGNED)
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            text.append(line.text);
            if (!line.comment.isEmpty()) {
                text.append(" ".repeat(Math.max(0, width - line.text.length())))
                        .append("  # ")
                        .append(line.comment);
            }
            text.append('\n');
        }
        return text.toString();
    }

    private record Line(String text, String comment) {}
}
