package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rules for the names of fields, which may come from headers of unknown origin. */
final class PathRules {

    /** The longest name in bytes of UTF-8, because every document repeats it. */
    static final int HIGHEST_NAME_BYTES = 1000;

    /** MongoDB's own limit of nesting. */
    static final int HIGHEST_DEPTH = 100;

    private PathRules() {}

    /** Returns why the path is invalid, as the end of a sentence whose subject is the column; null if it is valid. */
    static @Nullable String problem(FieldPath path) {
        if (path.elements().size() > HIGHEST_DEPTH) {
            return "nests " + path.elements().size() + " levels deep: at most " + HIGHEST_DEPTH;
        }
        return path.elements().stream()
                .map(PathRules::problem)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns why no field can have the name; null if one can. */
    static @Nullable String problem(String name) {
        if (name.isEmpty()) {
            return "gives a field without a name: dots nest; a name that holds dots is written as a list, to: [U.S. Sales]";
        }
        if (name.startsWith("$")) {
            return "gives a field \"" + Printable.excerpt(name)
                    + "\" that begins with a dollar sign, which MongoDB keeps for operators: give it another name with to";
        }
        if (name.indexOf('\0') >= 0) {
            return "gives a field whose name holds NUL, which ends a name in BSON: give it another name with to";
        }
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        return bytes > HIGHEST_NAME_BYTES
                ? "gives a field whose name has " + bytes + " bytes: at most " + HIGHEST_NAME_BYTES
                        + "; give it another with to"
                : null;
    }
}
