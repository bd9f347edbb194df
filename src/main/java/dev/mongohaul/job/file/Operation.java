package dev.mongohaul.job.file;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What is done with a record: the same with each, or what a column says. */
public sealed interface Operation {

    /** Every operation that can come up. */
    Set<Type> types();

    /** What MongoDB is asked to do with a document. */
    enum Type {
        /** Add it. */
        INSERT,
        /** Put it in the place of the one that matches. */
        REPLACE,
        /** Set its fields in the one that matches. */
        UPDATE,
        /** Remove the one that matches. */
        DELETE
    }

    /** The same with every record. */
    record Fixed(@JsonValue Type type) implements Operation {

        @Override
        public Set<Type> types() {
            return EnumSet.of(type);
        }
    }

    /**
     * What a column of the record says.
     *
     * @param values a cell's text to what it asks for
     */
    record ByColumn(String column, Map<String, Type> values) implements Operation {

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
        public Set<Type> types() {
            return EnumSet.copyOf(values.values());
        }
    }
}
