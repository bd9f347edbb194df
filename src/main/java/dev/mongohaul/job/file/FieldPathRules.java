package dev.mongohaul.job.file;

import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.Quoted;
import dev.mongohaul.text.Rules;
import java.util.List;

/** What a place that a job file gives to a field must be, for a document to have it. */
final class FieldPathRules {

    private FieldPathRules() {}

    /**
     * The place that a text names: a dot nests.
     *
     * @throws InvalidSettingsException where no document can have it
     */
    public static FieldPath parse(String dotted) {
        return checked(FieldPath.parse(dotted));
    }

    /**
     * The place that a list of names leads to, outermost first.
     *
     * @throws InvalidSettingsException where no document can have it
     */
    public static FieldPath of(List<String> names) {
        new Rules()
                .require(!names.isEmpty(), "names no field: at least one name is needed")
                .enforce();
        return checked(new FieldPath(names));
    }

    private static FieldPath checked(FieldPath path) {
        Rules rules = new Rules();
        check(rules, path);
        rules.enforce();
        return path;
    }

    /** @param key the names that lead to the place from the record that the rules are of */
    static void check(Rules rules, FieldPath path, String... key) {
        List<String> names = path.elements();
        for (String name : names) {
            rules.require(!name.isEmpty(), "has an empty name: every name of a path needs at least one character", key);
            rules.require(
                    !name.startsWith("$"), Quoted.text(name) + " begins with $, which MongoDB keeps to itself", key);
            rules.require(name.indexOf('\0') < 0, "has a NUL in a name, which MongoDB cannot store", key);
        }
        rules.require(
                names.size() < 2 || !names.get(0).equals("_id"),
                "nests below _id: list the columns of a compound _id under target.id instead",
                key);
    }
}
