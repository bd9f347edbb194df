package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.text.Printable;

/** Option of a command that sets the type of a column, as a shell takes it. */
final class TypeOption {

    private TypeOption() {}

    static String of(String column, FieldSpec field) {
        String argument = column + "=" + FieldText.of(field);
        return "--type "
                + Printable.of(argument.matches("[\\w.=-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'");
    }
}
