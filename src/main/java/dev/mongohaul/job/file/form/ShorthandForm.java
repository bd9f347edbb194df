package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A value with a short form, of one word, and a long one, of several keys.
 *
 * @param expand the value that a short form stands for; it may break that value's rules
 * @param abbreviate the short form of a value, null where it has none
 * @param <S> the short form
 * @param <T> the value
 * @param <L> the value where it needs the long form
 */
public record ShorthandForm<T, S, L extends Record>(
        Form<S> shortForm, Function<S, T> expand, Function<T, @Nullable S> abbreviate, RecordForm<L> longForm)
        implements Form<T> {

    @Override
    @SuppressWarnings("unchecked") // L is T, or a kind of it, wherever this form is put together
    public @Nullable T read(Node node, Reading reading) {
        if (node instanceof Mapping) {
            return (T) longForm.read(node, reading);
        }
        S word = shortForm.read(node, reading);
        return word == null ? null : reading.made(node, () -> expand.apply(word));
    }

    @Override
    @SuppressWarnings("unchecked") // what has no short form is an L
    public JsonNode write(T value) {
        S word = abbreviate.apply(value);
        return word == null ? longForm.write((L) value) : shortForm.write(word);
    }

    @Override
    public ObjectNode schema() {
        return Schemas.anyOf(shortForm.schema(), longForm.schema());
    }

    @Override
    public String allowed() {
        return shortForm.allowed() + ", or " + longForm.allowed();
    }

    @Override
    public boolean isNested() {
        return true;
    }

    @Override
    public List<SettingRow> rowsWithin(String key) {
        return longForm.rowsWithin(key);
    }
}
