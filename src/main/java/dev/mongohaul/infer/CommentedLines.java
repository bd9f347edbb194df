package dev.mongohaul.infer;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lines with comments, those of neighbouring lines one below the other. */
public final class CommentedLines {

    /** A longer line has its comment behind it, wherever that is. */
    private static final int LONGEST_ALIGNED = 50;

    private final List<Line> lines = new ArrayList<>();

    /** Adds a line. */
    public CommentedLines add(String text) {
        return add(text, null);
    }

    /** Adds a line; no comment where it is null. */
    public CommentedLines add(String text, @Nullable String comment) {
        lines.add(new Line(text, comment == null ? "" : onOneLine(comment)));
        return this;
    }

    /** Adds a line that is a comment, indented as its neighbours are. */
    public CommentedLines comment(String indent, String comment) {
        lines.add(new Line(indent + "# " + onOneLine(comment), ""));
        return this;
    }

    /** A comment may hold what strangers wrote, and must not end before it does. */
    private static String onOneLine(String comment) {
        return comment.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029\\uFEFF\\uFFFE\\uFFFF]", "?");
    }

    @Override
    public String toString() {
        int width = lines.stream()
                .filter(line -> !line.comment.isEmpty())
                .mapToInt(line -> line.text.length())
                .filter(length -> length <= LONGEST_ALIGNED)
                .max()
                .orElse(0);
        return lines.stream().map(line -> line.padded(width)).collect(Collectors.joining());
    }

    private record Line(String text, String comment) {

        String padded(int width) {
            if (comment.isEmpty()) {
                return text + "\n";
            }
            return text + " ".repeat(Math.max(0, width - text.length())) + "  # " + comment + "\n";
        }
    }
}
