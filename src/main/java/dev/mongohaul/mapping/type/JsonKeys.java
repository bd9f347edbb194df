package dev.mongohaul.mapping.type;

import java.util.HashMap;
import java.util.Map;

/** The names of the fields that keys in JSON become; those of the records before are kept, for most are the same. */
final class JsonKeys {

    /** Where more have come, keys are values rather, and keeping them all would fill the memory. */
    private static final int HIGHEST_KEPT = 1000;

    /** Longer ones are rare, and would be a burden. */
    private static final int HIGHEST_KEPT_LENGTH = 200;

    private final Map<String, FieldName> names = new HashMap<>();

    /** @throws JsonRefusedException for a key that no field can have */
    FieldName name(String key) {
        FieldName known = names.get(key);
        if (known != null) {
            return known;
        }
        check(key);
        FieldName name = new FieldName(key);
        if (key.length() <= HIGHEST_KEPT_LENGTH) {
            keep(key, name);
        }
        return name;
    }

    private void keep(String key, FieldName name) {
        if (names.size() == HIGHEST_KEPT) {
            names.clear();
        }
        names.put(key, name);
    }

    private static void check(String key) {
        if (key.startsWith("$")) {
            throw new JsonRefusedException(
                    "the key " + Excerpt.quoted(key) + " begins with a dollar sign, which MongoDB keeps for operators");
        }
        if (key.indexOf('\0') >= 0) {
            throw new JsonRefusedException("the key " + Excerpt.quoted(key) + " holds NUL, which ends a name in BSON");
        }
        Surrogates.requirePairs(key, "the key");
    }
}
