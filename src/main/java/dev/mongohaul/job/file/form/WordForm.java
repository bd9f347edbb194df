package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import dev.mongohaul.text.NearestName;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One of a few words. */
public final class WordForm<E> implements Form<E> {

    private final Map<String, E> values = new LinkedHashMap<>();
    private final Function<E, String> word;

    public WordForm(Collection<E> values, Function<E, String> word) {
        this.word = word;
        values.forEach(value -> this.values.put(word.apply(value), value));
    }

    /** The constants of an enum, in the words of a job file. */
    public static <E extends Enum<E>> WordForm<E> of(Class<E> type) {
        return new WordForm<>(
                EnumSet.allOf(type),
                value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    @Override
    public @Nullable E read(Node node, Reading reading) {
        E value = node instanceof Scalar scalar ? values.get(scalar.text()) : null;
        if (value == null) {
            String nearest = node instanceof Scalar scalar ? NearestName.hint(scalar.text(), values.keySet()) : "";
            reading.isNot(node, allowed() + nearest);
        }
        return value;
    }

    @Override
    public JsonNode write(E value) {
        return Schemas.JSON.stringNode(word.apply(value));
    }

    @Override
    public ObjectNode schema() {
        return Schemas.words(values.keySet());
    }

    @Override
    public String allowed() {
        return (values.size() > 2
                ? "one of " + String.join(", ", values.keySet())
                : String.join(" or ", values.keySet()));
    }
}
