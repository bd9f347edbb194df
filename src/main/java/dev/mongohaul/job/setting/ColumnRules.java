package dev.mongohaul.job.setting;

import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.LeadingZeros;
import dev.mongohaul.mapping.spec.Unlisted;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of the input become.
 *
 * @param fields column to what it becomes, in the file's order
 * @param nulls cells equal to one of these are blank
 * @param leadingZeros treatment of numbers in fields that say nothing about it; null in a file without it
 */
record ColumnRules(
        Map<String, FieldSpec> fields,
        Unlisted unlisted,
        Blanks blanks,
        List<String> nulls,
        @Nullable LeadingZeros leadingZeros) {

    ColumnRules {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        nulls = List.copyOf(nulls);
    }
}
