package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.text.Printable;

/** Option of a command that sets the type of a column, as a shell takes it. */
public final class TypeOption {

    private TypeOption() {}

    public static String of(String column, FieldSpec field) {
        return of(column, FieldText.setting(field));
    }

    /** Returns the option for a setting of a field: the word of its type, or a map of options. */
    public static String of(String column, Object setting) {
        return "--type " + argument(column + "=" + YamlScalars.value(setting));
    }

    /** Returns a text as a shell takes it as one argument. */
    public static String argument(String text) {
        return Printable.of(text.matches("[\\w.,=-]+") ? text : "'" + text.replace("'", "'\\''") + "'");
    }
}
