package dev.mongohaul.infer;

import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import org.jspecify.annotations.Nullable;

/**
 * A column in the words of a job file.
 *
 * @param to null: the place that its name says
 * @param note where the choice was close; null where it was not
 */
record InferredColumn(
        String name,
        FieldSpec field,
        @Nullable FieldPath to,
        @Nullable String note) {}
