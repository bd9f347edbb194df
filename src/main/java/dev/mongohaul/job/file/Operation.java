package dev.mongohaul.job.file;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What is done with a record: the same with each, or what a column says. */
public sealed interface Operation {

    /** Every operation that can come up. */
    Set<WriteOperation> types();

    /** The same with every record. */
    record Fixed(@JsonValue WriteOperation type) implements Operation {

        @Override
        public Set<WriteOperation> types() {
            return EnumSet.of(type);
        }
    }

    /**
     * What a column of the record says.
     *
     * @param values a cell's text to what it asks for
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
