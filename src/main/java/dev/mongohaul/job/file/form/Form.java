package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.yaml.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One way to write a value in a job file. Immutable.
 *
 * @param <T> the value
 */
public interface Form<T> {

    /**
     * Reads a value.
     *
     * @return null where the node is no such value, and the reading was told why
     */
    @Nullable
    T read(Node node, Reading reading);

    /** The value as a file would have it: {@link #read} gives an equal one back. */
    JsonNode write(T value);

    /** A new JSON schema of what can be read. */
    ObjectNode schema();

    /** What is allowed, to follow "is not". */
    String allowed();

    /** Whether a list or a group of keys can be read. */
    default boolean isNested() {
        return false;
    }

    /** The settings inside a value, where it has keys of its own. */
    default List<SettingRow> rowsWithin(String key) {
        return List.of();
    }
}
