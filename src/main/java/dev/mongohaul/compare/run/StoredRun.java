package dev.mongohaul.compare.run;

import org.jspecify.annotations.Nullable;

/**
 * One line of a store: what became of one run of a cell.
 *
 * @param cell its key
 * @param round from 0; {@value #WARM_UP} for the run before them
 * @param measured null where it failed
 * @param failure the reason, then
 */
record StoredRun(
        String cell,
        int round,
        @Nullable CaseRun measured,
        @Nullable String failure) {

    static final int WARM_UP = -1;
}
