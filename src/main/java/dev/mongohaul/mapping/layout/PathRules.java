package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a field may be called. Headers come from strangers. */
final class PathRules {

    /** Of one name, in UTF-8: every document repeats it. */
    static final int HIGHEST_NAME_BYTES = 1000;

    /** MongoDB's own limit of nesting. */
    static final int HIGHEST_DEPTH = 100;

    private PathRules() {}

    /** Why the path cannot be, as the rest of a sentence that begins with the column; null where it can. */
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

    /** Why a field cannot have the name; null where it can. */
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
