package dev.mongohaul.job.file.yaml;

import java.util.regex.Pattern;

/**
 * A text, a number, true or false.
 *
 * @param text without quotes, escapes resolved
 */
public record Scalar(String text, Style style, Place place) implements Node {

    private static final int SHOWN_CHARACTERS = 100;
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
                    + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    @Override
    public Node at(Place other) {
        return new Scalar(text, style, other);
    }

    /** Whether YAML 1.2 sees a null, as in {@code key:} and {@code key: ~}. */
    public boolean isNull() {
        return style == Style.PLAIN && NULL.matcher(text).matches();
    }

    /** Whether YAML 1.2 sees something else than a text. */
    public boolean isNumberOrBoolean() {
        return style == Style.PLAIN
                && (BOOLEAN.matcher(text).matches() || NUMBER.matcher(text).matches());
    }

    @Override
    public String shown() {
        String shown = text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "…" : text;
        return isNumberOrBoolean() ? shown : "\"" + escaped(shown) + "\"";
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> {
            switch (c) {
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> escaped.append(Character.isISOControl(c) ? '?' : (char) c);
            }
        });
        return escaped.toString();
    }

    /** How a scalar was written. */
    public enum Style {
        /** Without quotes: YAML decides whether it is a text. */
        PLAIN,
        /** A text. */
        QUOTED,
        /** A parameter: a text, a number, true or false, whatever is asked for. */
        PARAMETER
    }
}
