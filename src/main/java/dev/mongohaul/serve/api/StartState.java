package dev.mongohaul.serve.api;

/** State of a start. */
public enum StartState {
    /** The import is running. It has a number as soon as its input was read once. */
    RUNNING,
    /** The import has ended, in any way. */
    ENDED,
    /** There was nothing to do. */
    NOTHING,
    /** The import could not begin. */
    REFUSED
}
