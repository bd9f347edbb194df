package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;

/** One way to get in the way of imports. */
public interface Campaign {

    /** How many servers the replica set has. */
    default int servers() {
        return 1;
    }

    /** One run, wholly decided by the draw, on the servers of the arena. */
    Outcome run(Draw draw, Arena arena);
}
