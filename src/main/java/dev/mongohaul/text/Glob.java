package dev.mongohaul.text;

import com.google.re2j.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Glob for paths with slashes, by the rules of {@link java.nio.file.FileSystem#getPathMatcher}. A match takes linear time,
 * also for long names of one repeated character. Thread-safe.
 */
public final class Glob {

    private static final String NAME = "[^/]";

    private final Pattern pattern;

    private Glob(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Returns the compiled glob.
     *
     * @throws PatternSyntaxException if it is not a glob
     */
    public static Glob of(String glob) {
        return new Glob(Pattern.compile(new Parser(glob).expression()));
    }

    public boolean matches(String path) {
        return pattern.matches(path);
    }

    /** Translation into an expression of RE2. */
    private static final class Parser {

        private final String glob;
        private final int[] characters;
        private final StringBuilder expression = new StringBuilder();
        private int next;

        Parser(String glob) {
            this.glob = glob;
            this.characters = glob.codePoints().toArray();
        }

        String expression() {
            boolean group = false;
            while (next < characters.length) {
                int character = characters[next++];
                switch (character) {
                    case '\\' -> literal(read("No character to escape"));
                    case '[' -> bracket();
                    case '?' -> expression.append(NAME);
                    case '*' -> expression.append(skip('*') ? ".*" : NAME + "*");
                    case '{' -> {
                        if (group) {
                            throw mistake("Cannot nest groups");
                        }
                        group = true;
                        expression.append("(?:");
                    }
                    case '}' -> {
                        expression.append(group ? ")" : "\\}");
                        group = false;
                    }
                    case ',' -> expression.append(group ? '|' : ',');
                    default -> literal(character);
                }
            }
            if (group) {
                throw mistake("Missing '}'");
            }
            return expression.toString();
        }

        /** Translates the characters in brackets, which never match a slash. */
        private void bracket() {
            boolean negated = skip('!');
            int begun = expression.append(negated ? "[^/" : "[").length();
            int first = read("Missing ']'");
            while (first != ']') {
                if (first == '/') {
                    throw mistake("Explicit '/' in class");
                }
                int last = first;
                if (next + 1 < characters.length && characters[next] == '-' && characters[next + 1] != ']') {
                    next++;
                    last = characters[next++];
                }
                if (last < first) {
                    throw mistake("Invalid range");
                }
                if (first < '/' && last >= '/') {
                    range(first, '/' - 1);
                    first = '/' + 1;
                }
                if (first <= last) {
                    range(first, last);
                }
                first = read("Missing ']'");
            }
            if (!negated && expression.length() == begun) {
                throw mistake("Empty class");
            }
            expression.append(']');
        }

        private void range(int first, int last) {
            literal(first);
            if (last > first) {
                expression.append('-');
                literal(last);
            }
        }

        private void literal(int character) {
            boolean special = character < 0x80 && !Character.isLetterOrDigit(character);
            expression.append(special ? "\\" : "").appendCodePoint(character);
        }

        private boolean skip(int character) {
            boolean there = next < characters.length && characters[next] == character;
            next += there ? 1 : 0;
            return there;
        }

        private int read(String mistake) {
            if (next == characters.length) {
                throw mistake(mistake);
            }
            return characters[next++];
        }

        private PatternSyntaxException mistake(String description) {
            return new PatternSyntaxException(description, glob, next - 1);
        }
    }
}
