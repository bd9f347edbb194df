package dev.mongohaul.mapping;

import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Rounding;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes what a mapping means as a text to digest: no two meanings have one text, and one meaning has one. */
final class CanonicalText {

    private CanonicalText() {}

    static String of(MappingSpec spec) {
        StringBuilder text = new StringBuilder();
        text.append("id ").append(list(spec.idColumns())).append('\n');
        text.append("unlisted ").append(spec.unlisted()).append('\n');
        text.append("blanks ").append(spec.blanks()).append('\n');
        text.append("nulls ").append(list(new TreeSet<>(spec.nulls()))).append('\n');
        if (!spec.leftOut().isEmpty()) {
            text.append("left out ").append(list(new TreeSet<>(spec.leftOut()))).append('\n');
        }
        new TreeMap<>(spec.fields())
                .forEach((column, field) ->
                        text.append(field(column, field, spec)).append('\n'));
        return text.toString();
    }

    private static String field(String column, FieldSpec field, MappingSpec spec) {
        StringBuilder text = new StringBuilder("field ").append(quoted(column));
        text.append(" to ").append(list(field.pathOf(column).elements()));
        text.append(' ').append(field.type().word());
        if (field.decimalComma()) {
            text.append(" decimal-comma");
        }
        if (field.allowsRounding()) {
            text.append(" rounding ").append(Rounding.ALLOW);
        }
        if (field.array() != null) {
            text.append(" of ").append(field.array().of().word());
            text.append(" separator ").append(quoted(field.array().separator()));
        }
        if (field.value() != null) {
            text.append(" value ").append(constant(field.value()));
        }
        if (field.encodingOrBase64() != BinaryEncoding.BASE64) {
            text.append(" encoding ").append(field.encodingOrBase64());
        }
        if (field.nulls() != null && !spec.nulls().equals(field.blankCells())) {
            text.append(" nulls ").append(list(new TreeSet<>(field.nulls())));
        }
        FieldType cell = field.element().type();
        return cell == FieldType.DATE ? text.append(date(field.dateOrIso())).toString() : text.toString();
    }

    /** A text is quoted, so that "5" is not 5; a double has a dot or an exponent, so that 5.0 is not 5 either. */
    private static String constant(Object value) {
        return value instanceof String text ? quoted(text) : value.toString();
    }

    private static String date(DateFormat date) {
        List<String> parts =
                List.of(date.pattern(), date.zone().getId(), date.locale().toLanguageTag());
        return " date " + list(parts) + (date.pivotYear() == null ? "" : " pivot-year " + date.pivotYear());
    }

    private static String list(Collection<String> texts) {
        return texts.stream().map(CanonicalText::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
