package dev.mongohaul.compare.suite;

/** Order of the operations in an input that mixes them: replace, update and delete, a third each. */
enum CaseSequence {
    /** All of one operation, then all of the next. */
    RUNS,
    /** Each operation different from the one before. */
    ALTERNATING
}
