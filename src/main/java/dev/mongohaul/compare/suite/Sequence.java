package dev.mongohaul.compare.suite;

/** In which order the operations of an input with several of them come: replace, update and delete, a third each. */
public enum Sequence {
    /** All of one kind, then all of the next. */
    RUNS,
    /** Each another than the one before it. */
    ALTERNATING
}
