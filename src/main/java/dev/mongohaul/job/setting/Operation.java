package dev.mongohaul.job.setting;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Operation of each record: one for all, or named by a column. */
public sealed interface Operation {

    /** Returns the operations of all records. */
    Set<WriteOperation> types();

    /** Returns whether an operation looks for a document by its key. */
    default boolean finds() {
        return types().stream().anyMatch(type -> type != WriteOperation.INSERT);
    }

    /** Returns the operations for a message. */
    default String words() {
        return types().stream()
                .map(type -> type.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" or "));
    }

    /** The same operation for every record. */
    record Fixed(@JsonValue WriteOperation type) implements Operation {

        @Override
        public Set<WriteOperation> types() {
            return Set.of(type);
        }
    }

    /** Replacement of the document with the same {@code _id}, or insert; what the input lacks is removed at the end. */
    record Snapshot() implements Operation {

        public static final String WORD = "snapshot";

        @JsonValue
        @Override
        public String words() {
            return WORD;
        }

        @Override
        public Set<WriteOperation> types() {
            return Set.of(WriteOperation.REPLACE);
        }
    }

    /**
     * Operation that a column of the record names.
     *
     * @param values operation of each text of the column
     */
    record ByColumn(String column, Map<String, WriteOperation> values) implements Operation {

        public ByColumn {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
            Rules rules = new Rules();
            rules.require(!column.isBlank(), "is blank: the name of a column is needed", "column");
            rules.require(
                    !values.isEmpty(),
                    "says what no cell means: list them, such as {I: insert, U: update, D: delete}",
                    "values");
            rules.enforce();
        }

        @Override
        public Set<WriteOperation> types() {
            return EnumSet.copyOf(values.values());
        }
    }
}
