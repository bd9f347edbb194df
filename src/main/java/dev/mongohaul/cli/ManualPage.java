package dev.mongohaul.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pages of the manual in the jar, and their text for a terminal. */
final class ManualPage {

    /** Pages for users, the first ones first. */
    static final List<String> TOPICS = List.of(
            "recipes",
            "job-file",
            "import-file",
            "inbox",
            "schedules",
            "messages",
            "csv",
            "sources",
            "operations",
            "writers",
            "reports",
            "dashboard",
            "api",
            "environment",
            "servers",
            "scale-out",
            "security",
            "library",
            "speed",
            "experiments");

    private static final String FOLDER = "/dev/mongohaul/manual/";
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\(([^)]*)\\)");
    private static final Pattern MARKS = Pattern.compile("\\*\\*|<a id=\"[^\"]*\"></a>|`");
    private static final Pattern ITEM = Pattern.compile("( *)([-*]|[0-9]+\\.) (.*)");
    private static final String INDENT = "    ";

    private final int width;
    private final List<String> lines = new ArrayList<>();
    private final StringBuilder paragraph = new StringBuilder();
    private boolean code;
    private String first = "";
    private String further = "";

    private ManualPage(int width) {
        this.width = width;
    }

    /** Returns a page as plain text. */
    static String text(String topic, int width) {
        return text(source(topic).lines(), width);
    }

    /** Returns the pages that have a word, a line each, with the last title that has it, or else the one above it; empty if none has. */
    static String naming(String word) {
        return word.isBlank()
                ? ""
                : TOPICS.stream()
                        .flatMap(topic -> titleAbove(word, topic).stream()
                                .map(title -> "  mongohaul help %-12s %s".formatted(topic, title)))
                        .collect(Collectors.joining("%n".formatted()));
    }

    private static Optional<String> titleAbove(String word, String topic) {
        Pattern found = Pattern.compile(
                "(?<![\\p{L}\\d])" + Pattern.quote(word), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        String title = "";
        Optional<String> first = Optional.empty();
        for (String line : source(topic).lines().toList()) {
            title = line.startsWith("#") ? plain(line.replaceFirst("^#+ ", "")) : title;
            if (found.matcher(line).find()) {
                first = first.isEmpty() || line.startsWith("#") ? Optional.of(title) : first;
            }
        }
        return first;
    }

    private static String source(String topic) {
        try (InputStream in = Objects.requireNonNull(ManualPage.class.getResourceAsStream(FOLDER + topic + ".md"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the page cannot be read", e);
        }
    }

    /** Returns Markdown as plain text: without marks and links, with wrapped paragraphs. */
    static String text(Stream<String> markdown, int width) {
        ManualPage page = new ManualPage(width);
        markdown.forEachOrdered(page::add);
        page.end();
        return page.lines.stream().map("%s%n"::formatted).collect(Collectors.joining());
    }

    private void add(String line) {
        Matcher item = ITEM.matcher(line);
        if (line.startsWith("```")) {
            end();
            code = !code;
        } else if (code) {
            lines.add((INDENT + line).stripTrailing());
        } else if (line.isBlank()) {
            end();
            blank();
        } else if (line.startsWith("#")) {
            end();
            String title = plain(line.replaceFirst("^#+ ", ""));
            lines.add(title);
            lines.add((line.startsWith("###") ? "." : line.startsWith("##") ? "-" : "=").repeat(title.length()));
        } else if (line.startsWith("|")) {
            end();
            row(line);
        } else if (item.matches()) {
            end();
            first = item.group(1) + item.group(2) + " ";
            further = " ".repeat(first.length());
            paragraph.append(item.group(3));
        } else {
            paragraph.append(paragraph.isEmpty() ? "" : " ").append(line.strip());
        }
    }

    /** Adds a row of a table: its first cell, and below it the others. */
    private void row(String line) {
        List<String> cells = Stream.of(line.replaceAll("^\\||\\|$", "").split("(?<!\\\\)\\|", -1))
                .map(cell -> plain(cell.strip().replace("\\|", "|")))
                .filter(cell -> !cell.isEmpty())
                .toList();
        if (cells.isEmpty() || cells.get(0).matches("[-: ]+")) {
            return;
        }
        wrap(cells.get(0), "", "");
        cells.stream().skip(1).forEach(cell -> wrap(cell, INDENT, INDENT));
    }

    private void end() {
        if (!paragraph.isEmpty()) {
            wrap(plain(paragraph.toString()), first, further);
        }
        paragraph.setLength(0);
        first = "";
        further = "";
    }

    private void blank() {
        if (!lines.isEmpty() && !lines.get(lines.size() - 1).isEmpty()) {
            lines.add("");
        }
    }

    private void wrap(String text, String begin, String next) {
        StringBuilder line = new StringBuilder(begin);
        boolean empty = true;
        for (String word : text.split(" +", -1)) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(next);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString());
    }

    /** Returns a text without marks. A link to another page names its topic. */
    private static String plain(String text) {
        String linked = LINK.matcher(text).replaceAll(link -> {
            String name = link.group(1);
            String target = link.group(2);
            String topic = target.replaceFirst("^([a-z-]+)\\.md.*", "$1");
            return Matcher.quoteReplacement(
                    target.startsWith("http")
                            ? name + " (" + target + ")"
                            : TOPICS.contains(topic) ? name + " (help " + topic + ")" : name);
        });
        return MARKS.matcher(linked).replaceAll("");
    }
}
