package dev.mongohaul.text;

import java.util.List;

/**
 * One broken rule.
 *
 * @param key the names that lead from the record to the value at fault; empty where it is the record as a whole
 * @param message what is wrong and what is allowed, to follow the key
 */
public record Violation(List<String> key, String message) {

    public Violation {
        key = List.copyOf(key);
    }

    @Override
    public String toString() {
        return key.isEmpty() ? message : String.join(".", key) + ": " + message;
    }
}
