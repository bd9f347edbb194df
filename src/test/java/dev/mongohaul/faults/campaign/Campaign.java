package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;

/** One kind of fault, and how it is injected into imports. */
public interface Campaign {

    /** Returns the number of servers of the replica set. */
    default int servers() {
        return 1;
    }

    /** Executes one run. The draw determines everything that is random. */
    Outcome run(Draw draw, RunContext context);
}
