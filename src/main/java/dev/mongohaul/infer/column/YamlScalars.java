package dev.mongohaul.infer.column;

import dev.mongohaul.text.Printable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.DumpSettingsBuilder;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Texts as YAML scalars on one line, in quotes where they need them. */
public final class YamlScalars {

    private static final DumpSettings AS_NEEDED = settings(ScalarStyle.PLAIN);
    private static final DumpSettings ESCAPED = settings(ScalarStyle.DOUBLE_QUOTED);

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private YamlScalars() {}

    private static DumpSettings settings(ScalarStyle style) {
        DumpSettingsBuilder settings = DumpSettings.builder();
        return settings.setDefaultFlowStyle(FlowStyle.FLOW)
                .setDefaultScalarStyle(style)
                .setSchema(new CoreSchema())
                .setSplitLines(false)
                .setWidth(Integer.MAX_VALUE)
                .setMultiLineFlow(false)
                .build();
    }

    /** Returns the text as a value or an element of a list in brackets, in which it has no variables. */
    public static String of(String text) {
        return key(withoutVariables(text));
    }

    private static String withoutVariables(String text) {
        return text.replace("${", "$${");
    }

    /** Returns the text as a key. */
    public static String key(String text) {
        boolean oneLine = text.chars().noneMatch(letter -> Printable.isEscaped(letter) || letter == BYTE_ORDER_MARK);
        String list = oneLine
                ? new Dump(AS_NEEDED).dumpToString(List.of(text))
                : Printable.lines(new Dump(ESCAPED).dumpToString(List.of(text)))
                        .replace(Character.toString(BYTE_ORDER_MARK), "\\uFEFF");
        String scalar = list.strip().substring(1, list.strip().length() - 1).strip();
        boolean literal = text.indexOf('"') < 0 && text.indexOf('\\') < 0;
        return scalar.startsWith("'") && literal ? '"' + text + '"' : scalar;
    }

    /** Returns a value of a setting: a scalar, or a list or map on one line. */
    public static String value(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> setting(String.valueOf(entry.getKey())) + ": " + value(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value instanceof Collection<?> list
                ? list.stream().map(YamlScalars::value).collect(Collectors.joining(", ", "[", "]"))
                : value instanceof String text
                        ? of(text)
                        : new Dump(AS_NEEDED).dumpToString(value).strip();
    }

    /** Returns the key of an option; that of a boolean's words needs no quotes. */
    private static String setting(String key) {
        return key.equals("true") || key.equals("false") ? key : key(key);
    }
}
