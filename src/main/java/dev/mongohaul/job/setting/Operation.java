package dev.mongohaul.job.setting;

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

    /** Returns whether records only add documents, and leave all others as they are. */
    default boolean onlyAdds() {
        return types().stream().allMatch(WriteOperation::inserts);
    }

    /** Returns whether records replace or update documents. Only these are compared. */
    default boolean changesDocuments() {
        return types().stream().anyMatch(type -> type.replaces() || type.updates());
    }

    /** Returns the operations for a message. */
    default String words() {
        return types().stream().map(WriteOperation::word).collect(Collectors.joining(" or "));
    }

    /** The same operation for every record. */
    enum ForAll implements Operation {
        INSERT(WriteOperation.INSERT),
        ADD(WriteOperation.ADD),
        REPLACE(WriteOperation.REPLACE),
        UPDATE(WriteOperation.UPDATE),
        UPSERT(WriteOperation.UPSERT),
        MERGE(WriteOperation.MERGE),
        DELETE(WriteOperation.DELETE),
        /** Upsert by {@code _id}; what the input lacks is removed at the end. */
        SNAPSHOT(WriteOperation.UPSERT),
        /** Insert into a collection beside the target, which takes its place when it is complete. */
        SWAP(WriteOperation.INSERT);

        private final WriteOperation type;

        ForAll(WriteOperation type) {
            this.type = type;
        }

        @Override
        public Set<WriteOperation> types() {
            return Set.of(type);
        }

        @Override
        public String words() {
            return name().toLowerCase(Locale.ROOT);
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
