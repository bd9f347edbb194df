package dev.mongohaul.faults.oracle;

/** A violated invariant, and what was found. */
public record Violation(Invariant invariant, String what) {

    @Override
    public String toString() {
        return invariant + " " + what;
    }
}
