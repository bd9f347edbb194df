package dev.mongohaul.compare.suite;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conclusions from the rows of a suite.
 *
 * @param noise null if no case ran twice
 * @param findings sentences
 * @param recommended null if no case can be recommended
 */
record Conclusions(
        @Nullable Noise noise,
        List<String> findings,
        @Nullable Recommendation recommended) {

    Conclusions {
        findings = List.copyOf(findings);
    }
}
