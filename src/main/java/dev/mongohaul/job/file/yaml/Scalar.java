package dev.mongohaul.job.file.yaml;

import dev.mongohaul.job.file.Quoted;
import java.util.regex.Pattern;

/**
 * A text, a number, true or false.
 *
 * @param text without quotes, escapes resolved
 */
public record Scalar(String text, Style style, Place place) implements Node {

    private static final int SHOWN_DIGITS = 50;
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
        return isNumberOrBoolean() && text.length() <= SHOWN_DIGITS ? text : Quoted.text(text);
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
