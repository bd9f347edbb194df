package dev.mongohaul.mapping.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cells of a boolean. If one of the lists is given, no other cell is a boolean.
 *
 * @param trueTexts cells that are true
 * @param falseTexts cells that are false
 */
record BooleanCells(
        @JsonProperty("true") @Nullable List<String> trueTexts,
        @JsonProperty("false") @Nullable List<String> falseTexts) {

    static final BooleanCells ANY = new BooleanCells(null, null);

    BooleanCells {
        trueTexts = trueTexts == null ? null : List.copyOf(trueTexts);
        falseTexts = falseTexts == null ? null : List.copyOf(falseTexts);
    }
}
