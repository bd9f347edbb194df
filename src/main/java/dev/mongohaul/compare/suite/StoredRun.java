package dev.mongohaul.compare.suite;

import org.jspecify.annotations.Nullable;

/**
 * Line of the store: one run of a case, which either was measured or failed.
 *
 * @param cell key of the case
 * @param round from 0; {@value #WARM_UP} for the warm-up
 */
record StoredRun(
        String cell,
        int round,
        @Nullable CaseRun measured,
        @Nullable String failure) {

    static final int WARM_UP = -1;
}
