package dev.mongohaul.faults.oracle;

/** A broken promise, and what was found in its place. */
public record Violation(Invariant invariant, String what) {

    @Override
    public String toString() {
        return invariant + " " + what;
    }
}
