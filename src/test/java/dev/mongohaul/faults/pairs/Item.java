package dev.mongohaul.faults.pairs;

import org.jspecify.annotations.Nullable;

/** Entity of the cases. */
public record Item(
        int id,
        @Nullable String name,
        @Nullable Integer amount,
        @Nullable String land) {}
